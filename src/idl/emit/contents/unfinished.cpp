#include "idl/emit/contents/unfinished.hpp"

#include <vector>

namespace dimma::idl::cxx {

namespace {

bool has_members(const Declaration& declaration) {
  return declaration.kind == DeclarationKind::Struct || declaration.kind == DeclarationKind::Union ||
         declaration.kind == DeclarationKind::Exception;
}

std::vector<const Type*> member_types(const Declaration& declaration) {
  std::vector<const Type*> types;
  const auto collect = [&types](const auto& members) {
    for (const auto* member : members) types.push_back(member->type);
  };
  for (const Struct* at = declaration.kind == DeclarationKind::Struct ? &as<Struct>(declaration) : nullptr;
       at != nullptr; at = at->base) {
    collect(at->members);
  }
  if (declaration.kind == DeclarationKind::Union) collect(as<Union>(declaration).branches);
  if (declaration.kind == DeclarationKind::Exception) collect(as<Exception>(declaration).members);
  return types;
}

// Returns the struct or union whose values the type holds, possibly as elements; nullptr if there is none.
const Declaration* held_class(const Type& type) {
  const Type& resolved = resolve_aliases(type);
  if (resolved.kind == TypeKind::Sequence) return held_class(*as<SequenceType>(resolved).element);
  if (resolved.kind == TypeKind::Map) return held_class(*as<MapType>(resolved).value);
  if (resolved.kind == TypeKind::Array) return held_class(*as<ArrayType>(resolved).element);
  const Declaration* declaration = named_declaration(resolved);
  return declaration != nullptr && has_members(*declaration) ? declaration : nullptr;
}

void collect_held(const Declaration& declaration, std::set<const Declaration*>& held) {
  for (const Type* type : member_types(declaration)) {
    const Declaration* part = held_class(*type);
    if (part != nullptr && held.insert(part).second) collect_held(*part, held);
  }
}

// Returns the outermost class around a declaration, or the declaration itself: C++ completes that class as a whole.
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
    if (!has_members(*type)) continue;
    // Types and definitions have the same order: all definitions up to the current outermost class are complete.
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
