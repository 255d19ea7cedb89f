#include "idl/emit/codecs/codecs.hpp"

#include "idl/emit/codecs/batches.hpp"
#include "idl/emit/codecs/extent.hpp"
#include "idl/emit/codecs/fixed_layout.hpp"
#include "idl/emit/definitions/fields.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/types/enum_queries.hpp"
#include "idl/emit/types/interface_queries.hpp"
#include "idl/emit/types/member_storage.hpp"
#include "idl/emit/types/types.hpp"
#include "idl/emit/types/value_queries.hpp"
#include "idl/emit/values/value_boxes.hpp"
#include "idl/emit/values/values.hpp"

namespace dimma::idl::cxx {

namespace {

// Returns the members of a struct or exception (both are encoded in the same way); nullptr for other declarations.
const std::vector<Member*>* members_of(const Declaration& declaration) {
  if (declaration.kind == DeclarationKind::Struct) return &as<Struct>(declaration).members;
  if (declaration.kind == DeclarationKind::Exception) return &as<Exception>(declaration).members;
  return nullptr;
}

const Struct* base_of(const Declaration& declaration) {
  return declaration.kind == DeclarationKind::Struct ? as<Struct>(declaration).base : nullptr;
}

std::string octets_min(const Declaration& declaration, const std::vector<Member*>& members) {
  std::vector<std::string> terms;
  if (const Struct* base = base_of(declaration)) terms.push_back("codec<" + scoped_name(*base) + ">::octets_min");
  if (members.empty() && terms.empty()) return " 0";
  for (const Member* member : members) terms.push_back("codec<" + storage_of(*member).type + ">::octets_min");
  return (terms.size() == 1 ? " " : "\n    ") + join(terms, " +\n    ");
}

bool is_fixed_struct(const Declaration& declaration) {
  return declaration.kind == DeclarationKind::Struct && is_fixed(as<Struct>(declaration));
}

// Returns the declaration of the members' types, and of a function that passes all members to a visitor.
std::string visiting(const Struct& subject, const std::string& types_name) {
  std::vector<std::string> types;
  std::vector<std::string> values;
  if (subject.base != nullptr) {
    types.push_back(scoped_name(*subject.base));
    values.push_back("::dimma::cdr::as_base<" + scoped_name(*subject.base) + ">(_value)");
  }
  for (const Member* member : subject.members) types.push_back(spell(*member->type));
  for (std::string& each : accesses_of(subject, subject.members, "_value")) values.push_back(std::move(each));
  Writer writer;
  writer.write(R"(
using $name$ = member_types<$types$>;
template <class Value, class Visitor>
static void visit(Value& $value$, Visitor _visitor) {
  _visitor($values$);
}
)",
               {{"name", types_name},
                {"types", join(types, ", ")},
                {"value", values.empty() ? "" : "_value"},
                {"values", join(values, ", ")}});
  return writer.text();
}

std::string visiting(const Union& subject) {
  const std::string type = scoped_name(subject);
  Writer writer;
  writer.write(R"(
using batch_union = union_types<&$type$::_branch_of, decltype($type$::_discriminator), decltype($type$::_held)>;
template <class Value, class Visitor>
static void visit(Value& _value, Visitor _visitor) {
  _visitor(_value._discriminator, _value._held);
}
)",
               {{"type", type}});
  return writer.text();
}

void write_fixed_struct_codec(Writer& writer, const Struct& subject) {
  writer.write(R"(
template <>
struct dimma::cdr::codec<$type$> : ::dimma::cdr::fixed_struct_codec<$type$> {
  static constexpr ::std::size_t octets_min =$octets$;
  $visiting$
};
)",
               {{"type", scoped_name(subject)},
                {"octets", octets_min(subject, subject.members)},
                {"visiting", visiting(subject, "fixed_members")}});
}

bool has_batch_functions(const Declaration& declaration, const Elements& elements) {
  return goes_in_batches(declaration) && elements.contains(&declaration);
}

// Returns the declarations of the codec's functions for sequence elements; empty if elements are encoded one by one.
std::string batch_declarations(const Declaration& declaration, const Elements& elements) {
  if (!goes_in_batches(declaration)) return {};
  const std::string type = scoped_name(declaration);
  std::string text =
      "\n" + (declaration.kind == DeclarationKind::Union ? visiting(as<Union>(declaration))
                                                         : visiting(as<Struct>(declaration), "batch_members"));
  if (!has_batch_functions(declaration, elements)) return text;
  return text + "static const " + type + "* write_batch(Encoder& _out, const " + type + "* _first, const " + type +
         "* _last);\nstatic ::std::size_t read_batch(Decoder& _in, ::std::vector<" + type +
         ">& _values, ::std::size_t _done, ::std::size_t _length);";
}

