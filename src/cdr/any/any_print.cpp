// Prints an Any by its TypeCode, in the same format as a value of the mapped type (dimma/print.hpp).

#include "cdr/any/any_transfer.hpp"
#include "cdr/typecode/typecode_label.hpp"
#include "cdr/typecode/typecode_words.hpp"

#include <dimma/any.hpp>
#include <dimma/generated/cdr/codec.hpp>
#include <dimma/print.hpp>

#include <algorithm>
#include <ostream>
#include <string>

namespace dimma::cdr {

namespace {

using CORBA::TCKind;
using CORBA::TypeCode;

// Returns "M::Point" for "IDL:M/Point:1.0". A prefix in the id becomes a scope, except that of the OMG. Ids of any
// other form are returned unchanged; for a type without an id, the name is returned.
std::string scoped_name(const TypeCode& type) {
  const std::string_view id = type._description().id;
  const auto begin = id.find(':');
  const auto end = id.rfind(':');
  if (!id.starts_with("IDL:") || begin == end) return std::string(id.empty() ? type._description().name : id);
  auto scopes = id.substr(begin + 1, end - begin - 1);
  constexpr std::string_view of_the_standard = "omg.org/";
  if (scopes.starts_with(of_the_standard)) scopes.remove_prefix(of_the_standard.size());
  std::string name;
  for (const char character : scopes) {
    if (character == '/') {
      name += "::";
    } else {
      name += character;
    }
  }
  return name;
}

class Printer {
 public:
  Printer(std::ostream& out, Decoder& in) : out_(out), in_(in) {}

  void print(const TypeCode& type) {
    switch (type.kind()) {
      case TCKind::tk_null:
      case TCKind::tk_void:
        return;
      case TCKind::tk_short:
        return as<std::int16_t>();
      case TCKind::tk_ushort:
        return as<std::uint16_t>();
      case TCKind::tk_long:
        return as<std::int32_t>();
      case TCKind::tk_ulong:
        return as<std::uint32_t>();
      case TCKind::tk_longlong:
        return as<std::int64_t>();
      case TCKind::tk_ulonglong:
        return as<std::uint64_t>();
      case TCKind::tk_float:
        return as<float>();
      case TCKind::tk_double:
        return as<double>();
      case TCKind::tk_longdouble:
        return as<long double>();
      case TCKind::tk_octet:
        return as<std::uint8_t>();
      case TCKind::tk_boolean:
        return as<bool>();
      case TCKind::tk_char:
        return as<char>();
      case TCKind::tk_wchar:
        return as<wchar_t>();
      case TCKind::tk_string:
        return as<std::string>();
      case TCKind::tk_wstring:
        return as<std::wstring>();
      case TCKind::tk_any:
        return as<CORBA::Any>();
      case TCKind::tk_TypeCode:
        return as<CORBA::typecode_reference>();
      case TCKind::tk_fixed:
        return fixed(type);
      default:
        return constructed(type);
    }
  }

 private:
  template <class T>
  void as() {
    printer<T>::print(out_, cdr::read<T>(in_));
  }

  void constructed(const TypeCode& type) {
    const auto& description = type._description();
    in_.enter();
    switch (type.kind()) {
      case TCKind::tk_alias:
        print(*description.content);
        break;
      case TCKind::tk_enum:
        enumerator(type);
        break;
      case TCKind::tk_except:
        in_.get_string_view();
        members(type);
        break;
      case TCKind::tk_struct:
        members(type);
        break;
      case TCKind::tk_union:
        active(type);
        break;
      case TCKind::tk_sequence:
        elements(*description.content, in_.get_length(1), '<', '>');
        break;
      case TCKind::tk_array:
        elements(*description.content, description.length, '[', ']');
        break;
      default:
        object_or_value(type);
    }
    in_.exit();
  }

