#include "idl/emit/classic/codecs/union_codecs.hpp"

#include "idl/emit/classic/codecs/value_codecs.hpp"
#include "idl/emit/classic/definitions/union_parts.hpp"
#include "idl/emit/classic/types/spelling.hpp"
#include "idl/emit/classic/types/transfer.hpp"
#include "idl/emit/names/names.hpp"

namespace dimma::idl::classic {

namespace {

std::string case_of(const Branch& branch, const std::string& statement) {
  return "  case " + std::to_string(branch.number) + ":\n    " + statement + "\n    break;\n";
}

}  // namespace

// A value is read in place, so that a string or sequence of the union's former value can be used again.
void write_union_codec_source(cxx::Writer& writer, const Union& subject) {
  std::string writes;
  std::string reads;
  for (const Branch& branch : branches_of(subject)) {
    const std::string access = "_value." + branch.access;
    writes += case_of(branch, write_held_value(*branch.declaration->type, access));
    reads += case_of(branch, read_value(*branch.declaration->type, access));
  }
  writer.write(R"(
void dimma::classic::codec< $type$>::write(Output& _out, const $type$& _value) {
  $write_label$
  switch (_value._held) {
  $writes$
    default:
      break;
  }
}

void dimma::classic::codec< $type$>::read(Input& _in, $type$& _value) {
  $discriminator$ _label = $discriminator$();
  $read_label$
  _value._select($type$::_branch_of(_label), _label);
  switch (_value._held) {
  $reads$
    default:
      break;
  }
}
)",
               {{"type", cxx::scoped_name(subject)},
                {"discriminator", spell(*subject.discriminator)},
                {"write_label", write_value(*subject.discriminator, "_value._discriminator")},
                {"read_label", read_value(*subject.discriminator, "_label")},
                {"writes", writes},
                {"reads", reads}});
  writer.blank_line();
}

}  // namespace dimma::idl::classic
