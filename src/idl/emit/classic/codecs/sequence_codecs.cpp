#include "idl/emit/classic/codecs/sequence_codecs.hpp"

#include "idl/emit/names/names.hpp"

namespace dimma::idl::classic {

void write_sequence_codec(cxx::Writer& writer, const Typedef& alias) {
  if (alias.type->kind != TypeKind::Sequence) return;
  writer.write("template <>\nstruct dimma::classic::codec< $type$> : sequence_codec< $type$> {};",
               {{"type", cxx::scoped_name(alias)}});
}

void write_sequence_codec_source(cxx::Writer&, const Typedef&) {}

}  // namespace dimma::idl::classic
