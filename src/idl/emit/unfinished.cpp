#include "idl/emit/unfinished.hpp"

#include <vector>

namespace dimma::idl::cxx {

namespace {

const std::vector<Member*>* members_of(const Declaration& declaration) {
  if (declaration.kind == DeclarationKind::Struct) return &as<Struct>(declaration).members;
  if (declaration.kind == DeclarationKind::Exception) return &as<Exception>(declaration).members;
  return nullptr;
}

// The struct that a type holds values of, if any.
const Declaration* held_struct(const Type& type) {
  const Type& resolved = resolve_aliases(type);
  if (resolved.kind == TypeKind::Sequence) return held_struct(*as<SequenceType>(resolved).element);
  if (resolved.kind == TypeKind::Array) return held_struct(*as<ArrayType>(resolved).element);
  const Declaration* declaration = named_declaration(resolved);
  return declaration != nullptr && declaration->kind == DeclarationKind::Struct ? declaration : nullptr;
}

void collect_held(const Declaration& declaration, std::set<const Declaration*>& held) {
  for (const Member* member : *members_of(declaration)) {
    const Declaration* part = held_struct(*member->type);
    if (part != nullptr && held.insert(part).second) collect_held(*part, held);
  }
}

// The definition in a namespace that a declaration is part of: what C++ completes as a whole.
const Declaration* outermost_class(const Declaration& declaration) {
  const Declaration* at = &declaration;
  while (at->enclosing != nullptr && at->enclosing->kind != DeclarationKind::Module) at = at->enclosing;
  return at;
}

}  // namespace

std::set<const Declaration*> unfinished_types(const Contents& contents) {
  std::set<const Declaration*> pending;
  for (const Declaration* type : contents.types) pending.insert(outermost_class(*type));

  std::set<const Declaration*> unfinished;
  auto definition = contents.definitions.begin();
  for (const Declaration* type : contents.types) {
    if (members_of(*type) == nullptr) continue;
    // Types and definitions are in the same order: all up to the present outermost class are complete.
    for (const Declaration* outermost = outermost_class(*type); pending.contains(outermost); ++definition) {
      pending.erase(*definition);
    }
    std::set<const Declaration*> held;
    collect_held(*type, held);
    for (const Declaration* part : held) {
      if (pending.contains(outermost_class(*part))) unfinished.insert(type);
    }
  }
  return unfinished;
}

}  // namespace dimma::idl::cxx
