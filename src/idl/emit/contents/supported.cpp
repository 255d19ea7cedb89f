#include "idl/emit/contents/supported.hpp"

#include "idl/emit/names/own_names.hpp"

#include <cmath>
#include <limits>
#include <set>
#include <string>

namespace dimma::idl::cxx {

namespace {

bool is_defined(const Declaration& target) {
  switch (target.kind) {
    case DeclarationKind::Interface:
      return as<Interface>(target).is_defined;
    case DeclarationKind::Struct:
      return as<Struct>(target).is_defined;
    case DeclarationKind::Union:
      return as<Union>(target).is_defined;
    case DeclarationKind::ValueType:
      return as<ValueType>(target).is_defined;
    default:
      return true;
  }
}

// Returns true for a native type and its aliases, but not for an array or sequence of native types.
bool is_native(const Declaration& declaration) {
  if (declaration.kind != DeclarationKind::Typedef) return declaration.kind == DeclarationKind::Native;
  const Declaration* const named = named_declaration(*as<Typedef>(declaration).type);
  return named != nullptr && named->kind == DeclarationKind::Native;
}

// Returns a part of the type, with aliases resolved, that the IDL never defines; nullptr if everything is defined.
const Declaration* undefined_part(const Type& type);

const Declaration* undefined_part(const Declaration& declaration) {
  if (declaration.kind == DeclarationKind::Typedef) return undefined_part(*as<Typedef>(declaration).type);
  return is_defined(declaration) || is_defined_elsewhere(declaration) ? nullptr : &declaration;
}

const Declaration* undefined_part(const Type& type) {
  switch (type.kind) {
    case TypeKind::Sequence:
      return undefined_part(*as<SequenceType>(type).element);
    case TypeKind::Array:
      return undefined_part(*as<ArrayType>(type).element);
    case TypeKind::Map:
      return undefined_part(*as<MapType>(type).value);
    case TypeKind::Named:
      return undefined_part(*as<NamedType>(type).declaration);
    default:
      return nullptr;
  }
}

class Reporter {
 public:
  Reporter(const Contents& contents, Diagnostics& diagnostics) : contents_(contents), diagnostics_(diagnostics) {}

  void report() {
    // A declaration of this file is reported at its own place, a declaration of another file at the place that uses it.
    for (const Declaration* declaration : contents_.definitions) mark_as_own(*declaration);
    for (const Declaration* declaration : contents_.definitions) check_name(*declaration);
    for (const Declaration* declaration : contents_.definitions) check(*declaration);
  }

 private:
  void refuse(SourceRange range, const std::string& what) { diagnostics_.error(range, what + " is not supported yet"); }

  static std::string named(const Declaration& declaration) { return "'" + declaration.full_name() + "'"; }

  void mark_as_own(const Declaration& declaration) {
    own_.insert(&declaration);
    if (declaration.kind == DeclarationKind::Interface) {
      for (const Declaration* content : as<Interface>(declaration).contents) mark_as_own(*content);
    } else if (declaration.kind == DeclarationKind::ValueType) {
      for (const Declaration* content : as<ValueType>(declaration).contents) mark_as_own(*content);
    }
  }

  void check(const std::vector<Declaration*>& declarations) {
    for (const Declaration* declaration : declarations) check(*declaration);
  }

  // A second declaration of a name that dimma's headers declare in the same namespace would not compile.
  void check_name(const Declaration& declaration) {
    const std::string_view header = own_header_with(declaration);
    if (header.empty()) return;
    diagnostics_.error(declaration.range, named(declaration) + " is declared by <" + std::string(header) +
                                              "> of dimma, and IDL cannot " +
                                              "declare it again; omit it, or use another name or module");
  }

