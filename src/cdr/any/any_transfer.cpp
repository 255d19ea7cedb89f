#include "cdr/any/any_transfer.hpp"

#include "cdr/any/native_value.hpp"
#include "cdr/typecode/typecode_kinds.hpp"
#include "cdr/typecode/typecode_label.hpp"

#include <dimma/any.hpp>
#include <dimma/generated/cdr/loaned_codec.hpp>
#include <dimma/minor.hpp>

namespace dimma::cdr {

namespace {

using CORBA::TCKind;
using CORBA::TypeCode;

class Transfer {
 public:
  Transfer(Decoder& in, Encoder& out)
      : in_(in), out_(out), effort_left_(in.values() == nullptr ? nullptr : in.values()->effort_left(in)) {}

  void run(const TypeCode& type) {
    if (effort_left_ != nullptr && --*effort_left_ == 0)
      in_.malformed("a TypeCode that is too complex for the size of the value");
    switch (type.kind()) {
      case TCKind::tk_null:
      case TCKind::tk_void:
        return;
      case TCKind::tk_short:
      case TCKind::tk_ushort:
        return block<std::uint16_t>(1);
      case TCKind::tk_long:
      case TCKind::tk_ulong:
      case TCKind::tk_float:
        return block<std::uint32_t>(1);
      case TCKind::tk_double:
      case TCKind::tk_longlong:
      case TCKind::tk_ulonglong:
        return block<std::uint64_t>(1);
      case TCKind::tk_octet:
        return block<std::uint8_t>(1);
      case TCKind::tk_boolean:
        return same<bool>();
      case TCKind::tk_char:
        return same<char>();
      case TCKind::tk_wchar:
        return same<wchar_t>();
      case TCKind::tk_longdouble:
        return same<long double>();
      case TCKind::tk_any:
        return nested_any();
      case TCKind::tk_TypeCode:
        return same<CORBA::typecode_reference>();
      case TCKind::tk_enum:
        return enumerator(type);
      case TCKind::tk_string:
        return text<std::string>(type);
      case TCKind::tk_wstring:
        return text<std::wstring>(type);
      case TCKind::tk_fixed:
        return fixed(type);
      default:
        return constructed(type);
    }
  }

  bool met_reference() const { return met_reference_; }

 private:
  void constructed(const TypeCode& type) {
    in_.enter();
    switch (type.kind()) {
      case TCKind::tk_alias:
        run(*type._description().content);
        break;
      case TCKind::tk_except:
        plain_text();
        members(type);
        break;
      case TCKind::tk_struct:
        members(type);
        break;
      case TCKind::tk_union:
        active_member(type);
        break;
      case TCKind::tk_sequence:
        sequence(type);
        break;
      case TCKind::tk_array:
        elements(*type._description().content, type._description().length);
        break;
      case TCKind::tk_objref:
      case TCKind::tk_local_interface:  // always nil, since other references to local objects cannot be sent
        reference();
        break;
      case TCKind::tk_value:
      case TCKind::tk_value_box:
        value(&type);
        break;
      case TCKind::tk_abstract_interface:
        object_or_value();
        break;
      default:
        throw CORBA::NO_IMPLEMENT(
            minor::no_implement_any_kind, in_.completed(),
            "an Any cannot hold a value of TypeCode kind " + std::to_string(static_cast<std::uint32_t>(type.kind())));
    }
    in_.exit();
  }

  template <class T>
  void block(std::size_t count) {
    if (count == 0) return;
    const bool as_it_stands = sizeof(T) == 1 || in_.order() == out_.order();
    if (in_.comes_in_pieces()) {
      in_.expect_block<T>(count);
      out_.align(sizeof(T));
      std::byte* const to = out_.append(count * sizeof(T));
      in_.copy_block<T>(to, count);
      return as_it_stands ? void() : copy_swapped<T>(to, to, count);
    }
    const std::byte* const from = in_.block_octets<T>(count).data();
    // If `out` encodes a message, `from` points into an argument of the call, which outlives the sending of the
    // message.
    if (as_it_stands) return out_.put_lasting_octets(from, count * sizeof(T), sizeof(T));
    out_.align(sizeof(T));
    copy_swapped<T>(out_.append(count * sizeof(T)), from, count);
  }
  template <class T>
  static void copy_swapped(std::byte* to, const std::byte* from, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const T value = detail::load<T>(from + i * sizeof(T), true);
      std::memcpy(to + i * sizeof(T), &value, sizeof(T));
    }
  }

  // Copies the text, since the octets being read may not outlive the sending of the message.
  void plain_text() { out_.put_string(cdr::read<std::string>(in_)); }

