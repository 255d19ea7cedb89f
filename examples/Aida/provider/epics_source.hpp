#pragma once
// Process variables of EPICS, by Channel Access. Each is a datum with its own name and type. NAME//STATE is a table
// with its value as text, status, severity and time.

#include "provider/source.hpp"

#include <memory>
#include <string>

namespace aida {

// `names` are those of process variables, separated by commas. The environment has their addresses (EPICS_CA_ADDR_LIST
// and others). Throws std::runtime_error if one does not answer within 10 s.
std::unique_ptr<Source> make_epics_source(const std::string& names);

}  // namespace aida
