#include "idl/emit/classic/codecs/sequence_codecs.hpp"

#include "idl/emit/classic/types/transfer.hpp"
#include "idl/emit/names/names.hpp"

namespace dimma::idl::classic {

void write_sequence_codec(cxx::Writer& writer, const Typedef& alias) {
  if (alias.type->kind != TypeKind::Sequence) return;
  const std::string type = cxx::scoped_name(alias);
  if (!holds_bounded_strings(*alias.type)) {
    writer.write("template <>\nstruct dimma::classic::codec< $type$> : sequence_codec< $type$> {};", {{"type", type}});
    return;
  }
  writer.write(R"(
template <>
struct dimma::classic::codec< $type$> {
  enum { octets_min = 4 };
  static void write(Output& _out, const $type$& _value);
  static void read(Input& _in, $type$& _value);
};
)",
               {{"type", type}});
}

void write_sequence_codec_source(cxx::Writer& writer, const Typedef& alias) {
  if (!holds_bounded_strings(*alias.type)) return;
  const std::string type = cxx::scoped_name(alias);
  writer.write(R"(
void dimma::classic::codec< $type$>::write(Output& _out, const $type$& _value) {
  $write$
}

void dimma::classic::codec< $type$>::read(Input& _in, $type$& _value) {
  $read$
}
)",
               {{"type", type},
                {"write", write_bounded_strings(*alias.type, type, "_value")},
                {"read", read_bounded_strings(*alias.type, type, "_value")}});
  writer.blank_line();
}

}  // namespace dimma::idl::classic