void write_batch_functions(Writer& writer, const Declaration& declaration) {
  writer.write(R"(
const $type$* dimma::cdr::codec<$type$>::write_batch(Encoder& _out, const $type$* _first, const $type$* _last) {
  return ::dimma::cdr::write_batch(_out, _first, _last);
}

::std::size_t dimma::cdr::codec<$type$>::read_batch(Decoder& _in, ::std::vector<$type$>& _values, $rest$) {
  return ::dimma::cdr::read_batch(_in, _values, _done, _length);
}
)",
               {{"type", scoped_name(declaration)}, {"rest", "::std::size_t _done, ::std::size_t _length"}});
  writer.blank_line();
}

// Consecutive members of fixed layout are encoded and decoded together, and so is a string that follows them.
void write_member_calls(Writer& writes, Writer& reads, const Declaration& owner, const std::vector<Member*>& members) {
  const std::vector<std::string> accesses = accesses_of(owner, members, "_value");
  for (std::size_t first = 0; first < members.size();) {
    std::size_t last = first;
    while (last < members.size() && is_fixed(*members[last])) ++last;
    std::vector<std::string> values(accesses.begin() + static_cast<std::ptrdiff_t>(first),
                                    accesses.begin() + static_cast<std::ptrdiff_t>(last));
    const char* run = values.size() > 1 ? "_run" : "";
    if (last < members.size() && (values.empty() || is_plain_string(*members[last]))) {
      if (!values.empty()) run = "_run_and_string";
      values.insert(values.begin(), accesses[last]);
      ++last;
    }
    writes.write("::dimma::cdr::write$run$(_out, $values$);", {{"run", run}, {"values", join(values, ", ")}});
    reads.write("::dimma::cdr::read$run$(_in, $values$);", {{"run", run}, {"values", join(values, ", ")}});
    first = last;
  }
}

std::string end_declaration(const Declaration& declaration) {
  if (!has_extent(declaration)) return {};
  return "\nstatic ::std::size_t end(::std::size_t _at, const " + scoped_name(declaration) + "& _value);";
}

void write_end_function(Writer& writer, const Struct& subject) {
  std::vector<std::string> values;
  if (subject.base != nullptr) values.push_back("::dimma::cdr::as_base<" + scoped_name(*subject.base) + ">(_value)");
  for (std::string& each : accesses_of(subject, subject.members, "_value")) values.push_back(std::move(each));
  writer.write(R"(
::std::size_t dimma::cdr::codec<$type$>::end(::std::size_t _at, const $type$& _value) {
  return ::dimma::cdr::end_of_all(_at, $values$);
}
)",
               {{"type", scoped_name(subject)}, {"values", join(values, ", ")}});
  writer.blank_line();
}

const char* traits_base(const Declaration& declaration) {
  switch (declaration.kind) {
    case DeclarationKind::Enum:
      return "enum_traits";
    case DeclarationKind::Bitmask:
      return "bitmask_traits";
    case DeclarationKind::Interface:
      if (is_abstract(as<Interface>(declaration))) return "abstract_interface_traits";
      return is_remote(as<Interface>(declaration)) ? "interface_traits" : "local_interface_traits";
    default:
      return "struct_traits";
  }
}

std::string mask_bits(const Declaration& declaration) {
  return declaration.kind == DeclarationKind::Bitmask ? ", " + std::to_string(as<Bitmask>(declaration).bit_bound) : "";
}

// Returns the bound that enum_traits cannot derive from the C++ type; empty if it can.
std::string bit_bound(const Declaration& declaration) {
  if (declaration.kind != DeclarationKind::Enum) return {};
  const unsigned bits = as<Enum>(declaration).bit_bound;
  if (bits == 8 || bits == 16 || bits == 32) return {};
  return "\n  using bit_bound = ::std::integral_constant<::std::uint8_t, " + std::to_string(bits) + ">;\n";
}

void write_union_codec(Writer& writer, const Union& subject, const Elements& elements) {
  writer.write(R"(
template <>
struct dimma::cdr::codec<$type$> {
  static constexpr ::std::size_t octets_min = codec<$discriminator$>::octets_min;
  static void write(Encoder& _out, const $type$& _value);
  static void read(Decoder& _in, $type$& _value);$end$$batches$
};
)",
               {{"type", scoped_name(subject)},
                {"discriminator", spell(*subject.discriminator)},
                {"end", end_declaration(subject)},
                {"batches", batch_declarations(subject, elements)}});
}

void write_union_codec_functions(Writer& writer, const Union& subject, const Elements& elements) {
  writer.write(R"(
void dimma::cdr::codec<$type$>::write(Encoder& _out, const $type$& _value) {
  ::dimma::cdr::write_union<&$type$::_branch_of>(_out, _value._discriminator, _value._held);
}

void dimma::cdr::codec<$type$>::read(Decoder& _in, $type$& _value) {
  ::dimma::cdr::read_union<&$type$::_branch_of>(_in, _value._discriminator, _value._held);
}
)",
               {{"type", scoped_name(subject)}});
  writer.blank_line();
  if (has_batch_functions(subject, elements)) write_batch_functions(writer, subject);
  if (!has_extent(subject)) return;
  writer.write(R"(
::std::size_t dimma::cdr::codec<$type$>::end(::std::size_t _at, const $type$& _value) {
  return ::dimma::cdr::end_of_union(_at, _value._discriminator, _value._held);
}
)",
               {{"type", scoped_name(subject)}});
  writer.blank_line();
}

}  // namespace