  void enumerator(const TypeCode& type) {
    const auto ordinal = in_.get<std::uint32_t>();
    const auto& all = type._description().members;
    if (ordinal >= all.size()) return print_number(out_, scoped_name(type), ordinal);
    out_ << scoped_name(type) << "::" << all[ordinal].name;
  }

  void members(const TypeCode& type) {
    out_ << scoped_name(type) << '{';
    const char* between = "";
    for (const auto& member : type._description().members) {
      out_ << between << member.name << '=';
      print(*member.type);
      between = ",";
    }
    out_ << '}';
  }

  void active(const TypeCode& type) {
    out_ << scoped_name(type) << '{';
    if (const auto* const member = active_member(type, read_label(in_, *type._description().content))) {
      out_ << member->name << '=';
      print(*member->type);
    }
    out_ << '}';
  }

  void elements(const TypeCode& type, std::uint32_t count, char open, char close) {
    out_ << open;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (i != 0) out_ << ',';
      print(type);
    }
    out_ << close;
  }

  // Prints a packed decimal, which has half an octet for each digit and half an octet for the sign at the end.
  void fixed(const TypeCode& type) {
    constexpr unsigned negative = 0xd;
    const auto& description = type._description();
    const auto octets = in_.get_octets((description.length + 2) / 2);
    std::string digits;
    for (const std::byte octet : octets) {
      digits += static_cast<char>('0' + (std::to_integer<unsigned>(octet) >> 4U));
      digits += static_cast<char>('0' + (std::to_integer<unsigned>(octet) & 15U));
    }
    const bool is_negative = static_cast<unsigned>(digits.back() - '0') == negative;
    digits.pop_back();
    const auto scale = static_cast<std::size_t>(std::max(0, description.number));
    if (digits.size() <= scale) digits.insert(0, scale + 1 - digits.size(), '0');
    if (scale != 0) digits.insert(digits.size() - scale, 1, '.');
    const auto first = std::min(digits.find_first_not_of('0'), digits.size() - 1);
    digits.erase(0, digits[first] == '.' ? first - 1 : first);
    out_ << (is_negative ? "-" : "") << digits;
  }

  // Prints the repository id of the interface or type, as the printers of mapped types do.
  void object_or_value(const TypeCode& type) {
    if (type.kind() == TCKind::tk_objref) {
      auto ahead = in_;
      const bool is_nil = ahead.get_string_view().empty() && ahead.get<std::uint32_t>() == 0;
      out_ << (is_nil ? "nil" : type._description().id);
    } else {
      out_ << type._description().id;
    }
    Buffer skipped(64);
    Encoder out(skipped);
    const WritingValues table(out);
    transfer(in_, out, type);
  }

  std::ostream& out_;
  Decoder& in_;
};

bool is_number(TCKind kind) noexcept {
  return (kind >= TCKind::tk_short && kind <= TCKind::tk_double) || kind == TCKind::tk_octet ||
         kind == TCKind::tk_longlong || kind == TCKind::tk_ulonglong || kind == TCKind::tk_longdouble ||
         kind == TCKind::tk_fixed;
}

void print_value(std::ostream& out, const CORBA::Any& any) {
  const auto kind = any._type()._without_aliases().kind();
  if (is_number(kind)) out << words(kind) << ' ';
  read_any_value(any, [&](Decoder& in) { Printer(out, in).print(any._type()); });
}

}  // namespace

}  // namespace dimma::cdr

void dimma::printer<CORBA::Any>::print(std::ostream& out, const CORBA::Any& value) {
  out << "any(";
  if (value._value() == nullptr) {
    printer<CORBA::typecode_reference>::print(out, value.type());
  } else {
    try {
      cdr::print_value(out, value);
    } catch (const CORBA::SystemException& exception) {
      out << "? " << exception._detail();  // the value's type cannot be decoded in this process
    }
  }
  out << ')';
}

std::ostream& CORBA::operator<<(std::ostream& out, const CORBA::Any& value) {
  dimma::printer<CORBA::Any>::print(out, value);
  return out;
}
