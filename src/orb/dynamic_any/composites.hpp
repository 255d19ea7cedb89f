// DynAnys with components.
#pragma once

#include "orb/dynamic_any/node.hpp"
#include "orb/dynamic_any/refusals.hpp"

#include <algorithm>

namespace dimma::orb::dynamic_any {

// A node with named members: a struct, an exception or a valuetype.
template <class Interface, class Base>
class MembersNode : public Base, public virtual Interface {
 public:
  using Base::Base;

  DynamicAny::FieldName current_member_name() override { return std::string(current_member().name); }
  TCKind current_member_kind() override { return current_member().type->kind(); }

  DynamicAny::NameValuePairSeq get_members() override {
    return members_as<DynamicAny::NameValuePairSeq>([](Node& part) { return part.value(); });
  }
  DynamicAny::NameDynAnyPairSeq get_members_as_dyn_any() override {
    return members_as<DynamicAny::NameDynAnyPairSeq>([](Node& part) { return part.reference(); });
  }
  void set_members(const DynamicAny::NameValuePairSeq& value) override {
    set_members_as(value, [](const CORBA::Any& each) { return each; });
  }
  void set_members_as_dyn_any(const DynamicAny::NameDynAnyPairSeq& value) override {
    set_members_as(value, [this](const DynAnyRef& each) { return node_of(each, this->context())->to_any(); });
  }

 protected:
  using typename Base::Components;
  using Members = std::vector<const TypeCode::Member*>;

  bool is_composite() const noexcept override { return true; }
  virtual Members members() const = 0;
  // Throws InvalidValue if the node has no members because it is null.
  virtual void require_members() {}
  virtual void adopt(Components components) { this->replace_components(std::move(components)); }

 private:
  const TypeCode::Member& current_member() {
    this->require_alive();
    const auto all = members();
    if (all.empty()) refuse_without_components(this->plain());
    if (this->position() < 0) refuse_position(this->plain());
    return *all[static_cast<std::size_t>(this->position())];
  }

  template <class Pairs, class Get>
  Pairs members_as(Get get) {
    this->require_alive();
    require_members();
    const auto all = members();
    auto& parts = this->components();
    Pairs pairs;
    for (std::size_t i = 0; i < parts.size(); ++i) pairs.emplace_back(std::string(all[i]->name), get(*parts[i]));
    return pairs;
  }

  template <class Pairs, class Get>
  void set_members_as(const Pairs& pairs, Get get) {
    this->require_alive();
    const auto all = members();
    if (pairs.size() != all.size()) {
      throw DynamicAny::DynAny::InvalidValue(std::to_string(pairs.size()) + " members given, but the type has " +
                                             std::to_string(all.size()));
    }
    Components parts;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const bool is_named = !pairs[i].id().empty() && !all[i]->name.empty();
      if (is_named && pairs[i].id() != all[i]->name) {
        throw DynamicAny::DynAny::TypeMismatch("the member " + std::to_string(i) + " is called '" + pairs[i].id() +
                                               "', but in the type '" + std::string(all[i]->name) + "'");
      }
      const CORBA::Any value = get(pairs[i].value());
      if (!all[i]->type->equivalent(value.type())) {
        refuse_type("the member " + std::to_string(i), value.type(), *all[i]->type);
      }
      parts.push_back(this->make_component(*all[i]->type));
      parts.back()->from_any(value);
    }
    adopt(std::move(parts));
  }
};

class StructNode final : public MembersNode<DynamicAny::DynStruct, Node> {
 public:
  using MembersNode::MembersNode;
  ~StructNode() override = default;

 protected:
  Members members() const override;
  Components split(const CORBA::Any* whole) override;
  void write_components(cdr::Encoder& out) override;
};

class UnionNode final : public Node, public virtual DynamicAny::DynUnion {
 public:
  using Node::Node;
  ~UnionNode() override = default;
  DynAnyRef get_discriminator() override;
  void set_discriminator(DynAnyRef d) override;
  void set_to_default_member() override;
  void set_to_no_active_member() override;
  bool has_no_active_member() override;
  bool is_set_to_default_member() override;
  TCKind discriminator_kind() override;
  TCKind member_kind() override;
  DynAnyRef member() override;
  DynamicAny::FieldName member_name() override;