void write_traits(Writer& writer, const Declaration& declaration) {
  if (declaration.kind == DeclarationKind::ValueType) return write_value_traits(writer, as<ValueType>(declaration));
  if (declaration.kind == DeclarationKind::ValueBox) return write_value_box_traits(writer, as<ValueBox>(declaration));
  writer.write(R"(
template <>
struct IDL::traits<$type$> : ::dimma::$base$<$type$$bits$> {$bit_bound$};
)",
               {{"type", scoped_name(declaration)},
                {"base", traits_base(declaration)},
                {"bits", mask_bits(declaration)},
                {"bit_bound", bit_bound(declaration)}});
}

void write_codec(Writer& writer, const Declaration& declaration, const Elements& elements) {
  const std::string type = scoped_name(declaration);
  if (declaration.kind == DeclarationKind::Enum && has_own_values(as<Enum>(declaration))) {
    std::vector<std::string> enumerators;
    for (const Enumerator* each : as<Enum>(declaration).enumerators) enumerators.push_back(scoped_name(*each));
    writer.write("template <>\nstruct dimma::cdr::codec<$type$> : ::dimma::cdr::valued_enum_codec<$type$, $all$> {};",
                 {{"type", type}, {"all", join(enumerators, ", ")}});
    return;
  }
  if (declaration.kind == DeclarationKind::Bitmask || declaration.kind == DeclarationKind::Bitset) {
    const char* const base = declaration.kind == DeclarationKind::Bitmask ? "bitmask_codec" : "bitset_codec";
    writer.write("template <>\nstruct dimma::cdr::codec<$type$> : ::dimma::cdr::$base$<$type$> {};",
                 {{"type", type}, {"base", base}});
    return;
  }
  if (declaration.kind == DeclarationKind::Enum) {
    writer.write(R"(
template <>
struct dimma::cdr::codec<$type$> : ::dimma::cdr::enum_codec<$type$, $count$> {};
)",
                 {{"type", type}, {"count", std::to_string(as<Enum>(declaration).enumerators.size())}});
    return;
  }
  if (declaration.kind == DeclarationKind::Union) return write_union_codec(writer, as<Union>(declaration), elements);
  if (is_fixed_struct(declaration)) return write_fixed_struct_codec(writer, as<Struct>(declaration));
  const std::vector<Member*>* members = members_of(declaration);
  if (members == nullptr) return;
  writer.write(R"(
template <>
struct dimma::cdr::codec<$type$> {
  static constexpr ::std::size_t octets_min =$octets$;
  static void write(Encoder& _out, const $type$& _value);
  static void read(Decoder& _in, $type$& _value);$end$$batches$
};
)",
               {{"type", type},
                {"octets", octets_min(declaration, *members)},
                {"end", end_declaration(declaration)},
                {"batches", batch_declarations(declaration, elements)}});
}

void write_codec_functions(Writer& writer, const Declaration& declaration, const Elements& elements) {
  if (declaration.kind == DeclarationKind::ValueType) return write_value_functions(writer, as<ValueType>(declaration));
  if (declaration.kind == DeclarationKind::ValueBox)
    return write_value_box_functions(writer, as<ValueBox>(declaration));
  if (declaration.kind == DeclarationKind::Union)
    return write_union_codec_functions(writer, as<Union>(declaration), elements);
  const std::vector<Member*>* members = members_of(declaration);
  if (members == nullptr || is_fixed_struct(declaration)) return;
  Writer writes;
  Writer reads;
  if (const Struct* base = base_of(declaration)) {
    writes.write("codec<$base$>::write(_out, _value);", {{"base", scoped_name(*base)}});
    reads.write("codec<$base$>::read(_in, _value);", {{"base", scoped_name(*base)}});
  }
  // Valuetypes need an enclosing WritingValues or ReadingValues. Only the codec of an exception creates one itself.
  if (declaration.kind == DeclarationKind::Exception && holds_values(declaration)) {
    writes.write("const ::dimma::cdr::WritingValues _values(_out);");
    reads.write("const ::dimma::cdr::ReadingValues _values(_in);");
  }
  write_member_calls(writes, reads, declaration, *members);
  const bool empty = members->empty() && base_of(declaration) == nullptr;
  writer.write(R"(
void dimma::cdr::codec<$type$>::write(Encoder&$out$, const $type$&$value$) {
  $writes$
}

void dimma::cdr::codec<$type$>::read(Decoder&$in$, $type$&$value$) {
  $reads$
}
)",
               {{"type", scoped_name(declaration)},
                {"out", empty ? "" : " _out"},
                {"in", empty ? "" : " _in"},
                {"value", empty ? "" : " _value"},
                {"writes", writes.text()},
                {"reads", reads.text()}});
  writer.blank_line();
  if (has_extent(declaration)) write_end_function(writer, as<Struct>(declaration));
  if (has_batch_functions(declaration, elements)) write_batch_functions(writer, declaration);
}

}  // namespace dimma::idl::cxx
