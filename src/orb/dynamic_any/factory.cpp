#include "orb/dynamic_any/factory.hpp"

#include "cdr/typecode/typecode_words.hpp"
#include "orb/dynamic_any/composites.hpp"
#include "orb/dynamic_any/leaves.hpp"

namespace dimma::orb {

namespace dynamic_any {

namespace {

using DynamicAny::DynAnyFactory;

// `met` holds the types that were already checked, since a type may contain itself.
void check_consistent(const TypeCode& type, std::set<const TypeCode*>& met) {
  if (!met.insert(&type).second) return;
  const auto& description = type._description();
  switch (type.kind()) {
    case TCKind::tk_Principal:
    case TCKind::tk_native:
    case TCKind::tk_component:
    case TCKind::tk_home:
      throw DynAnyFactory::InconsistentTypeCode(cdr::words(type) + " has no values");
    case TCKind::tk_null:
      // A recursive TypeCode that was never bound to a type.
      if (!description.id.empty()) {
        throw DynAnyFactory::InconsistentTypeCode("the recursive TypeCode of " + std::string(description.id) +
                                                  " is not part of a type with that id");
      }
      break;
    case TCKind::tk_fixed: {
      const bool is_number = description.length > 0 && description.length <= IDL::fixed_number::digits_max &&
                             description.number >= 0 &&
                             description.number <= static_cast<std::int64_t>(description.length);
      if (!is_number) {
        throw DynAnyFactory::InconsistentTypeCode("fixed<" + std::to_string(description.length) + ", " +
                                                  std::to_string(description.number) + "> has no values");
      }
      break;
    }
    case TCKind::tk_enum:
      if (description.members.empty()) {
        throw DynAnyFactory::InconsistentTypeCode(cdr::words(type) + " has no enumerators");
      }
      break;
    default:
      break;
  }
  if (description.content != nullptr) check_consistent(*description.content, met);
  for (const auto& member : description.members) {
    if (member.type != nullptr) check_consistent(*member.type, met);
  }
}

class Factory final : public DynAnyFactory {
 public:
  explicit Factory(std::shared_ptr<cdr::Context> context) : context_(std::move(context)) {}
  ~Factory() override = default;

  DynAnyRef create_dyn_any(const CORBA::Any& value) override {
    require_consistent(value._type());
    const bool has_value = value._value() != nullptr;
    return make_node({value.type(), has_value ? std::optional(value) : std::nullopt, context_})->reference();
  }

  DynAnyRef create_dyn_any_from_type_code(const CORBA::typecode_reference& type) override {
    if (!type) throw InconsistentTypeCode("a nil reference to a TypeCode");
    require_consistent(*type);
    return make_node({type, {}, context_})->reference();
  }

  DynAnyRef create_dyn_any_without_truncation(const CORBA::Any& value) override {
    const auto made = create_dyn_any(value);
    const auto node = node_of(made, context_);
    if (node->kind() == TCKind::tk_value && value._value() != nullptr) {
      const auto held = node->get_val();
      const auto& description = node->plain()._description();
      const bool is_open =
          description.number == CORBA::VM_ABSTRACT || description.id == CORBA::_tc_ValueBase._description().id;
      if (held && !is_open && held->_type_of_value().repository_id != description.id) throw DynamicAny::MustTruncate();
    }
    return made;
  }

  DynamicAny::DynAnySeq create_multiple_dyn_anys(const DynamicAny::AnySeq& values, bool allow_truncate) override {
    DynamicAny::DynAnySeq made;
    for (const auto& value : values) {
      made.push_back(allow_truncate ? create_dyn_any(value) : create_dyn_any_without_truncation(value));
    }
    return made;
  }

  DynamicAny::AnySeq create_multiple_anys(const DynamicAny::DynAnySeq& values) override {
    DynamicAny::AnySeq made;
    for (const auto& value : values) made.push_back(node_of(value, context_)->to_any());
    return made;
  }

 private:
  const std::shared_ptr<cdr::Context> context_;
};

template <class Made>
std::shared_ptr<Node> made_of(Node::Origin origin) {
  return CORBA::make_reference<Made>(std::move(origin))._shared();
}

}  // namespace

void require_consistent(const TypeCode& type) {
  std::set<const TypeCode*> met;
  check_consistent(type, met);
}

std::shared_ptr<Node> make_node(Node::Origin origin) {
  switch (origin.type->_without_aliases().kind()) {
    case TCKind::tk_fixed:
      return made_of<FixedNode>(std::move(origin));
    case TCKind::tk_enum:
      return made_of<EnumNode>(std::move(origin));
    case TCKind::tk_struct:
    case TCKind::tk_except:
      return made_of<StructNode>(std::move(origin));
    case TCKind::tk_union:
      return made_of<UnionNode>(std::move(origin));
    case TCKind::tk_sequence:
      return made_of<SequenceNode>(std::move(origin));
    case TCKind::tk_array:
      return made_of<ArrayNode>(std::move(origin));
    case TCKind::tk_value:
    case TCKind::tk_event:
      return made_of<ValueNode>(std::move(origin));
    case TCKind::tk_value_box:
      return made_of<BoxNode>(std::move(origin));
    default:
      return made_of<Node>(std::move(origin));
  }
}

}  // namespace dynamic_any

CORBA::object_reference<CORBA::Object> make_dyn_any_factory(std::shared_ptr<cdr::Context> context) {
  return CORBA::make_reference<dynamic_any::Factory>(std::move(context));
}

}  // namespace dimma::orb