  void check(const Declaration& declaration) {
    check_annotations(declaration);
    switch (declaration.kind) {
      case DeclarationKind::Interface:
        check_interface(as<Interface>(declaration));
        break;
      case DeclarationKind::ValueType:
        check(as<ValueType>(declaration).contents);
        break;
      case DeclarationKind::ValueBox:
        check(*as<ValueBox>(declaration).boxed, declaration);
        break;
      case DeclarationKind::Member:
        check(*as<Member>(declaration).type, declaration);
        break;
      case DeclarationKind::Initializer:
        for (const Parameter* parameter : as<Initializer>(declaration).parameters) check(*parameter->type, *parameter);
        break;
      case DeclarationKind::Struct:
        check_struct(as<Struct>(declaration));
        break;
      case DeclarationKind::Exception:
        check(as<Exception>(declaration).nested_types);
        check_members(as<Exception>(declaration).members);
        break;
      case DeclarationKind::Union:
        check_union(as<Union>(declaration));
        break;
      case DeclarationKind::Bitset:
        check_bitset(as<Bitset>(declaration));
        break;
      case DeclarationKind::Bitmask:
        for (const BitValue* value : as<Bitmask>(declaration).values) check_annotations(*value);
        break;
      case DeclarationKind::Enum:
        check_enum(as<Enum>(declaration));
        break;
      case DeclarationKind::Typedef:
        only_names_ = true;
        if (!is_native(declaration)) check(*as<Typedef>(declaration).type, declaration);
        only_names_ = false;
        break;
      case DeclarationKind::Constant:
        check_constant(as<Constant>(declaration));
        break;
      case DeclarationKind::Operation:
        check_operation(as<Operation>(declaration));
        break;
      case DeclarationKind::Attribute:
        check_attribute(as<Attribute>(declaration));
        break;
      default:
        break;
    }
  }

  void check_interface(const Interface& interface) {
    in_remote_interface_ = interface.interface_kind != InterfaceKind::Local;
    check(interface.contents);
    in_remote_interface_ = false;
  }

  // Checks the type of a parameter, result or attribute.
  void check_passed(const Type& type, const Declaration& user) {
    passes_to_others_ = in_remote_interface_;
    passes_within_ = !in_remote_interface_;
    check(type, user);
    passes_to_others_ = passes_within_ = false;
  }

  void check_struct(const Struct& structure) {
    check(structure.nested_types);
    check_members(structure.members);
  }

  void check_union(const Union& subject) {
    check(*subject.discriminator, subject);
    check(subject.nested_types);
    for (const UnionBranch* branch : subject.branches) {
      check_annotations(*branch);
      check(*branch->type, *branch);
    }
  }

  void check_members(const std::vector<Member*>& members) {
    for (const Member* member : members) {
      check_annotations(*member);
      check(*member->type, *member);
    }
  }

  void check_bitset(const Bitset& set) {
    for (const Bitfield* field : set.fields) check_annotations(*field);
    constexpr unsigned bits_max = 64;
    if (set.bit_count <= bits_max) return;
    diagnostics_.error(
        set.range, "bitset " + named(set) + " has " + std::to_string(set.bit_count) + " bits; at most 64 are allowed");
  }

  void check_enum(const Enum& enumeration) {
    for (const Enumerator* enumerator : enumeration.enumerators) {
      check_annotations(*enumerator);
    }
  }

  void check_constant(const Constant& constant) {
    check(*constant.type, constant);
    if (const auto* number = std::get_if<long double>(&constant.value); number != nullptr && !std::isfinite(*number)) {
      refuse(constant.range, "the infinite value of constant " + named(constant));
    }
  }

  void check_operation(const Operation& operation) {
    check_passed(*operation.result, operation);
    for (const Parameter* parameter : operation.parameters) check_passed(*parameter->type, *parameter);
    check_raises(operation.raises, operation.range);
  }

  void check_attribute(const Attribute& attribute) {
    check_passed(*attribute.type, attribute);
    check_raises(attribute.get_raises, attribute.range);
    check_raises(attribute.set_raises, attribute.range);
  }

  void check_raises(const std::vector<const Declaration*>& raises, SourceRange range) {
    for (const Declaration* raised : raises) {
      if (raised->kind != DeclarationKind::Exception && in_remote_interface_)
        refuse(range, "native exception " + named(*raised));
    }
  }

  // Reports misplaced annotations, if they would change the C++ or the encoding. Others (@key, @unit, ...) have no
  // effect.
  void check_annotations(const Declaration& declaration) {
    const bool holds = declaration.kind == DeclarationKind::Member || declaration.kind == DeclarationKind::UnionBranch;
    const bool has_default =
        holds || declaration.kind == DeclarationKind::Typedef || declaration.kind == DeclarationKind::Bitfield;
    for (const Annotation& annotation : declaration.annotations) {
      const std::string& name = annotation.name;
      const bool is_misplaced = ((name == "optional" || name == "external") && !holds) ||
                                (name == "default" && !has_default) ||
                                (name == "default_literal" && declaration.kind != DeclarationKind::Enumerator) ||
                                (name == "cpp_mapping" && declaration.kind != DeclarationKind::Struct) ||
                                (name == "flow" && declaration.kind != DeclarationKind::Interface);
      if (is_misplaced) {
        refuse(annotation.range, "annotation '@" + name + "' on " + with_article(declaration.kind));
      } else if (name == "cpp_mapping") {
        check_mapping(annotation);
      }
    }
  }

