// The insert_ and get_ functions. They access a DynAny without components, or the current component of another DynAny.

#include "orb/dynamic_any/node.hpp"

#include "cdr/typecode/typecode_kinds.hpp"
#include "cdr/typecode/typecode_words.hpp"
#include "orb/dynamic_any/refusals.hpp"

#include <type_traits>

namespace dimma::orb::dynamic_any {

namespace {

bool is_value_kind(TCKind kind) { return cdr::is_value(kind) || kind == TCKind::tk_value_box; }

// Returns true if an accessor for kind `wanted` may be used for a type of kind `kind`.
bool is_kind(TCKind kind, TCKind wanted) {
  if (wanted == TCKind::tk_objref) return kind == TCKind::tk_objref || kind == TCKind::tk_local_interface;
  return kind == wanted;
}

template <class T>
constexpr bool is_text = std::is_same_v<T, std::string> || std::is_same_v<T, std::wstring>;

}  // namespace

Node& Node::current() {
  if (position() < 0) refuse_position(plain());
  return *components()[static_cast<std::size_t>(position())];
}

Node& Node::accessed(TCKind wanted) {
  require_alive();
  Node& node = is_composite() ? current() : *this;
  if (node.is_composite() || !is_kind(node.kind(), wanted))
    refuse_kind(cdr::words(wanted), node.plain(), &node != this);
  return node;
}

Node& Node::accessed_value() {
  require_alive();
  constexpr std::string_view asked_for = "a value of a valuetype";
  if (is_value_kind(kind())) return *this;
  if (!is_composite()) refuse_kind(asked_for, plain(), false);
  Node& node = current();
  if (!is_value_kind(node.kind())) refuse_kind(asked_for, node.plain(), true);
  return node;
}

Node& Node::accessed_elements(TCKind element) {
  require_alive();
  const auto has_such = [element](const Node& node) {
    const bool is_list = node.kind() == TCKind::tk_sequence || node.kind() == TCKind::tk_array;
    return is_list && node.plain()._description().content->_without_aliases().kind() == element;
  };
  if (has_such(*this)) return *this;
  const auto refuse = [element](const Node& node, bool is_component) {
    refuse_kind("a sequence or array of " + cdr::words(element), node.plain(), is_component);
  };
  if (!is_composite()) refuse(*this, false);
  Node& node = current();
  if (!has_such(node)) refuse(node, true);
  return node;
}

template <class T>
void Node::put(TCKind wanted, T value) {
  Node& node = accessed(wanted);
  if constexpr (is_text<T>) {
    const std::uint32_t bound = node.plain()._description().length;
    if (bound != 0 && value.size() > bound) refuse_length(value.size(), bound, node.plain());
  }
  node.take({node.type_, new TypedValue<T>(std::move(value))});
}

// Returns the value as it was inserted, or decodes it.
template <class T>
T Node::held() {
  const CORBA::Any any = value();
  if (const void* const same = any._value()->of_type(&type_tag<T>)) return *static_cast<const T*>(same);
  T taken = T();
  decode(any, [&taken](cdr::Decoder& in) { cdr::codec<T>::read(in, taken); });
  return taken;
}

template <class T>
T Node::get(TCKind wanted) {
  return accessed(wanted).held<T>();
}

template <class Sequence>
void Node::put_all(TCKind element, const Sequence& value) {
  Node& node = accessed_elements(element);
  const std::uint32_t length = node.plain()._description().length;
  const bool is_array = node.kind() == TCKind::tk_array;
  if (is_array ? value.size() != length : length != 0 && value.size() > length) {
    refuse_length(value.size(), length, node.plain());
  }
  node.take(node.encoded([&](cdr::Encoder& out) {
    if (!is_array) return cdr::codec<Sequence>::write(out, value);
    for (const auto& each : value) cdr::codec<typename Sequence::value_type>::write(out, each);
  }));
}

template <class Sequence>
Sequence Node::get_all(TCKind element) {
  Node& node = accessed_elements(element);
  Sequence taken;
  decode(node.value(), [&](cdr::Decoder& in) {
    if (node.kind() == TCKind::tk_sequence) return cdr::codec<Sequence>::read(in, taken);
    const std::uint32_t length = node.plain()._description().length;
    for (std::uint32_t i = 0; i < length; ++i) taken.push_back(cdr::read<typename Sequence::value_type>(in));
  });
  return taken;
}

#define DIMMA_PLAIN(NAME, TYPE, ARGUMENT, KIND)                                \
  void Node::insert_##NAME(ARGUMENT value) { put<TYPE>(TCKind::KIND, value); } \
  TYPE Node::get_##NAME() { return get<TYPE>(TCKind::KIND); }
DIMMA_PLAIN(boolean, bool, bool, tk_boolean)
DIMMA_PLAIN(octet, std::uint8_t, std::uint8_t, tk_octet)
DIMMA_PLAIN(char, char, char, tk_char)
DIMMA_PLAIN(short, std::int16_t, std::int16_t, tk_short)
DIMMA_PLAIN(ushort, std::uint16_t, std::uint16_t, tk_ushort)
DIMMA_PLAIN(long, std::int32_t, std::int32_t, tk_long)
DIMMA_PLAIN(ulong, std::uint32_t, std::uint32_t, tk_ulong)
DIMMA_PLAIN(float, float, float, tk_float)
DIMMA_PLAIN(double, double, double, tk_double)
DIMMA_PLAIN(string, std::string, const std::string&, tk_string)
DIMMA_PLAIN(longlong, std::int64_t, std::int64_t, tk_longlong)
DIMMA_PLAIN(ulonglong, std::uint64_t, std::uint64_t, tk_ulonglong)
DIMMA_PLAIN(longdouble, long double, long double, tk_longdouble)
DIMMA_PLAIN(wchar, wchar_t, wchar_t, tk_wchar)
DIMMA_PLAIN(wstring, std::wstring, const std::wstring&, tk_wstring)
DIMMA_PLAIN(any, CORBA::Any, const CORBA::Any&, tk_any)
DIMMA_PLAIN(abstract, CORBA::abstractbase_reference<CORBA::AbstractBase>,
            CORBA::abstractbase_reference<CORBA::AbstractBase>, tk_abstract_interface)
#undef DIMMA_PLAIN

#define DIMMA_WHOLE(NAME, SEQUENCE)                                                                      \
  void Node::insert_##NAME##_seq(const SEQUENCE& value) { put_all<SEQUENCE>(TCKind::tk_##NAME, value); } \
  SEQUENCE Node::get_##NAME##_seq() { return get_all<SEQUENCE>(TCKind::tk_##NAME); }
DIMMA_FOR_EACH_DYNAMIC_SEQUENCE(DIMMA_WHOLE)
#undef DIMMA_WHOLE

void Node::insert_typecode(CORBA::typecode_reference value) {
  if (!value) throw InvalidValue("a nil reference to a TypeCode");
  put(TCKind::tk_TypeCode, std::move(value));
}
CORBA::typecode_reference Node::get_typecode() { return get<CORBA::typecode_reference>(TCKind::tk_TypeCode); }

void Node::insert_reference(CORBA::object_reference<CORBA::Object> value) {
  const auto& id = accessed(TCKind::tk_objref).plain()._description().id;
  const bool is_any_object = id.empty() || id == CORBA::_tc_Object._description().id;
  if (value && !is_any_object && !value->_is_a(std::string(id))) {
    throw TypeMismatch("the object does not have the interface " + std::string(id));
  }
  put(TCKind::tk_objref, std::move(value));
}
CORBA::object_reference<CORBA::Object> Node::get_reference() {
  return get<CORBA::object_reference<CORBA::Object>>(TCKind::tk_objref);
}

void Node::insert_dyn_any(DynAnyRef value) { put(TCKind::tk_any, node_of(value, context_)->to_any()); }
DynAnyRef Node::get_dyn_any() {
  const auto any = get<CORBA::Any>(TCKind::tk_any);
  require_consistent(any._type());
  return make_node({any.type(), any, context_})->reference();
}

void Node::insert_val(CORBA::valuetype_reference<CORBA::ValueBase> value) {
  Node& node = accessed_value();
  if (value && !is_of_type(*value, node.plain())) {
    throw TypeMismatch("the value is not of the type " + cdr::words(node.plain()));
  }
  using Held = CORBA::valuetype_reference<CORBA::ValueBase>;
  node.take({node.type_, new TypedValue<Held>(std::move(value))});
}
CORBA::valuetype_reference<CORBA::ValueBase> Node::get_val() {
  return accessed_value().held<CORBA::valuetype_reference<CORBA::ValueBase>>();
}

}  // namespace dimma::orb::dynamic_any
