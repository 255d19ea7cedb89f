#pragma once
// Process variables of EPICS, by Channel Access. Each is a datum of its own name and type; NAME//STATE is a table of
// its value as text with status, severity and time.

#include "provider/source.hpp"

#include <memory>
#include <string>

namespace aida {

// `names`: of process variables, joined by commas. The environment says where to look for them (EPICS_CA_ADDR_LIST,
// ...). Throws std::runtime_error for one that does not answer within 10 s.
std::unique_ptr<Source> make_epics_source(const std::string& names);

}  // namespace aida
