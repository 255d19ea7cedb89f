#include "idl/emit/needed_headers.hpp"

#include "idl/emit/enums.hpp"
#include "idl/emit/holding.hpp"

namespace dimma::idl::cxx {

namespace {

class Collector {
 public:
  void collect(const Declaration& declaration) {
    switch (declaration.kind) {
      case DeclarationKind::Typedef:
        return collect(*as<Typedef>(declaration).type);
      case DeclarationKind::Enum:
        if (has_own_values(as<Enum>(declaration))) headers_.insert("dimma/cdr/valued_enum.hpp");
        return;
      case DeclarationKind::Bitmask:
        headers_.insert("dimma/bits.hpp");
        return;
      case DeclarationKind::Bitset:
        headers_.insert("dimma/bits.hpp");
        return;
      case DeclarationKind::Struct:
        collect_all(as<Struct>(declaration).nested_types);
        return collect_types(as<Struct>(declaration).members);
      case DeclarationKind::Exception:
        collect_all(as<Exception>(declaration).nested_types);
        return collect_types(as<Exception>(declaration).members);
      case DeclarationKind::Union:
        headers_.insert("dimma/union.hpp");
        collect_all(as<Union>(declaration).nested_types);
        return collect_types(as<Union>(declaration).branches);
      case DeclarationKind::ValueType:
        headers_.insert("dimma/value.hpp");
        if (as<ValueType>(declaration).is_custom) headers_.insert("dimma/custom_value.hpp");
        return collect_all(as<ValueType>(declaration).contents);
      case DeclarationKind::ValueBox:
        headers_.insert("dimma/value.hpp");
        return collect(*as<ValueBox>(declaration).boxed);
      case DeclarationKind::Member:
        collect_holding(declaration);
        return collect(*as<Member>(declaration).type);
      case DeclarationKind::Initializer:
        return collect_types(as<Initializer>(declaration).parameters);
      case DeclarationKind::Interface:
        for (const auto* base : as<Interface>(declaration).bases) collect_named(*base);
        if (as<Interface>(declaration).interface_kind == InterfaceKind::Abstract) {
          headers_.insert("dimma/abstract_base.hpp");
        }
        return collect_all(as<Interface>(declaration).contents);
      case DeclarationKind::Operation:
        collect(*as<Operation>(declaration).result);
        return collect_types(as<Operation>(declaration).parameters);
      case DeclarationKind::Attribute:
        return collect(*as<Attribute>(declaration).type);
      default:
        return;
    }
  }

  std::set<std::string> take() { return std::move(headers_); }

 private:
  void collect_all(const std::vector<Declaration*>& declarations) {
    for (const Declaration* declaration : declarations) collect(*declaration);
  }
  template <class Members>
  void collect_types(const Members& members) {
    for (const auto* member : members) {
      collect_holding(*member);
      collect(*member->type);
    }
  }
  void collect_holding(const Declaration& member) {
    if (is_optional(member) || is_external(member)) headers_.insert("dimma/optional.hpp");
  }

  void collect(const Type& type) {
    switch (type.kind) {
      case TypeKind::Basic:
        if (as<BasicType>(type).basic == BasicKind::ValueBase) headers_.insert("dimma/value.hpp");
        return;
      case TypeKind::Sequence:
        return collect(*as<SequenceType>(type).element);
      case TypeKind::Array:
        return collect(*as<ArrayType>(type).element);
      case TypeKind::Map:
        headers_.insert("dimma/map.hpp");
        collect(*as<MapType>(type).key);
        return collect(*as<MapType>(type).value);
      case TypeKind::Named:
        return collect_named(*as<NamedType>(type).declaration);
      default:
        return;
    }
  }

  // Of orb.idl's types, those that are not in <dimma/corba.hpp>.
  void collect_named(const Declaration& named) {
    const std::string name = named.full_name();
    if (name.starts_with("CORBA::Policy") && name != "CORBA::PolicyType") headers_.insert("dimma/policy.hpp");
    if (name == "CORBA::Current") headers_.insert("dimma/messaging.hpp");
  }

  std::set<std::string> headers_;
};

}  // namespace

std::set<std::string> needed_headers(const Contents& contents) {
  Collector collector;
  for (const Declaration* declaration : contents.definitions) collector.collect(*declaration);
  return collector.take();
}

}  // namespace dimma::idl::cxx
