#include "idl/emit/classic/codecs/value_codecs.hpp"

#include "idl/emit/classic/types/transfer.hpp"
#include "idl/emit/classic/types/type_classes.hpp"

namespace dimma::idl::classic {

std::string write_held_value(const Type& type, const std::string& access) {
  const TypeClass kind = class_of(type);
  const bool has_owner = kind == TypeClass::String || kind == TypeClass::WideString || kind == TypeClass::Object;
  return write_value(type, has_owner ? access + ".in()" : access);
}

}  // namespace dimma::idl::classic
