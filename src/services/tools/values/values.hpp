#pragma once
// Converts values of IDL types to and from JSON (docs/reference/command.md has the table). Error messages name the
// place in the JSON: "argument 2 .points[3].x: expected a number".

#include <dimma/dynamic_any.hpp>
#include <dimma/orb.hpp>

#include <boost/json/fwd.hpp>

#include <cstddef>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace dimma::tools::values {

// The maximum nesting depth of values and types, which also ends cycles.
inline constexpr std::size_t depth_max = 200;

// Thrown for a JSON value that does not fit its type, and for a value that JSON cannot represent. The message begins
// with the place.
class ValueError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Returns the TypeCode for a scoped name or a repository id; nil if there is none.
using TypeLookup = std::function<CORBA::typecode_reference(const std::string& name)>;

// Converts values for one ORB. Not thread-safe.
class Converter {
 public:
  // `lookup` finds named types in anys; it may be empty. `is_utf8` is the code set of the ORB's strings
  // (--dimma-code-set): UTF-8 or ISO 8859-1.
  Converter(CORBA::object_reference<CORBA::ORB> orb, TypeLookup lookup, bool is_utf8);

  // `place` names the whole value, for example "argument 2". Throws ValueError, and the ORB's exceptions for calls of
  // objects.
  CORBA::Any from_json(const boost::json::value& json, const CORBA::typecode_reference& type,
                       std::string_view place) const;
  // Throws ValueError for values that JSON cannot represent: custom valuetypes, values in abstract interfaces, nesting
  // deeper than depth_max.
  boost::json::value to_json(const CORBA::Any& value, std::string_view place) const;

  // Parses a type: "long", "sequence<string<8>, 3>", "M::Point[2]", "IDL:M/Point:1.0". Throws std::runtime_error, which
  // explains the error.
  CORBA::typecode_reference type_named(std::string_view text) const;

  // Returns the default value of the type. Throws the exceptions of DynAnyFactory.
  CORBA::object_reference<DynamicAny::DynAny> default_of(const CORBA::typecode_reference& type) const;

 private:
  CORBA::object_reference<CORBA::ORB> orb_;
  CORBA::object_reference<DynamicAny::DynAnyFactory> factory_;
  TypeLookup lookup_;
  bool is_utf8_;
};

// Returns the type in the form that type_named() parses, with repository ids for named types.
std::string type_text(const CORBA::typecode_reference& type);

// Returns JSON on one line, with numbers in plain notation: 0.5 instead of 5E-1.
std::string json_text(const boost::json::value& value);
// Parses one JSON value. Throws ValueError with `place` and the position of the error in the text.
boost::json::value parse_json(std::string_view text, std::string_view place);

}  // namespace dimma::tools::values
