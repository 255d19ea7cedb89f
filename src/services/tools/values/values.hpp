#pragma once
// Converts values of IDL types to JSON and back (docs/reference/command.md has the table). A message names the place in
// the JSON: "argument 2 .points[3].x: expected a number".

#include <dimma/dynamic_any.hpp>
#include <dimma/orb.hpp>

#include <boost/json/fwd.hpp>

#include <cstddef>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace dimma::tools::values {

// The limit of nesting of values and types, so that a circle of them ends.
inline constexpr std::size_t depth_max = 200;

// Thrown for a JSON value that does not fit its type, or a value that has no JSON. The text begins with the place.
class ValueError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Returns the TypeCode of a scoped name or a repository id; nil if there is none.
using TypeLookup = std::function<CORBA::typecode_reference(const std::string& name)>;

// Converts values for one ORB. Not thread safe.
class Converter {
 public:
  // `lookup` is asked for the named types of anys; empty: there are none. With `is_utf8` strings hold UTF-8, otherwise
  // ISO 8859-1, as the ORB was told (--dimma-code-set).
  Converter(CORBA::object_reference<CORBA::ORB> orb, TypeLookup lookup, bool is_utf8);

  // `place` names the whole ("argument 2"). Throws ValueError, and the ORB's exceptions of asking an object.
  CORBA::Any from_json(const boost::json::value& json, const CORBA::typecode_reference& type,
                       std::string_view place) const;
  // Throws ValueError for a value that has no JSON: custom valuetypes, values in abstract interfaces, nesting deeper
  // than depth_max.
  boost::json::value to_json(const CORBA::Any& value, std::string_view place) const;

  // Returns the type that a text names: "long", "sequence<string<8>, 3>", "M::Point[2]", "IDL:M/Point:1.0". Throws
  // std::runtime_error, which says what is wrong with it.
  CORBA::typecode_reference type_named(std::string_view text) const;

  // Returns the default value of a type. Throws the exceptions of DynAnyFactory.
  CORBA::object_reference<DynamicAny::DynAny> default_of(const CORBA::typecode_reference& type) const;

 private:
  CORBA::object_reference<CORBA::ORB> orb_;
  CORBA::object_reference<DynamicAny::DynAnyFactory> factory_;
  TypeLookup lookup_;
  bool is_utf8_;
};

// Returns the text that type_named() reads, with repository ids for types that have a name.
std::string type_text(const CORBA::typecode_reference& type);

// Writes JSON on one line, with numbers as people write them: 0.5, not 5E-1.
std::string json_text(const boost::json::value& value);
// Parses one JSON value. Throws ValueError with the place, and the position of the fault in the text.
boost::json::value parse_json(std::string_view text, std::string_view place);

}  // namespace dimma::tools::values
