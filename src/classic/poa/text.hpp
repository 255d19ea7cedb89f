#pragma once
// Text and lists that PortableServer's functions take and return.

#include "classic/exceptions/raise.hpp"

#include <dimma/classic/values/strings.hpp>
#include <dimma/minor.hpp>

#include <memory>
#include <string>

namespace dimma::classic {

// Returns a string that the caller frees.
inline char* copy_of(const std::string& text) { return CORBA::string_dup(text.c_str()); }

// Throws BAD_PARAM for null.
inline const char* required_text(const char* text) {
  if (text == nullptr) {
    raise<CORBA::BAD_PARAM>(minor::bad_param_argument, CORBA::COMPLETED_NO, "an argument is a null string");
  }
  return text;
}

// Returns a sequence with a classic object, made by `wrap`, for each of the modern ones.
template <class Sequence, class Modern, class Wrap>
std::unique_ptr<Sequence> wrap_all(const Modern& objects, Wrap wrap) {
  auto list = std::make_unique<Sequence>();
  list->length(static_cast<CORBA::ULong>(objects.size()));
  CORBA::ULong at = 0;
  for (const auto& object : objects) (*list)[at++] = wrap(object);
  return list;
}

}  // namespace dimma::classic
