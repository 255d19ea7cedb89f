// The implementation of DynAny: a value, and its components once they have been used.
#pragma once

#include <dimma/dynamic_any.hpp>

#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace dimma::orb::dynamic_any {

using CORBA::TCKind;
using CORBA::TypeCode;
using DynAnyRef = CORBA::object_reference<DynamicAny::DynAny>;

// The maximum number of components of a DynAny whose length was set without elements, and of parts of a default value.
inline constexpr std::uint32_t parts_max = 1U << 24;
[[noreturn]] void too_many_parts();

// The pairs of valuetype instances that a comparison has already visited, since values may refer back to themselves.
using Compared = std::set<std::pair<const void*, const void*>>;

// `whole_` holds the value as it was received or last inserted; without it, the value is the default of its type.
// Components are made from `whole_` on demand. Once a component has changed, the components determine the value.
class Node : public virtual DynamicAny::DynAny {
 public:
  struct Origin {
    CORBA::typecode_reference type;
    std::optional<CORBA::Any> whole;
    std::shared_ptr<cdr::Context> context;  // for object references, and for the factories of valuetypes
    bool is_component = false;
  };

  explicit Node(Origin origin);
  ~Node() override = default;

  CORBA::typecode_reference type() override;
  void assign(DynAnyRef dyn_any) override;
  void from_any(const CORBA::Any& value) override;
  CORBA::Any to_any() override;
  bool equal(DynAnyRef dyn_any) override;
  void destroy() override;
  DynAnyRef copy() override;

#define DIMMA_DECLARE(NAME, TYPE, ARGUMENT)    \
  void insert_##NAME(ARGUMENT value) override; \
  TYPE get_##NAME() override;
  DIMMA_FOR_EACH_DYNAMIC(DIMMA_DECLARE)
#undef DIMMA_DECLARE
#define DIMMA_DECLARE(NAME, SEQUENCE)                       \
  void insert_##NAME##_seq(const SEQUENCE& value) override; \
  SEQUENCE get_##NAME##_seq() override;
  DIMMA_FOR_EACH_DYNAMIC_SEQUENCE(DIMMA_DECLARE)
#undef DIMMA_DECLARE

  bool seek(std::int32_t index) override;
  void rewind() override;
  bool next() override;
  std::uint32_t component_count() override;
  DynAnyRef current_component() override;

  // Throws OBJECT_NOT_EXIST if the DynAny has been destroyed.
  void require_alive() const;
  // Returns the type without aliases.
  const TypeCode& plain() const noexcept { return *plain_; }
  TCKind kind() const noexcept { return plain_->kind(); }
  // Returns the node's current value.
  CORBA::Any value();
  // Encodes the current value like an argument: valuetype instances can be shared with other arguments.
  void write(cdr::Encoder& out);
  // Replaces the value with one of an equivalent type. The old components are destroyed.
  void take(const CORBA::Any& value);
  bool same_as(Node& other, Compared& compared);
  void end() noexcept;
  DynAnyRef reference();

 protected:
  using Components = std::vector<std::shared_ptr<Node>>;

  // Returns true if the type can have components.
  virtual bool is_composite() const noexcept { return false; }
  // Makes the components for a value, or for the default value if nullptr is passed.
  virtual Components split(const CORBA::Any*) { return {}; }
  virtual void write_components(cdr::Encoder&) {}
  virtual bool same_content(Node& other, Compared& compared);
  virtual Components& components();

  // Marks the components as changed, so that whole_ is no longer used.
  void note_change() noexcept { stale_ = touched_ = true; }
  bool is_stale() const;
  // Returns whole_ unless it is outdated, else nullptr.
  const CORBA::Any* unchanged() const { return whole_ && !is_stale() ? &*whole_ : nullptr; }
  void drop_components();
  void replace_components(Components components);
  // Moves to the first component, if one exists.
  void start() noexcept { position_.reset(); }
  std::shared_ptr<Node> make_component(const TypeCode& type, std::optional<CORBA::Any> whole = {}) const;
  std::shared_ptr<Node> read_component(cdr::Decoder& in, const TypeCode& type) const;
  // Decodes a value with this node's context if the value has none of its own.
  void decode(const CORBA::Any& value, function_ref<void(cdr::Decoder&)> read) const;
  // Returns an Any of this type with the value that `write_value` encodes.
  CORBA::Any encoded(function_ref<void(cdr::Encoder&)> write_value) const;
  const std::shared_ptr<cdr::Context>& context() const noexcept { return context_; }
  // Returns -1 if the node has no component. The first component is made only when the position is requested.
  std::int32_t position();
  void position(std::int32_t value) noexcept { position_ = value; }
  // Return the node that an insert_ or get_ function accesses: a node of `kind`, a valuetype, or a sequence or array
  // with elements of kind `element`.
  Node& accessed(TCKind kind);
  Node& accessed_value();
  Node& accessed_elements(TCKind element);

 private:
  bool is_touched() const;
  bool same_value(Node& other, Compared& compared);
  Node& current();
  template <class T>
  void put(TCKind kind, T value);
  template <class T>
  T get(TCKind kind);
  template <class T>
  T held();
  template <class Sequence>
  void put_all(TCKind element, const Sequence& value);
  template <class Sequence>
  Sequence get_all(TCKind element);

  const CORBA::typecode_reference type_;
  const TypeCode* const plain_;
  std::optional<CORBA::Any> whole_;
  const std::shared_ptr<cdr::Context> context_;
  std::optional<Components> components_;
  std::optional<std::int32_t> position_;
  const bool is_component_;
  bool stale_ = false;    // whole_ is outdated
  bool touched_ = false;  // modified since the node was made
  bool ended_ = false;
};

// Makes a node of the class that implements the type.
std::shared_ptr<Node> make_node(Node::Origin origin);
// Throws InconsistentTypeCode for a type that has no values in a DynAny.
void require_consistent(const TypeCode& type);
// Returns the node that implements the DynAny. For a DynAny implemented elsewhere, returns a new node with a copy of
// its value. Throws BAD_PARAM for a nil reference.
std::shared_ptr<Node> node_of(const DynAnyRef& reference, const std::shared_ptr<cdr::Context>& context);

// Encodes the default value of a type as an argument.
void write_default(cdr::Encoder& out, const TypeCode& type);
// Return the label of a union's first member, and a label that no member has, or nullopt if all labels are in use.
std::int64_t first_label(const TypeCode& type);
std::optional<std::int64_t> free_label(const TypeCode& type);

// Returns true if the value is an instance of the type, as far as the value's base types are known.
bool is_of_type(const CORBA::ValueBase& value, const TypeCode& type);

}  // namespace dimma::orb::dynamic_any
