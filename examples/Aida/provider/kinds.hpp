#pragma once
// The kinds of provider that this program was built with.

#include "provider/source.hpp"

#include <memory>
#include <string>

namespace aida {

// The kinds, for --help.
std::string kinds_help();
// Throws measure::UsageError for an unknown kind, or if there are `pvs` for another kind than epics.
std::unique_ptr<Source> source_of_kind(const std::string& kind, const std::string& pvs);

}  // namespace aida
