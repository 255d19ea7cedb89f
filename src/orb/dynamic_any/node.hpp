// One DynAny: a value of a type, and its components once they have been used.
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

// The most components of one DynAny whose number came without elements, and the most parts of a default value.
inline constexpr std::uint32_t parts_max = 1U << 24;
[[noreturn]] void too_many_parts();

// The pairs of valuetype values that a comparison has met already, as values may lead back to themselves.
using Compared = std::set<std::pair<const void*, const void*>>;

// `whole_` has the value as it came or was put in last; if it is empty, the value is the default of its type.
// Components are made from it when they are asked for. Once one of them has changed, they determine the value.
class Node : public virtual DynamicAny::DynAny {
 public:
  struct Origin {
    CORBA::typecode_reference type;
    std::optional<CORBA::Any> whole;
    std::shared_ptr<cdr::Context> context;  // for references to objects, and for the factories of values
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

  // Throws OBJECT_NOT_EXIST once it has been destroyed.
  void require_alive() const;
  // The type without aliases.
  const TypeCode& plain() const noexcept { return *plain_; }
  TCKind kind() const noexcept { return plain_->kind(); }
  // The node's current value.
  CORBA::Any value();
  // The same in the form of an argument, in which values of valuetypes go into a table.
  void write(cdr::Encoder& out);
  // Takes a value of an equivalent type. The old components are no longer part of it.
  void take(const CORBA::Any& value);
  bool same_as(Node& other, Compared& compared);
  void end() noexcept;
  DynAnyRef reference();

 protected:
  using Components = std::vector<std::shared_ptr<Node>>;

  // True if the type can have components.
  virtual bool is_composite() const noexcept { return false; }
  // Makes components from a value, or from the default.
  virtual Components split(const CORBA::Any*) { return {}; }
  virtual void write_components(cdr::Encoder&) {}
  virtual bool same_content(Node& other, Compared& compared);
  virtual Components& components();

  // Notes that the components no longer match the value that came.
  void note_change() noexcept { stale_ = touched_ = true; }
  bool is_stale() const;
  // Returns the value that it was given, as long as that has not been changed.
  const CORBA::Any* unchanged() const { return whole_ && !is_stale() ? &*whole_ : nullptr; }
  void drop_components();
  void replace_components(Components components);
  // Goes to the first component, if there is one.
  void start() noexcept { position_.reset(); }
  std::shared_ptr<Node> make_component(const TypeCode& type, std::optional<CORBA::Any> whole = {}) const;
  std::shared_ptr<Node> read_component(cdr::Decoder& in, const TypeCode& type) const;
  // Decodes the octets of a value, with the context that reading needs besides the octets.
  void decode(const CORBA::Any& value, function_ref<void(cdr::Decoder&)> read) const;
  // Returns an Any of this type with what is written.
  CORBA::Any encoded(function_ref<void(cdr::Encoder&)> write_value) const;
  const std::shared_ptr<cdr::Context>& context() const noexcept { return context_; }
  // Returns -1 if there is no component. The first component is not created before the position is asked for.
  std::int32_t position();
  void position(std::int32_t value) noexcept { position_ = value; }
  // Returns the node that insert_ and get_ access, or one that is a value, or a sequence or array of such elements.
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
  bool touched_ = false;  // differs from what it was made of
  bool ended_ = false;
};

// Makes a node of the class for the type.
std::shared_ptr<Node> make_node(Node::Origin origin);
// Throws InconsistentTypeCode for a type that has no values here.
void require_consistent(const TypeCode& type);
// Returns the node that a reference leads to; for a foreign DynAny, a node with its value. Throws BAD_PARAM for nil.
std::shared_ptr<Node> node_of(const DynAnyRef& reference, const std::shared_ptr<cdr::Context>& context);

// Writes the default value of a type in the form of an argument.
void write_default(cdr::Encoder& out, const TypeCode& type);
// Return the label of a union's first member, and one that no member has: nothing if all labels are taken.
std::int64_t first_label(const TypeCode& type);
std::optional<std::int64_t> free_label(const TypeCode& type);

// True if the value is of the TypeCode's type, as far as its base types are known.
bool is_of_type(const CORBA::ValueBase& value, const TypeCode& type);

}  // namespace dimma::orb::dynamic_any
