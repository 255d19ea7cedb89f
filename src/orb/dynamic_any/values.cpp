// DynAnys for valuetypes and value boxes.

#include "orb/dynamic_any/composites.hpp"

#include "cdr/any/described_value.hpp"
#include "cdr/typecode/typecode_kinds.hpp"

#include <dimma/minor.hpp>

namespace dimma::orb::dynamic_any {

namespace {

using ValueRef = CORBA::valuetype_reference<CORBA::ValueBase>;

ValueRef value_in(const CORBA::Any& any) {
  ValueRef value;
  any_access<ValueRef>::extract(any, value);
  return value;
}

// Returns true if the TypeCode does not describe the state, because the type is abstract or ValueBase.
bool is_abstract(const TypeCode& type) {
  return cdr::is_value(type.kind()) && (type._description().number == CORBA::VM_ABSTRACT ||
                                        type._description().id == CORBA::_tc_ValueBase._description().id);
}

[[noreturn]] void refuse_state(const TypeCode& type) {
  throw CORBA::NO_IMPLEMENT(
      minor::no_implement_value_state, CORBA::COMPLETED_NO,
      "the state of a value of " + std::string(type._description().id) + " is not described by its TypeCode");
}

}  // namespace

bool is_of_type(const CORBA::ValueBase& value, const TypeCode& type) {
  if (is_abstract(type)) return true;
  for (const ValueType* each = &value._type_of_value(); each != nullptr; each = each->truncatable_to) {
    if (each->repository_id == type._description().id) return true;
  }
  return false;
}

NullableNode::Components NullableNode::split(const CORBA::Any* whole) {
  const ValueRef value = whole == nullptr ? ValueRef() : value_in(*whole);
  null_ = !value;
  return value ? split_state(*value) : Components();
}

// The state of a derived valuetype begins with the state of its bases.
NullableNode::Components NullableNode::split_state(const CORBA::ValueBase& value) const {
  if (is_abstract(plain())) return {};
  const bool is_told = plain().kind() == TCKind::tk_value_box || plain()._description().number != CORBA::VM_CUSTOM;
  if (!is_told || value._type_of_value().is_custom) refuse_state(plain());
  cdr::Buffer buffer(256);
  cdr::Encoder out(buffer);
  cdr::ValueTable values;
  {
    const cdr::WritingValues written(out, &values);
    value._write_state(out);
  }
  cdr::Decoder in(out.octets());
  in.context(context().get());
  const cdr::ReadingValues table(in, &values);
  Components made;
  for (const TypeCode* const type : parts()) made.push_back(read_component(in, *type));
  return made;
}

std::shared_ptr<CORBA::ValueBase> NullableNode::value_of_components() {
  cdr::Buffer buffer(256);
  cdr::Encoder out(buffer);
  cdr::ValueTable values;
  {
    const cdr::WritingValues written(out, &values);
    for (const auto& each : components()) each->write(out);
  }
  cdr::Decoder in(out.octets());
  in.context(context().get());
  const cdr::ReadingValues table(in, &values);
  auto made = cdr::make_empty_value(in, plain());
  if (made->_type_of_value().is_custom) refuse_state(plain());
  made->_read_state(in);
  return made;
}

void NullableNode::write_components(cdr::Encoder& out) {
  cdr::write_value(out, null_ ? nullptr : value_of_components());
}

bool NullableNode::same_content(Node& other, Compared& compared) {
  auto* const another = dynamic_cast<NullableNode*>(&other);
  if (another == nullptr) return false;
  if (unchanged() != nullptr && another->unchanged() != nullptr) {
    const ValueRef one = value_in(*unchanged());
    const ValueRef two = value_in(*another->unchanged());
    if (one == two) return true;
    if (!one || !two || one->_type_of_value().repository_id != two->_type_of_value().repository_id) return false;
    // A pair that has already been visited counts as equal: a difference ends the comparison where it is found.
    if (!compared.emplace(one._shared().get(), two._shared().get()).second) return true;
  }
  return null() == another->null() && Node::same_content(other, compared);
}

bool NullableNode::null() {
  components();
  return null_;
}

void NullableNode::become_null() {
  if (null()) return;
  replace_components({});
  null_ = true;
}

void NullableNode::become_value() {
  if (!null()) return;
  if (is_abstract(plain())) refuse_state(plain());
  Components made;
  for (const TypeCode* const type : parts()) made.push_back(make_component(*type));
  hold(std::move(made));
}

void NullableNode::hold(Components components) {
  replace_components(std::move(components));
  null_ = false;
}

ValueNode::Members ValueNode::members() const {
  std::vector<const TypeCode*> types;
  for (const TypeCode* each = &plain(); each != nullptr; each = each->_description().content) types.push_back(each);
  Members all;
  for (auto type = types.rbegin(); type != types.rend(); ++type) {
    for (const auto& member : (*type)->_description().members) all.push_back(&member);
  }
  return all;
}

std::vector<const TypeCode*> ValueNode::parts() const {
  std::vector<const TypeCode*> types;
  for (const auto* const member : members()) types.push_back(member->type);
  return types;
}

void ValueNode::require_members() {
  if (null()) refuse_nil(plain());
}

Node& BoxNode::boxed() {
  require_alive();
  if (null()) refuse_nil(plain());
  return *components().front();
}

void BoxNode::set_boxed_value(const CORBA::Any& boxed) {
  require_alive();
  auto made = make_component(*plain()._description().content);
  made->from_any(boxed);
  hold({std::move(made)});
}

void BoxNode::set_boxed_value_as_dyn_any(DynAnyRef boxed) {
  require_alive();
  set_boxed_value(node_of(boxed, context())->to_any());
}

}  // namespace dimma::orb::dynamic_any
