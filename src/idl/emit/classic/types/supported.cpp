#include "idl/emit/classic/types/supported.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "idl/emit/types/enum_queries.hpp"

namespace dimma::idl::classic {

namespace {

// Returns the type as an error message names it; empty if the mapping has it.
std::string unsupported_basic(BasicKind kind) {
  switch (kind) {
    case BasicKind::Int8:
    case BasicKind::UInt8:
      return "'" + std::string(to_string(kind)) + "'";
    default:
      return {};
  }
}

class Reporter {
 public:
  explicit Reporter(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  void check(const Declaration& declaration) {
    check_annotations(declaration);
    switch (declaration.kind) {
      case DeclarationKind::Bitmask:
      case DeclarationKind::Bitset:
      case DeclarationKind::Native:
        refuse(declaration.range, std::string(to_string(declaration.kind)) + " '" + declaration.full_name() + "'");
        break;
      case DeclarationKind::Constant:
        check(*as<Constant>(declaration).type, declaration);
        break;
      case DeclarationKind::Enum:
        check_enum(as<Enum>(declaration));
        break;
      case DeclarationKind::Exception:
        check_all(as<Exception>(declaration).nested_types);
        check_members(as<Exception>(declaration).members);
        break;
      case DeclarationKind::Interface:
        check_interface(as<Interface>(declaration));
        break;
      case DeclarationKind::Struct:
        check_struct(as<Struct>(declaration));
        break;
      case DeclarationKind::Typedef:
        check(*as<Typedef>(declaration).type, declaration);
        break;
      case DeclarationKind::ValueBox:
        check(*as<ValueBox>(declaration).boxed, declaration);
        break;
      case DeclarationKind::ValueType:
        check_value(as<ValueType>(declaration));
        break;
      case DeclarationKind::Union:
        check(*as<Union>(declaration).discriminator, declaration);
        check_all(as<Union>(declaration).nested_types);
        check_members(as<Union>(declaration).branches);
        break;
      default:
        break;
    }
  }

 private:
  void refuse(SourceRange range, const std::string& feature) {
    diagnostics_.error(range, feature + " is not supported yet by the classic mapping");
  }

  void check_all(const std::vector<Declaration*>& declarations) {
    for (const Declaration* each : declarations) check(*each);
  }

  template <class Member>
  void check_members(const std::vector<Member*>& members) {
    for (const Member* each : members) {
      check_annotations(*each);
      check(*each->type, *each);
    }
  }

  // Other annotations have no effect on C++ and the encoding.
  void check_annotations(const Declaration& declaration) {
    for (const Annotation& each : declaration.annotations) {
      if (each.name == "optional" || each.name == "external" || each.name == "default") {
        refuse(each.range, "annotation '@" + each.name + "'");
      }
    }
  }

  void check_enum(const Enum& enumeration) {
    if (cxx::has_own_values(enumeration)) {
      refuse(enumeration.range, "annotation '@value' of enum '" + enumeration.full_name() + "'");
    }
  }

  void check_interface(const Interface& interface) {
    for (const Interface* base : interface.bases) check_name_of_orb_idl(interface.range, *base);
    check_contents(interface.contents);
  }

  void check_value(const ValueType& value) {
    if (value.is_custom) refuse(value.range, "custom valuetype '" + value.full_name() + "'");
    check_contents(value.contents);
  }

  void check_contents(const std::vector<Declaration*>& contents) {
    for (const Declaration* each : contents) {
      if (each->kind == DeclarationKind::Operation) {
        check_operation(as<Operation>(*each));
      } else if (each->kind == DeclarationKind::Attribute) {
        check(*as<Attribute>(*each).type, *each);
      } else if (each->kind == DeclarationKind::Initializer) {
        for (const Parameter* parameter : as<Initializer>(*each).parameters) check(*parameter->type, *parameter);
      } else if (each->kind == DeclarationKind::Member) {
        check_annotations(*each);
        check(*as<Member>(*each).type, *each);
      } else {
        check(*each);
      }
    }
  }

  void check_operation(const Operation& operation) {
    if (!operation.context.empty()) refuse(operation.range, "context of operation '" + operation.full_name() + "'");
    check(*operation.result, operation);
    for (const Parameter* each : operation.parameters) check(*each->type, *each);
    for (const Declaration* each : operation.raises) {
      check_name_of_orb_idl(operation.range, *each);
      if (each->kind == DeclarationKind::Native)
        refuse(operation.range, "native exception '" + each->full_name() + "'");
    }
  }

  void check_struct(const Struct& structure) {
    if (structure.base != nullptr) refuse(structure.range, "the base of struct '" + structure.full_name() + "'");
    check_all(structure.nested_types);
    check_members(structure.members);
  }

  // The place of the user is reported if the type has no place of its own.
  void check(const Type& type, const Declaration& user) {
    const SourceRange range = type.range.begin.known() ? type.range : user.range;
    if (is_loaned(type)) refuse(range, "a loaned sequence (@loaned)");
    switch (type.kind) {
      case TypeKind::Basic: {
        const std::string feature = unsupported_basic(as<BasicType>(type).basic);
        if (!feature.empty()) refuse(range, feature);
        break;
      }
      case TypeKind::Map:
        refuse(range, "'map'");
        break;
      case TypeKind::Sequence:
        check(*as<SequenceType>(type).element, user);
        break;
      case TypeKind::Array:
        check(*as<ArrayType>(type).element, user);
        break;
      case TypeKind::Named:
        check_named(range, *as<NamedType>(type).declaration);
        break;
      default:
        break;
    }
  }

  // A type of this file is reported where it is declared. One of another file has been refused there, unless its
  // generated code is part of dimma.
  void check_named(SourceRange range, const Declaration& named) {
    check_name_of_orb_idl(range, named);
    if (named.kind == DeclarationKind::Native) {
      refuse(range, std::string(to_string(named.kind)) + " '" + named.full_name() + "'");
    }
  }

  void check_name_of_orb_idl(SourceRange range, const Declaration& named) {
    const std::string name = named.full_name();
    const auto is_name = [&](std::string_view absent) { return absent == name; };
    constexpr std::array absent = {"CORBA::ConstructionPolicy", "CORBA::DomainManager", "CORBA::DomainManagersList",
                                   "CORBA::WrongTransaction"};
    if (std::any_of(absent.begin(), absent.end(), is_name)) refuse(range, "'" + name + "'");
  }

  Diagnostics& diagnostics_;
};

}  // namespace

void report_unsupported(const cxx::Contents& contents, Diagnostics& diagnostics) {
  Reporter reporter(diagnostics);
  for (const Declaration* each : contents.definitions) reporter.check(*each);
}

}  // namespace dimma::idl::classic
