#include "cdr/typecode/typecode_words.hpp"

#include "cdr/typecode/typecode_kinds.hpp"

#include <dimma/generated/typecode_of.hpp>

namespace dimma::cdr {

using CORBA::TCKind;
using CORBA::TypeCode;

namespace {

constexpr unsigned elements_max = 2;

std::string words_within(const TypeCode& type, unsigned elements) {
  const TCKind kind = type.kind();
  const TypeCode::Description& description = type._description();
  std::string text = words(kind);
  if (is_named(kind)) {
    const std::string_view called = description.id.empty() ? description.name : description.id;
    return called.empty() ? text : text + " " + std::string(called);
  }
  const bool is_list = kind == TCKind::tk_sequence || kind == TCKind::tk_array;
  const bool is_bounded = has_length(kind) && description.length != 0;
  if (!is_list && !is_bounded) return text;
  text += '<';
  if (is_list) {
    text += elements == elements_max || description.content == nullptr
                ? "..."
                : words_within(*description.content, elements + 1);
    if (is_bounded) text += ", ";
  }
  if (is_bounded) text += std::to_string(description.length);
  return text + ">";
}

}  // namespace

std::string words(TCKind kind) {
  constexpr std::string_view prefix = "tk_";
  const auto number = static_cast<std::size_t>(kind);
  if (number >= tckind_count) return "kind " + std::to_string(number);
  return std::string(tckind_members[number].name.substr(prefix.size()));
}

std::string words(const TypeCode& type) { return words_within(type, 0); }

std::string words(const CORBA::typecode_reference& type) { return type ? words(*type) : "nil"; }

}  // namespace dimma::cdr
