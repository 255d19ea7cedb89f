#include "idl/emit/classic/codecs/member_codecs.hpp"

#include "idl/emit/classic/codecs/value_codecs.hpp"
#include "idl/emit/classic/definitions/members.hpp"
#include "idl/emit/names/names.hpp"

namespace dimma::idl::classic {

void write_fixed_struct_codec(cxx::Writer& writer, const Struct& structure) {
  const std::string type = cxx::scoped_name(structure);
  std::vector<std::string> members;
  for (const Member* each : structure.members) {
    const std::string pointer = "&" + type + "::" + member_name(*each);
    members.push_back("member<decltype(" + pointer + "), " + pointer + ">");
  }
  writer.write("template <>\nstruct dimma::classic::codec< $type$> : fixed_struct_codec< $type$, $members$> {};",
               {{"type", type}, {"members", cxx::join(members, ",\n    ")}});
}

void write_member_codec_source(cxx::Writer& writer, const Declaration& owner, const std::vector<Member*>& members) {
  std::string writes;
  std::string reads;
  for (const Member* each : members) {
    const std::string access = "_value." + member_name(*each);
    writes += write_held_value(*each->type, access) + "\n";
    reads += read_held_value(*each->type, access) + "\n";
  }
  const bool empty = members.empty();
  writer.write(R"(
void dimma::classic::codec< $type$>::write(Output&$out$, const $type$&$value$) {
  $writes$
}

void dimma::classic::codec< $type$>::read(Input&$in$, $type$&$value$) {
  $reads$
}
)",
               {{"type", cxx::scoped_name(owner)},
                {"out", empty ? "" : " _out"},
                {"in", empty ? "" : " _in"},
                {"value", empty ? "" : " _value"},
                {"writes", writes},
                {"reads", reads}});
  writer.blank_line();
}

}  // namespace dimma::idl::classic
