// DynAnys for structs, exceptions, sequences and arrays.

#include "orb/dynamic_any/composites.hpp"

namespace dimma::orb::dynamic_any {

StructNode::Members StructNode::members() const {
  Members all;
  for (const auto& member : plain()._description().members) all.push_back(&member);
  return all;
}

StructNode::Components StructNode::split(const CORBA::Any* whole) {
  Components made;
  if (whole == nullptr) {
    for (const auto& member : plain()._description().members) made.push_back(make_component(*member.type));
    return made;
  }
  decode(*whole, [&](cdr::Decoder& in) {
    if (kind() == TCKind::tk_except) in.get_string_view();
    for (const auto& member : plain()._description().members) made.push_back(read_component(in, *member.type));
  });
  return made;
}

void StructNode::write_components(cdr::Encoder& out) {
  if (kind() == TCKind::tk_except) out.put_identifier(plain()._description().id);
  for (const auto& each : components()) each->write(out);
}

ElementsNode::Components ElementsNode::split(const CORBA::Any* whole) {
  Components made;
  const auto read_all = [&](cdr::Decoder& in, std::uint32_t length) {
    for (std::uint32_t i = 0; i < length; ++i) made.push_back(read_component(in, element()));
  };
  if (whole != nullptr) {
    decode(*whole, [&](cdr::Decoder& in) {
      read_all(in, is_array() ? plain()._description().length : in.get<std::uint32_t>());
    });
  } else if (is_array()) {
    if (plain()._description().length > parts_max) too_many_parts();
    for (std::uint32_t i = 0; i < plain()._description().length; ++i) made.push_back(make_component(element()));
  }
  return made;
}

void ElementsNode::write_components(cdr::Encoder& out) {
  if (!is_array()) out.put_length(components().size());
  for (const auto& each : components()) each->write(out);
}

DynamicAny::AnySeq ElementsNode::values() {
  require_alive();
  DynamicAny::AnySeq values;
  for (const auto& each : components()) values.push_back(each->value());
  return values;
}

DynamicAny::DynAnySeq ElementsNode::references() {
  require_alive();
  DynamicAny::DynAnySeq references;
  for (const auto& each : components()) references.push_back(each->reference());
  return references;
}

void ElementsNode::set_values(const DynamicAny::AnySeq& values) {
  require_alive();
  const std::uint32_t length = plain()._description().length;
  if (is_array() ? values.size() != length : length != 0 && values.size() > length) {
    refuse_length(values.size(), length, plain());
  }
  Components made;
  for (const auto& value : values) {
    if (!element().equivalent(value.type())) {
      refuse_type("the element " + std::to_string(made.size()), value.type(), element());
    }
    made.push_back(make_component(element()));
    made.back()->from_any(value);
  }
  replace_components(std::move(made));
}

void ElementsNode::set_references(const DynamicAny::DynAnySeq& references) {
  DynamicAny::AnySeq values;
  for (const auto& each : references) values.push_back(node_of(each, context())->to_any());
  set_values(values);
}

void SequenceNode::set_length(std::uint32_t len) {
  require_alive();
  const std::uint32_t bound = plain()._description().length;
  if (bound != 0 && len > bound) refuse_length(len, bound, plain());
  auto& parts = components();
  const std::size_t before = parts.size();
  if (len > before && len > parts_max) too_many_parts();
  const std::int32_t at = position();
  for (std::size_t i = len; i < before; ++i) parts[i]->end();
  if (len < before) parts.resize(len);
  while (parts.size() < len) parts.push_back(make_component(element()));
  if (len == before) return;
  note_change();
  if (at < 0 && len > before) {
    position(static_cast<std::int32_t>(before));
  } else if (at >= 0 && static_cast<std::size_t>(at) >= len) {
    position(-1);
  }
}

}  // namespace dimma::orb::dynamic_any