  void check_mapping(const Annotation& annotation) {
    static const std::set<std::string> known = {"STRUCT_WITH_PUBLIC_MEMBERS",
                                                "CLASS_WITH_PUBLIC_ACCESSORS_AND_MODIFIERS"};
    const bool is_known = annotation.arguments.size() == 1 && known.contains(annotation.arguments.front().text);
    if (!is_known) refuse(annotation.range, "this form of @cpp_mapping");
  }

  void check_annotations(const Type& type) {
    for (const Annotation& annotation : type.annotations) {
      if (annotation.name == "loaned" && !is_loaned(type)) {
        diagnostics_.error(annotation.range,
                           "@loaned is for a typedef of a sequence, and must precede the word typedef");
      }
      if (annotation.name == "optional" || annotation.name == "external" || annotation.name == "default") {
        refuse(annotation.range, "annotation '@" + annotation.name + "' on an element");
      }
    }
  }

  // `user` is the declaration that uses the type. Its place is reported if the type has no place of its own.
  void check(const Type& type, const Declaration& user) {
    const bool is_passed = passes_to_others_ || passes_within_ || only_names_;
    if (is_loaned(type) && !is_passed) refuse_loaned(user.range, with_article(user.kind));
    check(type, type.range.begin.known() ? type.range : user.range);
  }

  void refuse_loaned(SourceRange range, const std::string& where) {
    diagnostics_.error(range, "a loaned sequence (@loaned) in " + where +
                                  " is not supported: loaned sequences are for parameters, results and attributes");
  }

  void check(const Type& type, SourceRange range) {
    check_annotations(type);
    switch (type.kind) {
      case TypeKind::Basic:
      case TypeKind::Fixed:
      case TypeKind::String:
      case TypeKind::WString:
        break;
      case TypeKind::Map:
        check_part(*as<MapType>(type).key, range);
        check_part(*as<MapType>(type).value, range);
        break;
      case TypeKind::Sequence:
        check_part(*as<SequenceType>(type).element, range);
        break;
      case TypeKind::Array:
        check_part(*as<ArrayType>(type).element, range);
        break;
      case TypeKind::Named:
        check_named(*as<NamedType>(type).declaration, range);
        break;
    }
  }

  void check_part(const Type& type, SourceRange outer) {
    const SourceRange range = type.range.begin.known() ? type.range : outer;
    if (is_loaned(type)) refuse_loaned(range, "a sequence, array or map");
    check(type, range);
  }

  void check_named(const Declaration& declaration, SourceRange range) {
    if (is_native(declaration) && passes_to_others_) {
      diagnostics_.error(range, "native type " + named(declaration) + " can be passed only within a local interface");
    }
    // Passing a reference within the process, or naming a sequence of references, does not need the definition.
    const Declaration* const undefined = passes_within_ || only_names_ ? nullptr : undefined_part(declaration);
    if (undefined != nullptr) {
      diagnostics_.error(range, std::string(to_string(undefined->kind)) + " " + named(*undefined) +
                                    " is declared forward but never defined, and its definition is needed here");
      return;
    }
    if (own_.contains(&declaration) && !passes_to_others_) return;
    if (declaration.kind == DeclarationKind::Typedef && !is_native(declaration))
      check(*as<Typedef>(declaration).type, range);
  }

  const Contents& contents_;
  Diagnostics& diagnostics_;
  std::set<const Declaration*> own_;
  bool in_remote_interface_ = false;
  bool passes_to_others_ = false;
  bool passes_within_ = false;
  bool only_names_ = false;  // within a typedef
};

}  // namespace

void report_unsupported(const Contents& contents, Diagnostics& diagnostics) {
  Reporter(contents, diagnostics).report();
}

}  // namespace dimma::idl::cxx
