// DynAnys without components: default values, comparison, DynFixed and DynEnum.

#include "orb/dynamic_any/leaves.hpp"

#include "cdr/typecode/typecode_label.hpp"
#include "cdr/typecode/typecode_words.hpp"

#include <algorithm>

namespace dimma::orb::dynamic_any {

namespace {

class Defaults {
 public:
  explicit Defaults(cdr::Encoder& out) : out_(out) {}

  void write(const TypeCode& type) {
    constexpr unsigned depth_max = 512;
    if (++parts_ > parts_max || ++depth_ > depth_max) too_many_parts();
    const auto& description = type._description();
    switch (type.kind()) {
      case TCKind::tk_alias:
        write(*description.content);
        break;
      case TCKind::tk_except:
        out_.put_identifier(description.id);
        write_members(type);
        break;
      case TCKind::tk_struct:
        write_members(type);
        break;
      case TCKind::tk_union: {
        const std::int64_t label = first_label(type);
        cdr::write_label(out_, *description.content, label);
        if (const auto* const member = cdr::active_member(type, label)) write(*member->type);
        break;
      }
      case TCKind::tk_array:
        for (std::uint32_t i = 0; i < description.length; ++i) write(*description.content);
        break;
      case TCKind::tk_sequence:
        out_.put(std::uint32_t{0});
        break;
      case TCKind::tk_fixed:
        IDL::fixed_number()._write(out_, static_cast<std::uint16_t>(description.length),
                                   static_cast<std::uint16_t>(description.number));
        break;
      default:
        write_leaf(type.kind());
        break;
    }
    --depth_;
  }

 private:
  void write_members(const TypeCode& type) {
    for (const auto& member : type._description().members) write(*member.type);
  }

  void write_leaf(TCKind kind) {
    switch (kind) {
      case TCKind::tk_boolean:
      case TCKind::tk_octet:
        return out_.put(std::uint8_t{0});
      case TCKind::tk_char:
        return cdr::write(out_, '\0');
      case TCKind::tk_wchar:
        return cdr::write(out_, L'\0');
      case TCKind::tk_short:
      case TCKind::tk_ushort:
        return out_.put(std::uint16_t{0});
      case TCKind::tk_long:
      case TCKind::tk_ulong:
      case TCKind::tk_float:
      case TCKind::tk_enum:
        return out_.put(std::uint32_t{0});
      case TCKind::tk_longlong:
      case TCKind::tk_ulonglong:
      case TCKind::tk_double:
        return out_.put(std::uint64_t{0});
      case TCKind::tk_longdouble:
        return out_.put_long_double(0);
      case TCKind::tk_string:
        return out_.put_string({});
      case TCKind::tk_wstring:
        return cdr::write(out_, std::wstring());
      case TCKind::tk_any:
        return cdr::write(out_, CORBA::Any());
      case TCKind::tk_TypeCode:
        return cdr::write(out_, CORBA::_tc_null._reference());
      case TCKind::tk_objref:
      case TCKind::tk_local_interface:
        return cdr::write_object(out_, nullptr);
      case TCKind::tk_value:
      case TCKind::tk_value_box:
      case TCKind::tk_event:
        return cdr::write_value(out_, nullptr);
      case TCKind::tk_abstract_interface:
        return cdr::write(out_, CORBA::abstractbase_reference<CORBA::AbstractBase>());
      default:
        return;
    }
  }