 protected:
  bool is_composite() const noexcept override { return true; }
  Components split(const CORBA::Any* whole) override;
  void write_components(cdr::Encoder& out) override;
  // First replaces the member if the discriminator now selects another one.
  Components& components() override;

 private:
  const TypeCode& discriminator_type() const { return *plain()._description().content; }
  std::int64_t label_of(Node& discriminator) const;
  CORBA::Any label_value(std::int64_t label) const;
  const TypeCode::Member& active();

  std::int64_t label_ = 0;  // the label for which the components were made
};

// A node whose elements all have the same type.
class ElementsNode : public Node {
 public:
  using Node::Node;

 protected:
  bool is_composite() const noexcept override { return true; }
  Components split(const CORBA::Any* whole) override;
  void write_components(cdr::Encoder& out) override;
  const TypeCode& element() const { return *plain()._description().content; }
  bool is_array() const noexcept { return kind() == TCKind::tk_array; }
  DynamicAny::AnySeq values();
  DynamicAny::DynAnySeq references();
  void set_values(const DynamicAny::AnySeq& values);
  void set_references(const DynamicAny::DynAnySeq& references);
};

template <class Interface>
class ListNode : public ElementsNode, public virtual Interface {
 public:
  using ElementsNode::ElementsNode;
  DynamicAny::AnySeq get_elements() override { return values(); }
  void set_elements(const DynamicAny::AnySeq& value) override { set_values(value); }
  DynamicAny::DynAnySeq get_elements_as_dyn_any() override { return references(); }
  void set_elements_as_dyn_any(const DynamicAny::DynAnySeq& value) override { set_references(value); }
};

class ArrayNode final : public ListNode<DynamicAny::DynArray> {
 public:
  using ListNode::ListNode;
  ~ArrayNode() override = default;
};

class SequenceNode final : public ListNode<DynamicAny::DynSequence> {
 public:
  using ListNode::ListNode;
  ~SequenceNode() override = default;
  std::uint32_t get_length() override { return component_count(); }
  void set_length(std::uint32_t len) override;
};

// A node that holds a value or null.
class NullableNode : public Node {
 public:
  using Node::Node;

 protected:
  bool is_composite() const noexcept override { return true; }
  Components split(const CORBA::Any* whole) override;
  void write_components(cdr::Encoder& out) override;
  bool same_content(Node& other, Compared& compared) override;
  // Returns the types of the value's state members.
  virtual std::vector<const TypeCode*> parts() const = 0;
  bool null();
  void become_null();
  void become_value();
  void hold(Components components);

 private:
  Components split_state(const CORBA::ValueBase& value) const;
  std::shared_ptr<CORBA::ValueBase> value_of_components();

  bool null_ = true;
};

template <class Interface>
class CommonNode : public NullableNode, public virtual Interface {
 public:
  using NullableNode::NullableNode;
  bool is_null() override {
    require_alive();
    return null();
  }
  void set_to_null() override {
    require_alive();
    become_null();
  }
  void set_to_value() override {
    require_alive();
    become_value();
  }
};

class ValueNode final : public MembersNode<DynamicAny::DynValue, CommonNode<DynamicAny::DynValue>> {
 public:
  using MembersNode::MembersNode;
  ~ValueNode() override = default;

 protected:
  Members members() const override;
  std::vector<const TypeCode*> parts() const override;
  void require_members() override;
  void adopt(Components components) override { hold(std::move(components)); }
};

class BoxNode final : public CommonNode<DynamicAny::DynValueBox> {
 public:
  using CommonNode::CommonNode;
  ~BoxNode() override = default;
  CORBA::Any get_boxed_value() override { return boxed().value(); }
  void set_boxed_value(const CORBA::Any& boxed) override;
  DynAnyRef get_boxed_value_as_dyn_any() override { return boxed().reference(); }
  void set_boxed_value_as_dyn_any(DynAnyRef boxed) override;

 protected:
  std::vector<const TypeCode*> parts() const override { return {plain()._description().content}; }

 private:
  Node& boxed();
};

}  // namespace dimma::orb::dynamic_any
