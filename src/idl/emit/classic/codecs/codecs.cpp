#include "idl/emit/classic/codecs/codecs.hpp"

#include "idl/emit/classic/codecs/member_codecs.hpp"
#include "idl/emit/classic/codecs/octets_min.hpp"
#include "idl/emit/classic/codecs/sequence_codecs.hpp"
#include "idl/emit/classic/codecs/union_codecs.hpp"
#include "idl/emit/codecs/fixed_layout.hpp"
#include "idl/emit/names/names.hpp"

namespace dimma::idl::classic {

namespace {

void write_enum_codec(cxx::Writer& writer, const Enum& enumeration) {
  writer.write(
      "template <>\nstruct dimma::classic::codec< $type$> : ::dimma::classic::enum_codec< $type$, $count$> {};",
      {{"type", cxx::scoped_name(enumeration)}, {"count", std::to_string(enumeration.enumerators.size())}});
}

void write_declared_codec(cxx::Writer& writer, const Declaration& declaration) {
  writer.write(R"(
template <>
struct dimma::classic::codec< $type$> {
  enum { octets_min = $octets$ };
  static void write(Output& _out, const $type$& _value);
  static void read(Input& _in, $type$& _value);
};
)",
               {{"type", cxx::scoped_name(declaration)}, {"octets", std::to_string(octets_min(declaration))}});
}

bool is_fixed_struct(const Declaration& declaration) {
  return declaration.kind == DeclarationKind::Struct && cxx::is_fixed(as<Struct>(declaration));
}

}  // namespace

void write_codec(cxx::Writer& writer, const Declaration& declaration) {
  switch (declaration.kind) {
    case DeclarationKind::Enum:
      write_enum_codec(writer, as<Enum>(declaration));
      break;
    case DeclarationKind::Struct:
      if (is_fixed_struct(declaration)) {
        write_fixed_struct_codec(writer, as<Struct>(declaration));
      } else {
        write_declared_codec(writer, declaration);
      }
      break;
    case DeclarationKind::Exception:
    case DeclarationKind::Union:
      write_declared_codec(writer, declaration);
      break;
    case DeclarationKind::Typedef:
      write_sequence_codec(writer, as<Typedef>(declaration));
      break;
    default:
      break;
  }
}

void write_codec_source(cxx::Writer& writer, const Declaration& declaration) {
  switch (declaration.kind) {
    case DeclarationKind::Struct:
      if (!is_fixed_struct(declaration))
        write_member_codec_source(writer, declaration, as<Struct>(declaration).members);
      break;
    case DeclarationKind::Exception:
      write_member_codec_source(writer, declaration, as<Exception>(declaration).members);
      break;
    case DeclarationKind::Union:
      write_union_codec_source(writer, as<Union>(declaration));
      break;
    case DeclarationKind::Typedef:
      write_sequence_codec_source(writer, as<Typedef>(declaration));
      break;
    default:
      break;
  }
}

}  // namespace dimma::idl::classic
