#include "idl/emit/contents/needed_headers.hpp"

#include <map>

#include "idl/emit/types/enum_queries.hpp"
#include "idl/emit/types/member_storage.hpp"
#include "idl/emit/types/types.hpp"

namespace dimma::idl::cxx {

namespace {

class HeaderCollector {
 public:
  explicit HeaderCollector(const Contents& contents) : contents_(contents) {}

  void collect(const Declaration& declaration) {
    switch (declaration.kind) {
      case DeclarationKind::Typedef:
        return collect(*as<Typedef>(declaration).type);
      case DeclarationKind::Constant:
        return collect(*as<Constant>(declaration).type);
      case DeclarationKind::Enum:
        if (has_own_values(as<Enum>(declaration))) needed_.headers.insert("dimma/generated/cdr/valued_enum.hpp");
        return;
      case DeclarationKind::Bitmask:
        needed_.headers.insert("dimma/generated/bits.hpp");
        return;
      case DeclarationKind::Bitset:
        needed_.headers.insert("dimma/generated/bits.hpp");
        return;
      case DeclarationKind::Struct:
        collect_all(as<Struct>(declaration).nested_types);
        return collect_types(as<Struct>(declaration).members);
      case DeclarationKind::Exception:
        collect_all(as<Exception>(declaration).nested_types);
        return collect_types(as<Exception>(declaration).members);
      case DeclarationKind::Union:
        needed_.headers.insert("dimma/generated/union.hpp");
        collect(*as<Union>(declaration).discriminator);
        collect_all(as<Union>(declaration).nested_types);
        return collect_types(as<Union>(declaration).branches);
      case DeclarationKind::ValueType:
        needed_.headers.insert("dimma/value.hpp");
        for (const auto* base : as<ValueType>(declaration).bases) collect_named(*base);
        for (const auto* supported : as<ValueType>(declaration).supports) collect_named(*supported);
        if (as<ValueType>(declaration).is_custom) needed_.headers.insert("dimma/custom_value.hpp");
        return collect_all(as<ValueType>(declaration).contents);
      case DeclarationKind::ValueBox:
        needed_.headers.insert("dimma/value.hpp");
        return collect(*as<ValueBox>(declaration).boxed);
      case DeclarationKind::Member:
        collect_holding(declaration);
        return collect(*as<Member>(declaration).type);
      case DeclarationKind::Initializer:
        return collect_types(as<Initializer>(declaration).parameters);
      case DeclarationKind::Interface:
        for (const auto* base : as<Interface>(declaration).bases) collect_named(*base);
        if (as<Interface>(declaration).reply_handler != nullptr) needed_.headers.insert("dimma/reply_handler.hpp");
        if (as<Interface>(declaration).interface_kind == InterfaceKind::Abstract) {
          needed_.headers.insert("dimma/abstract_base.hpp");
        }
        return collect_all(as<Interface>(declaration).contents);
      case DeclarationKind::Operation:
        collect(*as<Operation>(declaration).result);
        collect_raised(as<Operation>(declaration).raises);
        return collect_types(as<Operation>(declaration).parameters);
      case DeclarationKind::Attribute:
        collect_raised(as<Attribute>(declaration).get_raises);
        collect_raised(as<Attribute>(declaration).set_raises);
        return collect(*as<Attribute>(declaration).type);
      default:
        return;
    }
  }

  Needed take() { return std::move(needed_); }

 private:
  void collect_all(const std::vector<Declaration*>& declarations) {
    for (const Declaration* declaration : declarations) collect(*declaration);
  }
  template <class Members>
  void collect_types(const Members& members) {
    for (const auto* member : members) {
      collect_holding(*member);
      if (holds_native(*member->type)) needed_.headers.insert("dimma/generated/native.hpp");
      collect(*member->type);
    }
  }
  void collect_holding(const Declaration& member) {
    if (is_optional(member) || is_external(member)) needed_.headers.insert("dimma/generated/optional.hpp");
  }

  void collect(const Type& type) {
    switch (type.kind) {
      case TypeKind::Basic:
        if (as<BasicType>(type).basic == BasicKind::ValueBase) needed_.headers.insert("dimma/value.hpp");
        return;
      case TypeKind::Sequence:
        if (as<SequenceType>(type).is_loaned) needed_.headers.insert("dimma/generated/cdr/loaned_codec.hpp");
        collect_element(*as<SequenceType>(type).element);
        return collect(*as<SequenceType>(type).element);
      case TypeKind::Array:
        return collect(*as<ArrayType>(type).element);
      case TypeKind::Map:
        needed_.headers.insert("dimma/generated/map.hpp");
        collect(*as<MapType>(type).key);
        return collect(*as<MapType>(type).value);
      case TypeKind::Named:
        return collect_named(*as<NamedType>(type).declaration);
      default:
        return;
    }
  }

  void collect_raised(const std::vector<const Declaration*>& exceptions) {
    for (const Declaration* each : exceptions) collect_named(*each);
  }

  void collect_element(const Type& element) {
    const Type& resolved = resolve_aliases(element);
    if (resolved.kind == TypeKind::Named) needed_.elements.insert(as<NamedType>(resolved).declaration);
  }

  // Collects the headers of types of orb.idl that <dimma/corba.hpp> does not include.
  void collect_named(const Declaration& named) {
    const std::string name = named.full_name();
    if (name.starts_with("CORBA::Policy") && name != "CORBA::PolicyType") needed_.headers.insert("dimma/policy.hpp");
    static const std::map<std::string, std::string> others = {
        {"CORBA::AbstractBase", "dimma/abstract_base.hpp"},        {"CORBA::Current", "dimma/messaging.hpp"},
        {"CORBA::ConstructionPolicy", "dimma/domain_manager.hpp"}, {"CORBA::DomainManager", "dimma/domain_manager.hpp"},
        {"CORBA::DomainManagersList", "dimma/domain_manager.hpp"}, {"CORBA::Environment", "dimma/environment.hpp"},
        {"CORBA::InvalidPolicies", "dimma/messaging.hpp"},         {"CORBA::PolicyCurrent", "dimma/messaging.hpp"},
        {"CORBA::PolicyManager", "dimma/messaging.hpp"},           {"CORBA::SetOverrideType", "dimma/messaging.hpp"},
        {"CORBA::WrongTransaction", "dimma/environment.hpp"}};
    if (const auto other = others.find(name); other != others.end()) needed_.headers.insert(other->second);
    const auto part = contents_.orb_parts.find(named.file);
    if (part != contents_.orb_parts.end() && name.starts_with("CORBA::")) needed_.orb_parts.insert(part->second);
  }

  const Contents& contents_;
  Needed needed_;
};

}  // namespace

Needed needed_headers(const Contents& contents) {
  HeaderCollector collector(contents);
  for (const Declaration* declaration : contents.definitions) collector.collect(*declaration);
  return collector.take();
}

}  // namespace dimma::idl::cxx
