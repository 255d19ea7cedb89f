#pragma once
// Values of IDL types as JSON, and JSON as values of IDL types (docs/reference/command.md has the table). A message
// names the place in the JSON: "argument 2 .points[3].x: expected a number".

#include <dimma/dynamic_any.hpp>
#include <dimma/orb.hpp>

#include <boost/json/fwd.hpp>

#include <cstddef>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace dimma::tools::values {

// How values and types may be nested in each other, so that a ring of them ends.
inline constexpr std::size_t depth_max = 200;

// A JSON value that does not fit its type, or a value that JSON can't tell. The text begins with the place.
class ValueError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The TypeCode of a scoped name or a repository id; nil where there is none.
using TypeLookup = std::function<CORBA::typecode_reference(const std::string& name)>;

// Makes values for one ORB. Not thread safe.
class Converter {
 public:
  // `lookup` is asked for the named types of anys; empty: there are none. With `is_utf8` strings hold UTF-8, otherwise
  // ISO 8859-1, as the ORB was told (--dimma-code-set).
  Converter(CORBA::object_reference<CORBA::ORB> orb, TypeLookup lookup, bool is_utf8);

  // `place` names the whole ("argument 2"). Throws ValueError; the ORB's exceptions of asking an object.
  CORBA::Any from_json(const boost::json::value& json, const CORBA::typecode_reference& type,
                       std::string_view place) const;
  // Throws ValueError for what has no JSON: custom valuetypes, values in abstract interfaces, more than depth_max
  // within each other.
  boost::json::value to_json(const CORBA::Any& value, std::string_view place) const;

  // The type that a text names: "long", "sequence<string<8>, 3>", "M::Point[2]", "IDL:M/Point:1.0". Throws
  // std::runtime_error that says what is wrong with it.
  CORBA::typecode_reference type_named(std::string_view text) const;

  // The default value of a type. Throws what DynAnyFactory does.
  CORBA::object_reference<DynamicAny::DynAny> default_of(const CORBA::typecode_reference& type) const;

 private:
  CORBA::object_reference<CORBA::ORB> orb_;
  CORBA::object_reference<DynamicAny::DynAnyFactory> factory_;
  TypeLookup lookup_;
  bool is_utf8_;
};

// The text that type_named reads: repository ids for types that have a name.
std::string type_text(const CORBA::typecode_reference& type);

// JSON with numbers as people write them, on one line: 0.5 and not 5E-1.
std::string json_text(const boost::json::value& value);
// One JSON value. Throws ValueError with the place and where in the text it is wrong.
boost::json::value parse_json(std::string_view text, std::string_view place);

}  // namespace dimma::tools::values