  cdr::Encoder& out_;
  std::uint32_t parts_ = 0;
  unsigned depth_ = 0;
};

bool same_octets(Node& one, Node& other) {
  cdr::Buffer buffers[2] = {cdr::Buffer(64), cdr::Buffer(64)};
  cdr::Encoder first(buffers[0]);
  cdr::Encoder second(buffers[1]);
  one.write(first);
  other.write(second);
  return std::ranges::equal(first.octets(), second.octets());
}

bool same_object(const CORBA::object_reference<CORBA::Object>& one,
                 const CORBA::object_reference<CORBA::Object>& other) {
  return one && other ? one._shared() == other._shared() || one->_is_equivalent(other) : !one && !other;
}

}  // namespace

void write_default(cdr::Encoder& out, const TypeCode& type) { Defaults(out).write(type); }

bool Node::same_value(Node& other, Compared& compared) {
  switch (kind()) {
    case TCKind::tk_float:
      return get_float() == other.get_float();
    case TCKind::tk_double:
      return get_double() == other.get_double();
    case TCKind::tk_longdouble:
      return get_longdouble() == other.get_longdouble();
    case TCKind::tk_TypeCode:
      return get_typecode()->equal(other.get_typecode());
    case TCKind::tk_objref:
    case TCKind::tk_local_interface:
      return same_object(get_reference(), other.get_reference());
    case TCKind::tk_abstract_interface: {
      const auto one = get_abstract();
      const auto another = other.get_abstract();
      if (!one || !another) return !one && !another;
      return one->_to_value() == another->_to_value() && same_object(one->_to_object(), another->_to_object());
    }
    case TCKind::tk_any: {
      const auto one = node_of(get_dyn_any(), context_);
      const auto another = node_of(other.get_dyn_any(), context_);
      return one->type()->equivalent(another->type()) && one->same_as(*another, compared);
    }
    default:
      return same_octets(*this, other);
  }
}

std::string FixedNode::get_value() {
  require_alive();
  IDL::fixed_number number;
  decode(value(), [&](cdr::Decoder& in) { number = IDL::fixed_number::_read(in, digits(), scale()); });
  return number.to_string();
}

bool FixedNode::set_value(const std::string& val) {
  require_alive();
  constexpr const char* spaces = " \t\r\n\v\f";
  const auto first = val.find_first_not_of(spaces);
  const auto refuse = [&val] { throw TypeMismatch("'" + val + "' is not a decimal number"); };
  if (first == std::string::npos) refuse();
  std::string_view rest(val);
  rest = rest.substr(first, val.find_last_not_of(spaces) + 1 - first);
  const bool is_negative = rest.starts_with('-');
  if (is_negative || rest.starts_with('+')) rest.remove_prefix(1);
  if (rest.ends_with('d') || rest.ends_with('D')) rest.remove_suffix(1);
  const auto is_digits = [](std::string_view text) { return text.find_first_not_of("0123456789") == text.npos; };
  const auto point = rest.find('.');
  std::string_view before = rest.substr(0, point);
  std::string_view behind = point == rest.npos ? std::string_view() : rest.substr(point + 1);
  if (before.size() + behind.size() == 0 || !is_digits(before) || !is_digits(behind)) refuse();

  before.remove_prefix(std::min(before.find_first_not_of('0'), before.size()));
  if (before.size() > std::size_t{digits()} - scale()) {
    throw InvalidValue("'" + val + "' has more digits before the point than fixed<" + std::to_string(digits()) + ", " +
                       std::to_string(scale()) + ">");
  }
  const std::string_view lost = behind.substr(std::min<std::size_t>(behind.size(), scale()));
  behind.remove_suffix(lost.size());
  const std::string kept = (is_negative ? "-0" : "0") + std::string(before) + "." + std::string(behind);
  take(encoded([&](cdr::Encoder& out) { IDL::fixed_number(kept)._write(out, digits(), scale()); }));
  return lost.find_first_not_of('0') == lost.npos;
}

std::uint32_t EnumNode::get_as_ulong() {
  require_alive();
  std::uint32_t ordinal = 0;
  decode(value(), [&](cdr::Decoder& in) { ordinal = in.get<std::uint32_t>(); });
  return ordinal;
}

std::string EnumNode::get_as_string() { return std::string(plain()._description().members[get_as_ulong()].name); }

void EnumNode::set_as_ulong(std::uint32_t value) {
  require_alive();
  const std::size_t enumerators = plain()._description().members.size();
  if (value >= enumerators) {
    throw InvalidValue(cdr::words(plain()) + " has no enumerator " + std::to_string(value) + ", but 0 to " +
                       std::to_string(enumerators - 1));
  }
  take(CORBA::Any::_enumerator(type(), value));
}

void EnumNode::set_as_string(const std::string& value) {
  require_alive();
  const auto members = plain()._description().members;
  const auto found = std::find_if(members.begin(), members.end(), [&](const auto& each) { return each.name == value; });
  if (found == members.end() || value.empty()) {
    throw InvalidValue(cdr::words(plain()) + " has no enumerator '" + value + "'");
  }
  set_as_ulong(static_cast<std::uint32_t>(found - members.begin()));
}

}  // namespace dimma::orb::dynamic_any
