#include "orb/dynamic_any/node.hpp"

#include "cdr/typecode/typecode_words.hpp"
#include "orb/dynamic_any/refusals.hpp"

#include <dimma/minor.hpp>

#include <algorithm>

namespace dimma::orb::dynamic_any {

void too_many_parts() {
  throw CORBA::IMP_LIMIT(minor::imp_limit_dyn_any, CORBA::COMPLETED_NO,
                         "a default value or a DynAny of more than " + std::to_string(parts_max) + " parts");
}

Node::Node(Origin origin)
    : type_(std::move(origin.type)),
      plain_(&type_->_without_aliases()),
      whole_(std::move(origin.whole)),
      context_(std::move(origin.context)),
      is_component_(origin.is_component) {}

void Node::require_alive() const {
  if (!ended_) return;
  throw CORBA::OBJECT_NOT_EXIST(minor::object_not_exist_dyn_any, CORBA::COMPLETED_NO, "the DynAny has been destroyed");
}

DynAnyRef Node::reference() { return DynAnyRef(std::shared_ptr<DynamicAny::DynAny>(shared_from_this(), this)); }

CORBA::typecode_reference Node::type() {
  require_alive();
  return type_;
}

void Node::assign(DynAnyRef dyn_any) {
  require_alive();
  const auto other = node_of(dyn_any, context_);
  if (!type_->equivalent(other->type())) refuse_type("the DynAny to assign", other->type(), *type_);
  if (other.get() != this) take(other->value());
}

void Node::from_any(const CORBA::Any& value) {
  require_alive();
  if (!type_->equivalent(value.type())) refuse_type("the Any", value.type(), *type_);
  if (value._value() == nullptr && kind() != TCKind::tk_null && kind() != TCKind::tk_void) {
    throw InvalidValue("the Any has the type " + cdr::words(*type_) + ", but no value");
  }
  take(value);
}

CORBA::Any Node::to_any() {
  require_alive();
  return value();
}

bool Node::equal(DynAnyRef dyn_any) {
  require_alive();
  const auto other = node_of(dyn_any, context_);
  other->require_alive();
  Compared compared;
  return type_->equivalent(other->type_) && same_as(*other, compared);
}

void Node::destroy() {
  require_alive();
  if (!is_component_) end();
}

DynAnyRef Node::copy() {
  require_alive();
  const bool is_default = !whole_ && !components_;
  return make_node({type_, is_default ? std::nullopt : std::optional(value()), context_})->reference();
}

bool Node::seek(std::int32_t index) {
  require_alive();
  const bool is_there = index >= 0 && static_cast<std::size_t>(index) < components().size();
  position_ = is_there ? index : -1;
  return is_there;
}

void Node::rewind() { seek(0); }

bool Node::next() {
  require_alive();
  return seek(position() + 1);
}

std::uint32_t Node::component_count() {
  require_alive();
  return static_cast<std::uint32_t>(components().size());
}

DynAnyRef Node::current_component() {
  require_alive();
  if (!is_composite()) refuse_without_components(*plain_);
  const bool has_members = kind() == TCKind::tk_struct || kind() == TCKind::tk_except;
  if (has_members && plain_->_description().members.empty()) refuse_without_components(*plain_);
  return position() < 0 ? nullptr : components()[static_cast<std::size_t>(position())]->reference();
}

std::int32_t Node::position() {
  if (!position_) position_ = components().empty() ? -1 : 0;
  return *position_;
}

Node::Components& Node::components() {
  if (!components_) components_ = split(whole_ ? &*whole_ : nullptr);
  return *components_;
}

bool Node::is_touched() const { return touched_ || is_stale(); }

bool Node::is_stale() const {
  return stale_ || (components_ && std::any_of(components_->begin(), components_->end(),
                                               [](const auto& each) { return each->is_touched(); }));
}

CORBA::Any Node::value() {
  if (whole_ && !is_stale()) return *whole_;
  if (kind() == TCKind::tk_null || kind() == TCKind::tk_void) return {type_, nullptr};
  return encoded([this](cdr::Encoder& out) { write(out); });
}

void Node::write(cdr::Encoder& out) {
  if (whole_ && !is_stale()) return cdr::write_any_value(out, *whole_);
  if (components_) return write_components(out);
  write_default(out, *plain_);
}

void Node::take(const CORBA::Any& value) {
  CORBA::Any own = value;
  own.type(type_);
  drop_components();
  components_.reset();
  whole_ = std::move(own);
  stale_ = false;
  touched_ = true;
  start();
}

void Node::end() noexcept {
  ended_ = true;
  if (!components_) return;
  for (const auto& each : *components_) each->end();
}

void Node::drop_components() {
  if (!components_) return;
  for (const auto& each : *components_) each->end();
  components_->clear();
}

void Node::replace_components(Components components) {
  drop_components();
  components_ = std::move(components);
  note_change();
  start();
}

bool Node::same_as(Node& other, Compared& compared) {
  // Both values are the default value of their type.
  if (!whole_ && !components_ && !other.whole_ && !other.components_) return true;
  return same_content(other, compared);
}

bool Node::same_content(Node& other, Compared& compared) {
  if (!is_composite()) return same_value(other, compared);
  const auto& one = components();
  const auto& another = other.components();
  if (one.size() != another.size()) return false;
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (!one[i]->same_as(*another[i], compared)) return false;
  }
  return true;
}

std::shared_ptr<Node> Node::make_component(const TypeCode& type, std::optional<CORBA::Any> whole) const {
  return make_node({type._reference(), std::move(whole), context_, true});
}

std::shared_ptr<Node> Node::read_component(cdr::Decoder& in, const TypeCode& type) const {
  return make_component(type, cdr::read_any_value(in, type._reference()));
}

void Node::decode(const CORBA::Any& value, function_ref<void(cdr::Decoder&)> read) const {
  cdr::read_any_value(value, [&](cdr::Decoder& in) {
    if (in.context() == nullptr) in.context(context_.get());
    read(in);
  });
}

CORBA::Any Node::encoded(function_ref<void(cdr::Encoder&)> write_value) const {
  cdr::Buffer buffer(256);
  cdr::Encoder out(buffer);
  cdr::ValueTable values;
  {
    const cdr::WritingValues written(out, &values);
    write_value(out);
  }
  cdr::Decoder in(out.octets());
  in.context(context_.get());
  const cdr::ReadingValues table(in, &values);
  return cdr::read_any_value(in, type_);
}

std::shared_ptr<Node> node_of(const DynAnyRef& reference, const std::shared_ptr<cdr::Context>& context) {
  if (!reference) {
    throw CORBA::BAD_PARAM(minor::bad_param_argument, CORBA::COMPLETED_NO, "a nil reference to a DynAny");
  }
  if (auto node = std::dynamic_pointer_cast<Node>(reference._shared())) return node;
  return make_node({reference->type(), reference->to_any(), context});
}

}  // namespace dimma::orb::dynamic_any
