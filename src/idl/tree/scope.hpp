// Naming scopes: what is declared and used where, and how a name is found (IDL 4.2, 7.5).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "idl/tree/ast.hpp"

namespace dimma::idl {

// Names that differ in case only are one name to IDL (7.2.3). Not to each of its compilers, so not to all IDL there is.
enum class LetterCase { Ignored, Counts };

struct Scope {
  Declaration* owner = nullptr;  // null at global scope; of a module its first opening
  Scope* parent = nullptr;

  // Keyed by ScopeTree::key of their names.
  std::unordered_map<std::string, Declaration*> declared;
  // Names of outer scopes that were used here and so may no longer be declared here.
  struct Use {
    std::string spelled;
    SourceRange range;
  };
  std::unordered_map<std::string, Use> used;
  std::optional<std::string> type_prefix;  // from a typeprefix

  bool is_module() const { return owner == nullptr || owner->kind == DeclarationKind::Module; }
};

// The result of a search for one identifier. Several candidates: the name is ambiguous.
struct Found {
  std::vector<Declaration*> candidates;
  Scope* where = nullptr;  // the scope at which the search ended

  explicit operator bool() const { return !candidates.empty(); }
};

class ScopeTree {
 public:
  explicit ScopeTree(LetterCase letter_case) : global_(std::make_unique<Scope>()), letter_case_(letter_case) {}

  Scope& global() { return *global_; }
  // The text that two names share which are one to IDL.
  std::string key(const std::string& identifier) const;
  // The scope that belongs to the declaration; null for those that have none (or none yet).
  Scope* scope_of(const Declaration& owner) const;
  // Makes it if it is not there yet.
  Scope& open(Declaration& owner, Scope& parent);

  // In the scope itself and, for interfaces and value types, in what they inherit from.
  Found find_member(Scope& scope, const std::string& identifier) const;
  // From the scope outwards.
  Found find_visible(Scope& scope, const std::string& identifier) const;
  // In what an interface or value type inherits, its own scope left out.
  Found find_inherited(const Declaration& owner, const std::string& identifier) const;

  // The use of an outer name in a scope: remembered there and in each scope around it out to the outermost one that is
  // not a module.
  void remember_use(Scope& scope, const Scope& found_in, const std::string& identifier, SourceRange range);

  // The name nearest to `identifier` that is visible from the scope; empty when none is near enough.
  std::string nearest_name(const Scope& scope, const std::string& identifier) const;

 private:
  std::unique_ptr<Scope> global_;
  LetterCase letter_case_;
  std::unordered_map<const Declaration*, std::unique_ptr<Scope>> scopes_;
};

}  // namespace dimma::idl
