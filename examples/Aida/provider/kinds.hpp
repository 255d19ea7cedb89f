#pragma once
// The kinds of provider that this program was built with.

#include "provider/source.hpp"

#include <memory>
#include <string>

namespace aida {

// For --help.
std::string kinds_help();
// Throws measure::UsageError for a kind that there is not, or `pvs` of another kind than epics.
std::unique_ptr<Source> source_of_kind(const std::string& kind, const std::string& pvs);

}  // namespace aida
