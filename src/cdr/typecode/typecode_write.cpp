// Encodes TypeCodes (CORBA 3.3 part 2, 9.3.5.1).

#include "cdr/typecode/typecode_kinds.hpp"
#include "cdr/typecode/typecode_label.hpp"

#include <dimma/any.hpp>
#include <dimma/minor.hpp>

#include <map>

namespace dimma::cdr {

namespace {

using CORBA::TCKind;
using CORBA::TypeCode;

// In a TypeCode longer than this, repeated parts are encoded as indirections. Other ORBs may not understand these, but
// otherwise a small graph could become a very large message.
constexpr std::size_t written_out_octets_max = std::size_t{1} << 16;

class TypeCodeWriter {
 public:
  explicit TypeCodeWriter(Encoder& out) : out_(out), begin_(out.size()) {}

  void write(const TypeCode& type) {
    if (!is_complex(type.kind())) return write_simple(type);
    if (const auto known = known_.find(&type); known != known_.end()) {
      const bool is_around = known->second.open;
      if (is_around || out_.size() - begin_ > written_out_octets_max) return write_indirection(known->second.at);
    }
    out_.align(sizeof(std::uint32_t));
    Known& self = known_[&type];
    self = {out_.size(), true};
    out_.put(static_cast<std::uint32_t>(type.kind()));
    const auto opened = out_.open_encapsulation();
    write_parameters(type);
    out_.close_encapsulation(opened);
    self.open = false;
  }

 private:
  struct Known {
    std::size_t at = 0;
    bool open = false;  // being written; a reference to it now means that the type contains itself
  };

  // Encodes an indirection: the distance from the offset field itself to the kind that it refers to.
  void write_indirection(std::size_t at) {
    out_.put(typecode_indirection);
    out_.put(static_cast<std::int32_t>(static_cast<std::int64_t>(at) - static_cast<std::int64_t>(out_.size())));
  }

  void write_simple(const TypeCode& type) {
    out_.put(static_cast<std::uint32_t>(type.kind()));
    const auto& description = type._description();
    if (has_length(type.kind())) out_.put(description.length);
    if (type.kind() == TCKind::tk_fixed) {
      out_.put(static_cast<std::uint16_t>(description.length));
      out_.put(static_cast<std::int16_t>(description.number));
    }
  }

  void write_parameters(const TypeCode& type) {
    const auto& description = type._description();
    if (is_named(type.kind())) {
      out_.put_identifier(description.id);
      out_.put_identifier(description.name);
    }
    if (is_value(type.kind())) {
      out_.put(static_cast<std::int16_t>(description.number));
      write(description.content == nullptr ? CORBA::_tc_null : *description.content);
    } else if (description.content != nullptr) {
      write(*description.content);
    }
    if (has_length(type.kind())) out_.put(description.length);
    if (type.kind() == TCKind::tk_union) out_.put(description.number);
    if (has_members(type.kind())) write_members(type);
  }

  void write_members(const TypeCode& type) {
    const auto& description = type._description();
    out_.put_length(description.members.size());
    for (const auto& member : description.members) {
      if (type.kind() == TCKind::tk_union) write_label(out_, *description.content, member.label);
      out_.put_identifier(member.name);
      if (has_typed_members(type.kind())) write(*member.type);
      if (is_value(type.kind())) out_.put(member.visibility);
    }
  }

  Encoder& out_;
  const std::size_t begin_;
  std::map<const TypeCode*, Known> known_;
};

}  // namespace

void write_label(Encoder& out, const TypeCode& discriminator, std::int64_t label) {
  switch (discriminator._without_aliases().kind()) {
    case TCKind::tk_boolean:
    case TCKind::tk_char:
    case TCKind::tk_octet:
      return out.put(static_cast<std::uint8_t>(label));
    case TCKind::tk_wchar:
      return out.put_wchar(static_cast<wchar_t>(label));
    case TCKind::tk_short:
    case TCKind::tk_ushort:
      return out.put(static_cast<std::uint16_t>(label));
    case TCKind::tk_long:
    case TCKind::tk_ulong:
    case TCKind::tk_enum:
      return out.put(static_cast<std::uint32_t>(label));
    case TCKind::tk_longlong:
    case TCKind::tk_ulonglong:
      return out.put(static_cast<std::uint64_t>(label));
    default:
      throw CORBA::BAD_TYPECODE(minor::bad_typecode_malformed, CORBA::COMPLETED_NO,
                                "a union with an invalid discriminator type");
  }
}

std::int64_t read_label(Decoder& in, const TypeCode& discriminator) {
  switch (discriminator._without_aliases().kind()) {
    case TCKind::tk_boolean:
      return in.get_boolean() ? 1 : 0;
    case TCKind::tk_char:
    case TCKind::tk_octet:
      return in.get<std::uint8_t>();
    case TCKind::tk_wchar:
      return in.get_wchar();
    case TCKind::tk_short:
      return in.get<std::int16_t>();
    case TCKind::tk_ushort:
      return in.get<std::uint16_t>();
    case TCKind::tk_long:
      return in.get<std::int32_t>();
    case TCKind::tk_ulong:
    case TCKind::tk_enum:
      return in.get<std::uint32_t>();
    case TCKind::tk_longlong:
    case TCKind::tk_ulonglong:
      return static_cast<std::int64_t>(in.get<std::uint64_t>());
    default:
      in.malformed("a union with an invalid discriminator type");
  }
}

const TypeCode::Member* active_member(const TypeCode& type, std::int64_t label) noexcept {
  const auto& description = type._description();
  const TypeCode::Member* chosen = nullptr;
  for (std::size_t i = 0; i < description.members.size(); ++i) {
    const bool is_default = static_cast<std::int64_t>(i) == description.number;
    if (is_default) {
      chosen = &description.members[i];
    } else if (description.members[i].label == label) {
      return &description.members[i];
    }
  }
  return chosen;
}

void codec<CORBA::typecode_reference>::write(Encoder& out, const CORBA::typecode_reference& value) {
  if (!value) {
    throw CORBA::BAD_PARAM(minor::bad_param_nil_typecode, CORBA::COMPLETED_NO, "the reference to a TypeCode is nil");
  }
  TypeCodeWriter(out).write(*value);
}

}  // namespace dimma::cdr
