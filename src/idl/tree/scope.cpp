#include "idl/tree/scope.hpp"

#include <algorithm>
#include <unordered_set>

#include "idl/text/token.hpp"

namespace dimma::idl {
namespace {

std::vector<const Declaration*> direct_bases(const Declaration& owner) {
  std::vector<const Declaration*> bases;
  if (owner.kind == DeclarationKind::Interface) {
    for (const Interface* base : as<Interface>(owner).bases) bases.push_back(base);
  } else if (owner.kind == DeclarationKind::ValueType) {
    for (const ValueType* base : as<ValueType>(owner).bases) bases.push_back(base);
    for (const Interface* base : as<ValueType>(owner).supports) bases.push_back(base);
  }
  return bases;
}

void add_once(std::vector<Declaration*>& found, Declaration* declaration) {
  if (std::find(found.begin(), found.end(), declaration) == found.end()) found.push_back(declaration);
}

void search_bases(const ScopeTree& tree, const Declaration& owner, const std::string& name,
                  std::unordered_set<const Declaration*>& visited, std::vector<Declaration*>& found) {
  for (const Declaration* base : direct_bases(owner)) {
    if (!visited.insert(base).second) continue;
    const Scope* scope = tree.scope_of(*base);
    if (scope == nullptr) continue;
    const auto own = scope->declared.find(name);
    if (own != scope->declared.end()) {
      add_once(found, own->second);
    } else {
      search_bases(tree, *base, name, visited, found);
    }
  }
}

}  // namespace

std::string ScopeTree::key(const std::string& identifier) const {
  return letter_case_ == LetterCase::Counts ? identifier : folded(identifier);
}

Scope* ScopeTree::scope_of(const Declaration& owner) const {
  const Declaration* key = &owner;
  if (owner.kind == DeclarationKind::Module) key = as<Module>(owner).first_opening;
  const auto found = scopes_.find(key);
  return found == scopes_.end() ? nullptr : found->second.get();
}

Scope& ScopeTree::open(Declaration& owner, Scope& parent) {
  if (Scope* existing = scope_of(owner)) return *existing;
  auto scope = std::make_unique<Scope>();
  scope->owner = &owner;
  scope->parent = &parent;
  return *(scopes_[&owner] = std::move(scope));
}

Found ScopeTree::find_inherited(const Declaration& owner, const std::string& identifier) const {
  Found found;
  std::unordered_set<const Declaration*> visited;
  search_bases(*this, owner, key(identifier), visited, found.candidates);
  return found;
}

Found ScopeTree::find_member(Scope& scope, const std::string& identifier) const {
  const auto own = scope.declared.find(key(identifier));
  if (own != scope.declared.end()) return {{own->second}, &scope};
  if (scope.owner == nullptr || direct_bases(*scope.owner).empty()) return {};
  Found found = find_inherited(*scope.owner, identifier);
  found.where = &scope;
  return found;
}

Found ScopeTree::find_visible(Scope& scope, const std::string& identifier) const {
  for (Scope* at = &scope; at != nullptr; at = at->parent) {
    if (Found found = find_member(*at, identifier)) return found;
  }
  return {};
}

void ScopeTree::remember_use(Scope& scope, const Scope& found_in, const std::string& identifier, SourceRange range) {
  const std::string name = key(identifier);
  for (Scope* at = &scope; at != nullptr; at = at->parent) {
    if (at->declared.count(name) == 0) at->used.emplace(name, Scope::Use{identifier, range});
    if (at == &found_in || at->is_module() || at->parent->is_module()) return;
  }
}

std::string ScopeTree::nearest_name(const Scope& scope, const std::string& identifier) const {
  constexpr std::size_t most_compared = 20000;
  std::size_t compared = 0;
  std::size_t best = tolerated_edits(identifier) + 1;
  std::string nearest;
  for (const Scope* at = &scope; at != nullptr; at = at->parent) {
    for (const auto& [name, declaration] : at->declared) {
      if (++compared > most_compared) return nearest;
      const std::size_t distance = edit_distance(identifier, declaration->identifier, 2);
      const bool better =
          distance < best || (distance == best && !nearest.empty() && declaration->identifier < nearest);
      if (!better) continue;
      best = distance;
      nearest = declaration->identifier;
    }
  }
  return nearest;
}

}  // namespace dimma::idl