  template <class T>
  void same() {
    codec<T>::write(out_, cdr::read<T>(in_));
  }

  void nested_any() {
    in_.enter();
    CORBA::typecode_reference type;
    codec<CORBA::typecode_reference>::read(in_, type);
    codec<CORBA::typecode_reference>::write(out_, type);
    run(*type);
    in_.exit();
  }

  void enumerator(const TypeCode& type) {
    const auto ordinal = in_.get<std::uint32_t>();
    if (ordinal >= type._description().members.size()) in_.malformed("an enumerator out of range");
    out_.put(ordinal);
  }

  template <class Text>
  void text(const TypeCode& type) {
    const auto value = cdr::read<Text>(in_);
    const std::uint32_t bound = type._description().length;
    if (bound != 0 && value.size() > bound) in_.malformed("a string longer than its bound");
    if constexpr (std::is_same_v<Text, std::string>) {
      out_.put_string(value);
    } else {
      out_.put_wstring(value);
    }
  }

  // Copies a packed decimal, which has half an octet for each digit and half an octet for the sign.
  void fixed(const TypeCode& type) { block<std::uint8_t>((type._description().length + 2) / 2); }

  void members(const TypeCode& type) {
    for (const auto& member : type._description().members) run(*member.type);
  }

  void active_member(const TypeCode& type) {
    const auto& description = type._description();
    const std::int64_t label = read_label(in_, *description.content);
    write_label(out_, *description.content, label);
    if (const auto* const active = cdr::active_member(type, label)) run(*active->type);
  }

  void sequence(const TypeCode& type) {
    const auto& description = type._description();
    if (Decoder ahead = in_; ahead.get<std::uint32_t>() == detail::loan_mark) return loaned_sequence(description);
    const std::uint32_t length = in_.get_length(1);
    if (description.length != 0 && length > description.length) in_.malformed("a sequence longer than its bound");
    out_.put(length);
    elements(*description.content, length);
  }

  // Copies the elements and releases the place, since an Any does not keep loans.
  [[gnu::noinline]] void loaned_sequence(const TypeCode::Description& description) {
    const std::size_t element = native_layout(*description.content).octets;
    if (element == 0) in_.malformed("a loaned sequence of elements that cannot be loaned");
    std::size_t count = 0;
    const LoanBlock block = detail::read_place(in_, count, element);
    if (description.length != 0 && count > description.length) in_.malformed("a sequence longer than its bound");
    out_.put(static_cast<std::uint32_t>(count));
    for (std::size_t i = 0; i < count; ++i) write_native(out_, *description.content, block.data() + i * element);
  }

  void elements(const TypeCode& type, std::uint32_t count) {
    switch (type._without_aliases().kind()) {
      case TCKind::tk_octet:
        return block<std::uint8_t>(count);
      case TCKind::tk_short:
      case TCKind::tk_ushort:
        return block<std::uint16_t>(count);
      case TCKind::tk_long:
      case TCKind::tk_ulong:
      case TCKind::tk_float:
        return block<std::uint32_t>(count);
      case TCKind::tk_longlong:
      case TCKind::tk_ulonglong:
      case TCKind::tk_double:
        return block<std::uint64_t>(count);
      default:
        for (std::uint32_t i = 0; i < count; ++i) run(type);
    }
  }

  // Decodes the value to an object and encodes the object, so that indirections to it keep its identity. If `out_` has
  // a table of values, the value's index in the table is written instead. Without a TypeCode, the type must be one that
  // this process can create.
  void value(const TypeCode* type) {
    write_value(out_, in_.values() == nullptr ? read_value(in_, nullptr) : in_.values()->read(in_, nullptr, type));
  }

  void object_or_value() {
    const bool is_object = in_.get_boolean();
    out_.put(is_object);
    if (is_object) return reference();
    value(nullptr);
  }

  // Copies an IOR: its type id, and its profiles as opaque octets.
  void reference() {
    constexpr std::size_t profile_octets_min = 8;
    met_reference_ = true;
    plain_text();
    const std::uint32_t count = in_.get_length(profile_octets_min);
    out_.put(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      block<std::uint32_t>(1);
      const std::uint32_t octets = in_.get_length(1);
      out_.put(octets);
      block<std::uint8_t>(octets);
    }
  }

  Decoder& in_;
  Encoder& out_;
  std::uint64_t* effort_left_;  // nullptr means unlimited
  bool met_reference_ = false;
};

}  // namespace

bool transfer(Decoder& in, Encoder& out, const TypeCode& type) {
  Transfer transfer(in, out);
  transfer.run(type);
  return transfer.met_reference();
}

}  // namespace dimma::cdr
