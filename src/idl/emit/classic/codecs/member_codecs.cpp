#include "idl/emit/classic/codecs/member_codecs.hpp"

#include <algorithm>
#include <string>

#include "idl/emit/classic/codecs/value_codecs.hpp"
#include "idl/emit/classic/definitions/members.hpp"
#include "idl/emit/classic/types/transfer.hpp"
#include "idl/emit/codecs/fixed_layout.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/types/value_queries.hpp"

namespace dimma::idl::classic {

namespace {

using Members = std::vector<Member*>;

// Returns "fixed_struct_codec< ::M::Item, ...>", which encodes the given members, in their order.
std::string fixed_codec(const std::string& owner, Members::const_iterator first, Members::const_iterator last) {
  std::string text = "fixed_struct_codec< " + owner;
  for (auto each = first; each != last; ++each) {
    const std::string pointer = "&" + owner + "::" + member_name(**each);
    text += ",\n    member<decltype(" + pointer + "), " + pointer + ">";
  }
  return text + ">";
}

// The statements that encode and decode members.
struct Transfers {
  std::string writes;
  std::string reads;

  void add(const Member& member) {
    const std::string access = "_value." + member_name(member);
    writes += write_held_value(*member.type, access) + "\n";
    reads += read_value(*member.type, access) + "\n";
  }
  void add(const std::string& codec) {
    writes += codec + "::write(_out, _value);\n";
    reads += codec + "::read(_in, _value);\n";
  }
};

// Consecutive members of fixed layout are encoded and decoded together.
Transfers transfers_of(const std::string& owner, const Members& members) {
  Transfers transfers;
  for (auto at = members.begin(); at != members.end();) {
    const auto run_end = std::find_if(at, members.end(), [](const Member* each) { return !cxx::is_fixed(*each); });
    if (run_end - at > 1) {
      transfers.add(fixed_codec(owner, at, run_end));
      at = run_end;
    } else {
      transfers.add(**at++);
    }
  }
  return transfers;
}

}  // namespace

void write_fixed_struct_codec(cxx::Writer& writer, const Struct& structure) {
  const std::string type = cxx::scoped_name(structure);
  writer.write("template <>\nstruct dimma::classic::codec< $type$> : $base$ {};",
               {{"type", type}, {"base", fixed_codec(type, structure.members.begin(), structure.members.end())}});
}

void write_member_codec_source(cxx::Writer& writer, const Declaration& owner, const std::vector<Member*>& members) {
  const std::string type = cxx::scoped_name(owner);
  const Transfers transfers = transfers_of(type, members);
  const bool empty = members.empty();
  // Values need one around all that shall share them. Only the codec of an exception has one itself.
  const bool shares = owner.kind == DeclarationKind::Exception && cxx::holds_values(owner);
  writer.write(R"(
void dimma::classic::codec< $type$>::write(Output&$out$, const $type$&$value$) {
  $written$
  $writes$
}

void dimma::classic::codec< $type$>::read(Input&$in$, $type$&$value$) {
  $read_values$
  $reads$
}
)",
               {{"type", type},
                {"out", empty ? "" : " _out"},
                {"in", empty ? "" : " _in"},
                {"value", empty ? "" : " _value"},
                {"written", shares ? "const WrittenValues _values(_out);" : ""},
                {"read_values", shares ? "const ReadValues _values(_in);" : ""},
                {"writes", transfers.writes},
                {"reads", transfers.reads}});
  writer.blank_line();
}

}  // namespace dimma::idl::classic
