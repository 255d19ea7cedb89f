#include "orb/dynamic_any/composites.hpp"

#include "cdr/typecode/typecode_label.hpp"
#include "cdr/typecode/typecode_words.hpp"

#include <limits>
#include <set>

namespace dimma::orb::dynamic_any {

namespace {

// Returns the largest label that a discriminator of that type can have.
std::int64_t label_max(const TypeCode& discriminator) {
  switch (discriminator.kind()) {
    case TCKind::tk_boolean:
      return 1;
    case TCKind::tk_char:
    case TCKind::tk_octet:
      return std::numeric_limits<std::uint8_t>::max();
    case TCKind::tk_enum:
      return static_cast<std::int64_t>(discriminator._description().members.size()) - 1;
    case TCKind::tk_short:
      return std::numeric_limits<std::int16_t>::max();
    case TCKind::tk_ushort:
    case TCKind::tk_wchar:
      return std::numeric_limits<std::uint16_t>::max();
    case TCKind::tk_long:
      return std::numeric_limits<std::int32_t>::max();
    case TCKind::tk_ulong:
      return std::numeric_limits<std::uint32_t>::max();
    default:
      return std::numeric_limits<std::int64_t>::max();
  }
}

bool is_default(const TypeCode& type, const TypeCode::Member& member) {
  const auto& description = type._description();
  return description.number >= 0 && &description.members[static_cast<std::size_t>(description.number)] == &member;
}

// Returns true if two labels select the same member. A member with several labels appears once for each label, with the
// same name.
bool is_same_member(const TypeCode::Member* one, const TypeCode::Member* other) {
  if (one == nullptr || other == nullptr) return one == other;
  return one == other || (one->name == other->name && !one->name.empty() && one->type == other->type);
}

}  // namespace

std::optional<std::int64_t> free_label(const TypeCode& type) {
  std::set<std::int64_t> taken;
  for (const auto& member : type._description().members) {
    if (!is_default(type, member)) taken.insert(member.label);
  }
  const TypeCode& discriminator = type._description().content->_without_aliases();
  const std::int64_t last = label_max(discriminator);
  for (std::int64_t label = 0;; ++label) {
    if (!taken.contains(label)) return label;
    if (label == last) break;
  }
  // Only a short has negative labels and so few non-negative ones that a union can use them all.
  const bool is_signed = discriminator.kind() == TCKind::tk_short;
  for (std::int64_t label = -1; is_signed && label >= std::numeric_limits<std::int16_t>::min(); --label) {
    if (!taken.contains(label)) return label;
  }
  return std::nullopt;
}

std::int64_t first_label(const TypeCode& type) {
  const auto members = type._description().members;
  if (members.empty() || is_default(type, members.front())) return free_label(type).value_or(0);
  return members.front().label;
}

std::int64_t UnionNode::label_of(Node& discriminator) const {
  std::int64_t label = 0;
  decode(discriminator.value(), [&](cdr::Decoder& in) { label = cdr::read_label(in, discriminator_type()); });
  return label;
}

CORBA::Any UnionNode::label_value(std::int64_t label) const {
  cdr::Buffer buffer(16);
  cdr::Encoder out(buffer);
  cdr::write_label(out, discriminator_type(), label);
  cdr::Decoder in(out.octets());
  return cdr::read_any_value(in, discriminator_type()._reference());
}

UnionNode::Components UnionNode::split(const CORBA::Any* whole) {
  Components made;
  if (whole == nullptr) {
    label_ = first_label(plain());
    made.push_back(make_component(discriminator_type(), label_value(label_)));
    if (const auto* const member = cdr::active_member(plain(), label_)) made.push_back(make_component(*member->type));
    return made;
  }
  decode(*whole, [&](cdr::Decoder& in) {
    made.push_back(read_component(in, discriminator_type()));
    label_ = label_of(*made.front());
    if (const auto* const member = cdr::active_member(plain(), label_)) {
      made.push_back(read_component(in, *member->type));
    }
  });
  return made;
}

UnionNode::Components& UnionNode::components() {
  auto& parts = Node::components();
  const std::int64_t label = label_of(*parts.front());
  if (label == label_) return parts;
  const auto* const before = cdr::active_member(plain(), label_);
  const auto* const now = cdr::active_member(plain(), label);
  label_ = label;
  if (is_same_member(before, now)) return parts;
  if (parts.size() > 1) parts.back()->end();
  parts.resize(1);
  if (now != nullptr) parts.push_back(make_component(*now->type));
  start();
  return parts;
}

void UnionNode::write_components(cdr::Encoder& out) {
  for (const auto& each : components()) each->write(out);
}

DynAnyRef UnionNode::get_discriminator() {
  require_alive();
  return components().front()->reference();
}

void UnionNode::set_discriminator(DynAnyRef d) {
  require_alive();
  components().front()->assign(d);
  position(static_cast<std::int32_t>(components().size()) - 1);
}

void UnionNode::set_to_default_member() {
  require_alive();
  if (plain()._description().number < 0) throw TypeMismatch(cdr::words(plain()) + " has no default member");
  const auto label = free_label(plain());
  if (!label) throw TypeMismatch("the labels of " + cdr::words(plain()) + " leave no value for the default member");
  if (!is_set_to_default_member()) components().front()->take(label_value(*label));
  components();
  position(0);
}

void UnionNode::set_to_no_active_member() {
  require_alive();
  const auto label = free_label(plain());
  if (plain()._description().number >= 0 || !label) {
    throw TypeMismatch("every discriminator of " + cdr::words(plain()) + " selects a member");
  }
  if (!has_no_active_member()) components().front()->take(label_value(*label));
  components();
  position(0);
}

bool UnionNode::has_no_active_member() { return component_count() < 2; }

bool UnionNode::is_set_to_default_member() { return !has_no_active_member() && is_default(plain(), active()); }

TCKind UnionNode::discriminator_kind() {
  require_alive();
  return discriminator_type().kind();
}

const TypeCode::Member& UnionNode::active() {
  if (has_no_active_member()) refuse_without_member(plain());
  return *cdr::active_member(plain(), label_);
}

TCKind UnionNode::member_kind() { return active().type->kind(); }

DynAnyRef UnionNode::member() {
  if (has_no_active_member()) refuse_without_member(plain());
  return components().back()->reference();
}

DynamicAny::FieldName UnionNode::member_name() { return std::string(active().name); }

}  // namespace dimma::orb::dynamic_any
