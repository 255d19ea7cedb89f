// Converts TypeCodes to text, and parses them.
#include "services/tools/values/values.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <span>
#include <utility>

namespace dimma::tools::values {

namespace {

using CORBA::TCKind;

struct Basic {
  std::string_view name;
  const CORBA::TypeCode& type;
};

std::span<const Basic> basic_types() {
  static const Basic all[] = {{"void", CORBA::_tc_void},
                              {"null", CORBA::_tc_null},
                              {"boolean", CORBA::_tc_boolean},
                              {"char", CORBA::_tc_char},
                              {"wchar", CORBA::_tc_wchar},
                              {"octet", CORBA::_tc_octet},
                              {"short", CORBA::_tc_short},
                              {"unsigned short", CORBA::_tc_ushort},
                              {"long", CORBA::_tc_long},
                              {"unsigned long", CORBA::_tc_ulong},
                              {"long long", CORBA::_tc_longlong},
                              {"unsigned long long", CORBA::_tc_ulonglong},
                              {"float", CORBA::_tc_float},
                              {"double", CORBA::_tc_double},
                              {"long double", CORBA::_tc_longdouble},
                              {"string", CORBA::_tc_string},
                              {"wstring", CORBA::_tc_wstring},
                              {"any", CORBA::_tc_any},
                              {"Object", CORBA::_tc_Object},
                              {"TypeCode", CORBA::_tc_TypeCode}};
  return all;
}

// A recursive-descent parser for a type.
class TypeReader {
 public:
  TypeReader(std::string_view text, CORBA::ORB& orb, const TypeLookup& lookup)
      : text_(text), rest_(text), orb_(orb), lookup_(lookup) {}

  CORBA::typecode_reference read() {
    auto type = read_type(0);
    skip_blanks();
    if (!rest_.empty()) refuse("unexpected '" + std::string(rest_) + "'");
    return type;
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw std::runtime_error("the type \"" + std::string(text_) + "\": " + what);
  }
  void skip_blanks() {
    while (!rest_.empty() && rest_.front() == ' ') rest_.remove_prefix(1);
  }
  bool take(char c) {
    skip_blanks();
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void expect(char c) {
    if (!take(c)) refuse("expected '" + std::string(1, c) + "'");
  }
  std::uint32_t number() {
    skip_blanks();
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc()) refuse("expected a number");
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }

  CORBA::typecode_reference read_type(std::size_t depth) {
    if (depth > depth_max) refuse("types nested too deeply");
    auto type = read_element(depth);
    std::vector<std::uint32_t> dimensions;
    while (take('[')) {
      dimensions.push_back(number());
      expect(']');
      if (dimensions.back() == 0 || dimensions.size() > depth_max) refuse("invalid array dimensions");
    }
    for (auto each = dimensions.rbegin(); each != dimensions.rend(); ++each) type = orb_.create_array_tc(*each, type);
    return type;
  }

  CORBA::typecode_reference read_element(std::size_t depth) {
    skip_blanks();
    const std::size_t end = std::min(rest_.find_first_of("<>[],"), rest_.size());
    std::string word(rest_.substr(0, end));
    rest_.remove_prefix(end);
    while (word.ends_with(' ')) word.pop_back();
    if (word.empty()) refuse("expected a type");
    if (word == "sequence") return read_sequence(depth);
    if (word == "fixed") return read_fixed();
    if ((word == "string" || word == "wstring") && take('<')) {
      const std::uint32_t bound = number();
      expect('>');
      return word == "string" ? orb_.create_string_tc(bound) : orb_.create_wstring_tc(bound);
    }
    for (const Basic& basic : basic_types()) {
      if (basic.name == word) return basic.type._reference();
    }
    auto found = lookup_ ? lookup_(word) : CORBA::typecode_reference();
    if (!found) refuse("unknown type " + word);
    return found;
  }

  CORBA::typecode_reference read_sequence(std::size_t depth) {
    expect('<');
    const auto element = read_type(depth + 1);
    const std::uint32_t bound = take(',') ? number() : 0;
    expect('>');
    return orb_.create_sequence_tc(bound, element);
  }

  CORBA::typecode_reference read_fixed() {
    expect('<');
    const std::uint32_t digits = number();
    expect(',');
    const std::uint32_t scale = number();
    expect('>');
    if (digits == 0 || digits > 31 || scale > digits) refuse("a fixed has 1 to 31 digits");
    return orb_.create_fixed_tc(static_cast<std::uint16_t>(digits), static_cast<std::int16_t>(scale));
  }

  const std::string_view text_;
  std::string_view rest_;
  CORBA::ORB& orb_;
  const TypeLookup& lookup_;
};

std::string bounded(std::string_view name, std::uint32_t bound) {
  return std::string(name) + (bound == 0 ? "" : "<" + std::to_string(bound) + ">");
}

std::string text_of(const CORBA::TypeCode& type, std::size_t depth) {
  if (depth > depth_max) return "...";
  const auto& description = type._description();
  switch (type.kind()) {
    case TCKind::tk_string:
      return bounded("string", description.length);
    case TCKind::tk_wstring:
      return bounded("wstring", description.length);
    case TCKind::tk_fixed:
      return "fixed<" + std::to_string(description.length) + ", " + std::to_string(description.number) + ">";
    case TCKind::tk_sequence:
      return "sequence<" + text_of(*description.content, depth + 1) +
             (description.length == 0 ? "" : ", " + std::to_string(description.length)) + ">";
    case TCKind::tk_array: {
      std::string dimensions;
      const CORBA::TypeCode* element = &type;
      for (; element->kind() == TCKind::tk_array; element = element->_description().content) {
        dimensions += "[" + std::to_string(element->_description().length) + "]";
      }
      return text_of(*element, depth + 1) + dimensions;
    }
    default:
      break;
  }
  if (type.kind() == TCKind::tk_objref && description.id == CORBA::_tc_Object._description().id) return "Object";
  for (const Basic& basic : basic_types()) {
    if (basic.type.kind() == type.kind() && type.kind() != TCKind::tk_objref) return std::string(basic.name);
  }
  if (!description.id.empty()) return std::string(description.id);
  if (!description.name.empty()) return std::string(description.name);
  return "(a type without a name)";
}

}  // namespace

CORBA::typecode_reference Converter::type_named(std::string_view text) const {
  return TypeReader(text, *orb_, lookup_).read();
}

std::string type_text(const CORBA::typecode_reference& type) { return type ? text_of(*type, 0) : "null"; }

}  // namespace dimma::tools::values
