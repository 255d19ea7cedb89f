// Decodes TypeCodes (CORBA 3.3 part 2, 9.3.5.1). Octets from a peer may be hostile, so a decoded graph has at most as
// many nodes as there are octets. A type may contain itself only through a sequence or a value, and only if the cycle
// contains a struct, a union or a value.

#include "cdr/typecode/typecode_cache.hpp"
#include "cdr/typecode/typecode_graph.hpp"
#include "cdr/typecode/typecode_kinds.hpp"
#include "cdr/typecode/typecode_label.hpp"

#include <dimma/any.hpp>

#include <algorithm>
#include <map>

namespace dimma::cdr {

namespace {

using CORBA::TCKind;
using CORBA::TypeCode;

const TypeCode* constant_of(TCKind kind) {
  static constexpr const TypeCode* constants[] = {
      &CORBA::_tc_null,  &CORBA::_tc_void,  &CORBA::_tc_short,   &CORBA::_tc_long,    &CORBA::_tc_ushort,
      &CORBA::_tc_ulong, &CORBA::_tc_float, &CORBA::_tc_double,  &CORBA::_tc_boolean, &CORBA::_tc_char,
      &CORBA::_tc_octet, &CORBA::_tc_any,   &CORBA::_tc_TypeCode};
  switch (kind) {
    case TCKind::tk_longlong:
      return &CORBA::_tc_longlong;
    case TCKind::tk_ulonglong:
      return &CORBA::_tc_ulonglong;
    case TCKind::tk_longdouble:
      return &CORBA::_tc_longdouble;
    case TCKind::tk_wchar:
      return &CORBA::_tc_wchar;
    default:
      break;
  }
  const auto index = static_cast<std::size_t>(kind);
  return index < std::size(constants) ? constants[index] : nullptr;
}

class TypeCodeReader {
 public:
  const TypeCode* read(Decoder& in) { return read(in, in.get<std::uint32_t>()); }
  // Decodes the part of a TypeCode that follows the kind, which is `number`.
  const TypeCode* read(Decoder& in, std::uint32_t number) {
    if (number == typecode_indirection) return read_indirection(in);
    const std::byte* const at = in.rest().data() - sizeof number;
    if (number > static_cast<std::uint32_t>(TCKind::tk_event)) in.malformed("a TypeCode of an unknown kind");
    const auto kind = static_cast<TCKind>(number);
    if (const TypeCode* const constant = constant_of(kind)) return constant;
    TypeCode& made = graph_->make(kind);
    if (!is_complex(kind)) return read_simple(in, made);

    in.enter();
    Frame self{&made, at, innermost_};
    innermost_ = &self;
    Decoder parameters = in.get_encapsulation();
    read_parameters(parameters, made);
    innermost_ = self.outer;
    in.exit();
    known_[at] = &made;
    return &made;
  }

  CORBA::typecode_reference reference(const TypeCode* type) const { return graph_->reference(*type); }

 private:
  // A TypeCode that is being read, linked to the enclosing TypeCode.
  struct Frame {
    TypeCode* type;
    const std::byte* at;
    Frame* outer;
  };

  const TypeCode* read_indirection(Decoder& in) {
    const std::byte* const from = in.rest().data() + ((4 - in.position() % 4) % 4);
    const std::int64_t offset = in.get<std::int32_t>();
    if (offset >= 0) in.malformed("a TypeCode indirection that points forward");
    bool may_end = false;
    bool has_holder = false;
    for (const Frame* frame = innermost_; frame != nullptr; frame = frame->outer) {
      const TCKind kind = frame->type->kind();
      const bool is_of_value = is_value(kind) || kind == TCKind::tk_value_box;
      may_end = may_end || kind == TCKind::tk_sequence || is_of_value;
      has_holder = has_holder || kind == TCKind::tk_struct || kind == TCKind::tk_union || is_of_value;
      if (from - frame->at != -offset) continue;
      if (!may_end || !has_holder) in.malformed("a TypeCode that contains itself other than through a sequence");
      return frame->type;
    }
    for (auto known = known_.begin(); known != known_.end(); ++known) {
      if (from - known->first == -offset) return known->second;
    }
    in.malformed("an indirection that points to no TypeCode");
  }

  const TypeCode* read_simple(Decoder& in, TypeCode& made) {
    TypeCode::Description description;
    if (has_length(made.kind())) {
      description.length = in.get<std::uint32_t>();
    } else if (made.kind() == TCKind::tk_fixed) {
      constexpr std::uint16_t digits_max = 31;
      description.length = in.get<std::uint16_t>();
      description.number = in.get<std::int16_t>();
      if (description.length == 0 || description.length > digits_max)
        in.malformed("a fixed with an invalid number of digits");
    } else {
      in.malformed("a TypeCode of a kind that no IDL type has");
    }
    made._complete(description);
    return &made;
  }

