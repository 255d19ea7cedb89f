#pragma once

#include <string>

namespace dimma::classic {

// Returns an argument of an application, which may pass null for no text.
inline std::string text_or_empty(const char* text) { return text == nullptr ? std::string() : std::string(text); }

}  // namespace dimma::classic
