// Checks rules about types: incomplete types (IDL 4.2, 7.4.1.4.4.4), local types (7.4.6.4.2), map keys.
#include "idl/parse/parser.hpp"

namespace dimma::idl {

// Returns the part that makes the type incomplete, a struct or union that is only declared forward or is still open;
// nullptr if the type is complete. A sequence or map is complete if its elements are.
const Declaration* Parser::incomplete_part(const Type& type, OpenTypes open_types) {
  CompletenessCheck check{open_types, {}};
  return incomplete_part(type, check);
}

const Declaration* Parser::incomplete_part(const Type& type, CompletenessCheck& check) {
  switch (type.kind) {
    case TypeKind::Sequence:
      return incomplete_part(*as<SequenceType>(type).element, check);
    case TypeKind::Array:
      return incomplete_part(*as<ArrayType>(type).element, check);
    case TypeKind::Map: {
      const Declaration* part = incomplete_part(*as<MapType>(type).key, check);
      return part != nullptr ? part : incomplete_part(*as<MapType>(type).value, check);
    }
    case TypeKind::Named:
      return incomplete_declaration(*as<NamedType>(type).declaration, check);
    default:
      return nullptr;
  }
}

const Declaration* Parser::incomplete_declaration(const Declaration& declaration, CompletenessCheck& check) {
  if (known_complete_.count(&declaration) != 0) return nullptr;
  const auto lacking = [&] {
    const bool forgiven = check.open_types == OpenTypes::Allowed && open_.count(&declaration) != 0;
    return forgiven ? nullptr : &declaration;
  };
  const bool outermost = check.visiting.empty();
  const Declaration* part = nullptr;
  switch (declaration.kind) {
    case DeclarationKind::Typedef:
      return incomplete_part(*as<Typedef>(declaration).type, check);
    case DeclarationKind::Struct:
      if (!as<Struct>(declaration).is_defined) return lacking();
      if (!check.visiting.insert(&declaration).second) return nullptr;
      for (const Member* member : as<Struct>(declaration).members) {
        if (part == nullptr && !may_be_absent_elsewhere(*member)) part = incomplete_part(*member->type, check);
      }
      break;
    case DeclarationKind::Union:
      if (!as<Union>(declaration).is_defined) return lacking();
      if (!check.visiting.insert(&declaration).second) return nullptr;
      for (const UnionBranch* branch : as<Union>(declaration).branches) {
        if (part == nullptr && !may_be_absent_elsewhere(*branch)) part = incomplete_part(*branch->type, check);
      }
      break;
    default:
      return nullptr;
  }
  // In a cycle the result may depend on a type that is still open, so only the outermost result is remembered.
  if (part == nullptr && outermost && check.open_types == OpenTypes::Refused) {
    known_complete_.insert(check.visiting.begin(), check.visiting.end());
  }
  return part;
}

// A member with both @optional and @external may have the type that is being defined: its absence ends the recursion.
bool Parser::may_be_absent_elsewhere(const Declaration& member) const {
  return member.is_marked("optional") && member.is_marked("external");
}

bool Parser::require_complete(const Type& type, const std::string& use, OpenTypes open_types) {
  const Declaration* part = incomplete_part(type);
  if (part != nullptr && open_types == OpenTypes::Allowed) part = incomplete_part(type, OpenTypes::Allowed);
  if (part == nullptr) return true;
  if (open_.count(part) != 0) {
    error(type.range,
          "'" + part->full_name() + "' would hold itself: within itself it can only stand in a sequence or map");
  } else {
    error(type.range, "'" + part->full_name() + "' is not defined yet, so it cannot be " + use);
  }
  note_declared(*part);
  return false;
}

// Checks the type of a member. Members may be sequences and maps of incomplete types. A struct or union with such
// members may be the type of another member unless it is itself still open.
bool Parser::check_member_type(const Type& type, const std::string& use) {
  const Type& resolved = resolve_aliases(type);
  if (resolved.kind == TypeKind::Sequence || resolved.kind == TypeKind::Map) return true;
  const Declaration* declaration = named_declaration(resolved);
  const bool open = declaration != nullptr && open_.count(declaration) != 0;
  return require_complete(type, use, open ? OpenTypes::Refused : OpenTypes::Allowed);
}

void Parser::check_map_key(const Type& type) {
  if (is_error(type)) return;
  const Type& key = resolve_aliases(type);
  bool allowed = key.kind == TypeKind::String || key.kind == TypeKind::WString;
  if (key.kind == TypeKind::Basic) {
    const BasicKind kind = as<BasicType>(key).basic;
    allowed = kind >= BasicKind::Boolean && kind <= BasicKind::ULongLong;
  }
  if (const Declaration* declaration = named_declaration(key)) {
    allowed = declaration->kind == DeclarationKind::Enum || declaration->kind == DeclarationKind::Bitmask;
  }
  if (!allowed) error(type.range, "the key of a map must be an integer, character, boolean, string or enum type");
}

const Declaration* Parser::local_part(const Type& type, std::unordered_set<const Declaration*>& visiting) const {
  const Type& resolved = resolve_aliases(type);
  switch (resolved.kind) {
    case TypeKind::Sequence:
      return local_part(*as<SequenceType>(resolved).element, visiting);
    case TypeKind::Array:
      return local_part(*as<ArrayType>(resolved).element, visiting);
    case TypeKind::Map:
      return local_part(*as<MapType>(resolved).value, visiting);
    case TypeKind::Named:
      break;
    default:
      return nullptr;
  }
  const Declaration& declaration = *as<NamedType>(resolved).declaration;
  if (!visiting.insert(&declaration).second) return nullptr;
  const Declaration* part = nullptr;
  if (declaration.kind == DeclarationKind::Interface) {
    return as<Interface>(declaration).interface_kind == InterfaceKind::Local ? &declaration : nullptr;
  }
  if (declaration.kind == DeclarationKind::Struct) {
    for (const Member* member : as<Struct>(declaration).members) {
      if (part == nullptr) part = local_part(*member->type, visiting);
    }
  } else if (declaration.kind == DeclarationKind::Union) {
    for (const UnionBranch* branch : as<Union>(declaration).branches) {
      if (part == nullptr) part = local_part(*branch->type, visiting);
    }
  }
  return part;
}

// Checks the type of a parameter, result or attribute.
void Parser::check_signature_type(const Type& type, const std::string& use) {
  require_complete(type, use);
  const Declaration* owner = context().scope->owner;
  if (owner != nullptr && owner->kind == DeclarationKind::Operation) owner = context().scope->parent->owner;
  if (owner == nullptr || owner->kind != DeclarationKind::Interface) return;
  if (as<Interface>(*owner).interface_kind == InterfaceKind::Local) return;
  if (!refuse_local_part(type, use)) remote_uses_.push_back({&type, use});
}

bool Parser::refuse_local_part(const Type& type, const std::string& use) {
  if (!any_local_) return false;
  std::unordered_set<const Declaration*> visiting;
  const Declaration* part = local_part(type, visiting);
  if (part == nullptr) return false;
  error(type.range,
        "local interface '" + part->full_name() + "' cannot be " + use + " of an interface that is not local");
  note_declared(*part);
  return true;
}

// Called at the end, since an interface that is only declared forward may be local because of the bases of its
// definition.
void Parser::check_remote_uses() {
  for (const RemoteUse& each : remote_uses_) refuse_local_part(*each.type, each.use);
}

}  // namespace dimma::idl