  void read_parameters(Decoder& in, TypeCode& made) {
    const TCKind kind = made.kind();
    TypeCode::Description description;
    if (is_named(kind)) {
      description.id = graph_->keep(in.get_string_view());
      description.name = graph_->keep(in.get_string_view());
    }
    if (is_value(kind)) {
      description.number = in.get<std::int16_t>();
      description.content = read(in);
      if (description.content->kind() == TCKind::tk_null) {
        description.content = nullptr;
      } else if (!is_value(description.content->kind())) {
        in.malformed("a valuetype whose base is not a valuetype");
      }
      if (description.content != nullptr && is_being_read(*description.content)) {
        in.malformed("a valuetype that is a base of itself");
      }
    } else if (has_content(kind) || kind == TCKind::tk_union) {
      description.content = read(in);
      check_content(in, kind, *description.content);
    }
    if (has_length(kind)) description.length = in.get<std::uint32_t>();
    // Any negative number means that no default member exists; omniORB sends -1 and another one.
    if (kind == TCKind::tk_union) description.number = std::max(in.get<std::int32_t>(), -1);
    // A member's type may refer to this TypeCode, but an alias or a union cannot be used before it is complete.
    if (has_members(kind)) description.members = graph_->keep(read_members(in, kind, description));
    if (kind == TCKind::tk_union && description.number >= static_cast<std::int64_t>(description.members.size())) {
      in.malformed("a union whose default member does not exist");
    }
    made._complete(description);
  }

  bool is_being_read(const TypeCode& type) const {
    for (const Frame* frame = innermost_; frame != nullptr; frame = frame->outer) {
      if (frame->type == &type) return true;
    }
    return false;
  }

  // An alias that is still being read has no content yet.
  void check_is_whole(const Decoder& in, const TypeCode* type) const {
    for (;; type = type->_description().content) {
      if (is_being_read(*type)) in.malformed("a union whose discriminator type contains it");
      if (type->kind() != TCKind::tk_alias) return;
    }
  }

  void check_content(const Decoder& in, TCKind kind, const TypeCode& content) const {
    if (kind == TCKind::tk_union) check_is_whole(in, &content);
    if (kind == TCKind::tk_union && !is_discriminator(content._without_aliases().kind())) {
      in.malformed("a union with an invalid discriminator type");
    }
    if (!is_type(content.kind())) in.malformed("a TypeCode of something that has no values in it");
  }

  std::vector<TypeCode::Member> read_members(Decoder& in, TCKind kind, const TypeCode::Description& description) {
    constexpr std::size_t member_octets_min = 4;
    const std::uint32_t count = in.get_length(member_octets_min);
    std::vector<TypeCode::Member> members;
    members.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      auto& member = members.emplace_back();
      if (kind == TCKind::tk_union) member.label = read_label(in, *description.content);
      member.name = graph_->keep(in.get_string_view());
      if (has_typed_members(kind)) {
        member.type = read(in);
        if (!is_type(member.type->kind())) in.malformed("a member of a type that has no values");
      }
      if (is_value(kind)) member.visibility = in.get<std::int16_t>();
    }
    return members;
  }

  static bool is_type(TCKind kind) {
    return kind != TCKind::tk_null && kind != TCKind::tk_void && kind != TCKind::tk_except;
  }

  const std::shared_ptr<TypeCodeGraph> graph_ = std::make_shared<TypeCodeGraph>();
  std::map<const std::byte*, const TypeCode*> known_;
  Frame* innermost_ = nullptr;
};

}  // namespace

namespace {

// Returns the octets of the encapsulation if all of them have arrived and they are short enough for the cache,
// otherwise an empty span.
std::span<const std::byte> parameters_ahead(const Decoder& in) {
  if (in.text_form() != TextForm()) return {};  // the encoding of labels depends on the text form
  Decoder ahead = in;
  if (ahead.remaining() < 2 * sizeof(std::uint32_t)) return {};
  const std::size_t length = ahead.get<std::uint32_t>();
  if (length > TypeCodeCache::octets_max || length > ahead.remaining()) return {};
  return ahead.get_octets(length);
}

}  // namespace

void codec<CORBA::typecode_reference>::read(Decoder& in, CORBA::typecode_reference& value) {
  const auto number = in.get<std::uint32_t>();
  const auto kind = static_cast<TCKind>(number);
  if (const TypeCode* const constant = constant_of(kind)) {
    value = constant->_reference();
    return;
  }
  TypeCodeCache* const cache = TypeCodeCache::of_this_thread();
  const auto parameters = cache != nullptr && is_complex(kind) ? parameters_ahead(in) : std::span<const std::byte>();
  if (!parameters.empty()) {
    if (auto known = cache->find(number, parameters)) {
      value = std::move(known);
      return in.skip(static_cast<std::size_t>(parameters.data() + parameters.size() - in.rest().data()));
    }
  }
  TypeCodeReader reader;
  const TypeCode* const type = reader.read(in, number);
  value = reader.reference(type);
  if (!parameters.empty()) cache->add(number, parameters, value);
}

}  // namespace dimma::cdr
