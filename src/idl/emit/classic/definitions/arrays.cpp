#include "idl/emit/classic/definitions/arrays.hpp"

#include "idl/emit/classic/definitions/members.hpp"
#include "idl/emit/classic/types/spelling.hpp"
#include "idl/emit/classic/types/type_classes.hpp"
#include "idl/emit/names/names.hpp"

namespace dimma::idl::classic {

namespace {

// The functions are members of the class if the typedef is in one.
const char* specifier(const Typedef& alias) { return cxx::is_in_namespace(alias) ? "inline" : "static inline"; }

void write_functions(cxx::Writer& writer, const Typedef& alias) {
  const auto& array = as<ArrayType>(*alias.type);
  writer.write(R"(
$inline$ $name$_slice* $name$_alloc() { return new $element$$brackets$; }
$inline$ void $name$_free($name$_slice* _array) { delete[] _array; }
$inline$ void $name$_copy($name$_slice* _to, const $name$_slice* _from) {
  $copy$
}
$inline$ $name$_slice* $name$_dup(const $name$_slice* _from) {
  if (_from == nullptr) return nullptr;
  $name$_slice* const _to = $name$_alloc();
  $name$_copy(_to, _from);
  return _to;
}
)",
               {{"inline", specifier(alias)},
                {"name", cxx::identifier(alias)},
                {"element", spell_member(*array.element)},
                {"brackets", brackets(array)},
                {"copy", copy_array(*alias.type, "_to", "_from")}});
}

void write_types(cxx::Writer& writer, const Typedef& alias) {
  const std::string name = cxx::identifier(alias);
  const bool variable = is_variable(*alias.type);
  writer.write(R"(
struct $name$_traits {
  typedef $name$ array;
  typedef $name$_slice slice;
  static slice* alloc() { return $name$_alloc(); }
  static slice* dup(const slice* _from) { return $name$_dup(_from); }
  static void copy(slice* _to, const slice* _from) { $name$_copy(_to, _from); }
  static void free(slice* _array) { $name$_free(_array); }
};
typedef ::dimma::classic::$kind$ArrayVar<$name$_traits> $name$_var;
typedef $out$ $name$_out;
typedef ::dimma::classic::ArrayForAny<$name$_traits> $name$_forany;
)",
               {{"name", name},
                {"kind", variable ? "Variable" : "Fixed"},
                {"out", variable ? "::dimma::classic::VariableArrayOut<" + name + "_traits>" : name}});
}

}  // namespace

void write_array(cxx::Writer& writer, const Typedef& alias) {
  const auto& array = as<ArrayType>(*alias.type);
  const std::string all = brackets(array);
  writer.blank_line();
  writer.write("/// typedef $idl$\ntypedef $element$ $name$$all$;\ntypedef $element$ $name$_slice$rest$;",
               {{"idl", alias.full_name()},
                {"element", spell_member(*array.element)},
                {"name", cxx::identifier(alias)},
                {"all", all},
                {"rest", std::string_view(all).substr(all.find(']') + 1)}});
  write_functions(writer, alias);
  write_types(writer, alias);
  writer.blank_line();
}

void write_array_functions_of_alias(cxx::Writer& writer, const Typedef& alias) {
  writer.write(R"(
$inline$ $name$_slice* $name$_alloc() { return $aliased$_alloc(); }
$inline$ void $name$_free($name$_slice* _array) { $aliased$_free(_array); }
$inline$ void $name$_copy($name$_slice* _to, const $name$_slice* _from) { $aliased$_copy(_to, _from); }
$inline$ $name$_slice* $name$_dup(const $name$_slice* _from) { return $aliased$_dup(_from); }
)",
               {{"inline", specifier(alias)}, {"name", cxx::identifier(alias)}, {"aliased", spell(*alias.type)}});
  writer.blank_line();
}

}  // namespace dimma::idl::classic
