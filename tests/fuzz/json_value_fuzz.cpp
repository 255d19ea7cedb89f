// The values of `dimma call`: a type and a JSON value for it, as text. A value that is accepted is converted to JSON,
// from which the same value results.

#include "services/tools/values/values.hpp"

#include <boost/json.hpp>

#include <cstdint>
#include <cstdlib>

namespace {

using dimma::tools::values::Converter;
using dimma::tools::values::ValueError;

// A union named U and a recursive struct named S.
CORBA::typecode_reference named(CORBA::ORB& orb, const std::string& name) {
  if (name == "S" || name == "IDL:S:1.0") {
    return orb.create_struct_tc(
        "IDL:S:1.0", "S",
        {CORBA::StructMember("x", CORBA::_tc_long),
         CORBA::StructMember("more", orb.create_sequence_tc(0, orb.create_recursive_tc("IDL:S:1.0")))});
  }
  if (name == "E" || name == "IDL:E:1.0") return orb.create_enum_tc("IDL:E:1.0", "E", {"red", "green"});
  if (name == "U" || name == "IDL:U:1.0") {
    CORBA::Any one;
    one <<= std::int32_t{1};
    CORBA::Any two;
    two <<= std::int32_t{2};
    return orb.create_union_tc(
        "IDL:U:1.0", "U", CORBA::_tc_long,
        {CORBA::UnionMember("text", one, CORBA::_tc_string), CORBA::UnionMember("any", two, CORBA::_tc_any)});
  }
  return {};
}

// True for a text that may contain a URL of a service or a file, which the ORB would contact or read.
bool may_lead_elsewhere(std::string text) {
  for (char& c : text) c = static_cast<char>(c | 0x20);
  return text.find("corba") != std::string::npos || text.find("file") != std::string::npos ||
         text.find("\\") != std::string::npos;  // an escape may spell them
}

}  // namespace

// The input is the type, an end of line, and the JSON.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto orb = CORBA::ORB_init();
  static const Converter converter(
      orb, [](const std::string& name) { return named(*orb, name); }, false);
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto end = text.find('\n');
  if (end == std::string_view::npos || may_lead_elsewhere(std::string(text))) return 0;
  CORBA::Any value;
  CORBA::typecode_reference type;
  try {
    type = converter.type_named(text.substr(0, end));
    const auto json = dimma::tools::values::parse_json(text.substr(end + 1), "the value");
    value = converter.from_json(json, type, "the value");
  } catch (const std::runtime_error&) {
    return 0;  // a ValueError, or the text is not a type
  } catch (const CORBA::SystemException&) {
    return 0;  // an array or a value that is too large
  }
  const auto told = converter.to_json(value, "the value");
  const auto again = converter.from_json(told, type, "the value");
  if (converter.to_json(again, "the value") != told) std::abort();
  const auto read = dimma::tools::values::parse_json(dimma::tools::values::json_text(told), "the text");
  if (converter.to_json(converter.from_json(read, type, "the text"), "the text") != told) std::abort();
  return 0;
}
