// Naming scopes: keep the names that are declared and used in them, and find names (IDL 4.2, 7.5).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "idl/tree/ast.hpp"

namespace dimma::idl {

// IDL takes names that only differ in case as one name (7.2.3), but some compilers, and so some IDL, do not.
enum class LetterCase { Ignored, Counts };

struct Scope {
  Declaration* owner = nullptr;  // nullptr at global scope; for a module its first opening
  Scope* parent = nullptr;

  // Keyed by ScopeTree::key of their names.
  std::unordered_map<std::string, Declaration*> declared;
  // Names of outer scopes that were used here, and so can no longer be declared here.
  struct Use {
    std::string spelled;
    SourceRange range;
  };
  std::unordered_map<std::string, Use> used;
  std::optional<std::string> type_prefix;  // from a typeprefix

  bool is_module() const { return owner == nullptr || owner->kind == DeclarationKind::Module; }
};

// The result of a search for one identifier. With several candidates the name is ambiguous.
struct Found {
  std::vector<Declaration*> candidates;
  Scope* where = nullptr;  // the scope at which the search ended

  explicit operator bool() const { return !candidates.empty(); }
};

class ScopeTree {
 public:
  explicit ScopeTree(LetterCase letter_case) : global_(std::make_unique<Scope>()), letter_case_(letter_case) {}

  Scope& global() { return *global_; }
  // Returns the same text for names that are one name to IDL.
  std::string key(const std::string& identifier) const;
  // Returns the scope of the declaration; nullptr if it has none (or none yet).
  Scope* scope_of(const Declaration& owner) const;
  // Makes the scope if there is none yet.
  Scope& open(Declaration& owner, Scope& parent);

  // Searches the scope itself and, for interfaces and value types, their bases.
  Found find_member(Scope& scope, const std::string& identifier) const;
  // Searches from the scope outwards.
  Found find_visible(Scope& scope, const std::string& identifier) const;
  // Searches the bases of an interface or value type, without its own scope.
  Found find_inherited(const Declaration& owner, const std::string& identifier) const;

  // Notes the use of an outer name in a scope: it is remembered there and in each scope around it, up to the outermost
  // one that is not a module.
  void remember_use(Scope& scope, const Scope& found_in, const std::string& identifier, SourceRange range);

  // Returns the name most similar to `identifier` that is visible from the scope; empty if none is similar enough.
  std::string nearest_name(const Scope& scope, const std::string& identifier) const;

 private:
  std::unique_ptr<Scope> global_;
  LetterCase letter_case_;
  std::unordered_map<const Declaration*, std::unique_ptr<Scope>> scopes_;
};

}  // namespace dimma::idl
