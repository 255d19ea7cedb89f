// Naming scopes: record the names that are declared and used in them, and look up names (IDL 4.2, 7.5).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "idl/tree/ast.hpp"

namespace dimma::idl {

// In IDL, names that differ only in case are the same name (7.2.3). Some compilers, and the IDL written for them,
// distinguish such names.
enum class LetterCase { Ignored, Counts };

struct Scope {
  Declaration* owner = nullptr;  // nullptr at global scope; the first opening of a module
  Scope* parent = nullptr;

  // The declarations, keyed by ScopeTree::key() of their names.
  std::unordered_map<std::string, Declaration*> declared;
  // Names of outer scopes that were used in this scope, and so can no longer be declared in it.
  struct Use {
    std::string spelled;
    SourceRange range;
  };
  std::unordered_map<std::string, Use> used;
  std::optional<std::string> type_prefix;  // the prefix of a typeprefix declaration

  bool is_module() const { return owner == nullptr || owner->kind == DeclarationKind::Module; }
};

// The result of looking up one identifier. The name is ambiguous if there are several candidates.
struct Found {
  std::vector<Declaration*> candidates;
  Scope* where = nullptr;  // the scope in which the search ended

  explicit operator bool() const { return !candidates.empty(); }
};

class ScopeTree {
 public:
  explicit ScopeTree(LetterCase letter_case) : global_(std::make_unique<Scope>()), letter_case_(letter_case) {}

  Scope& global() { return *global_; }
  // Returns the same text for names that IDL does not distinguish.
  std::string key(const std::string& identifier) const;
  // Returns the scope of the declaration; nullptr if it has none, or none yet.
  Scope* scope_of(const Declaration& owner) const;
  // Returns the scope of the declaration; creates it if it does not exist yet.
  Scope& open(Declaration& owner, Scope& parent);

  // Searches the scope and, for interfaces and value types, their bases.
  Found find_member(Scope& scope, const std::string& identifier) const;
  // Searches the scope, then the enclosing scopes outwards.
  Found find_visible(Scope& scope, const std::string& identifier) const;
  // Searches the bases of an interface or value type, without its own scope.
  Found find_inherited(const Declaration& owner, const std::string& identifier) const;

  // Records that a scope uses a name of an outer scope: in the scope itself, and in each scope around it up to the
  // outermost one that is not a module.
  void remember_use(Scope& scope, const Scope& found_in, const std::string& identifier, SourceRange range);

  // Returns the visible name most similar to `identifier`; empty if none is similar enough.
  std::string nearest_name(const Scope& scope, const std::string& identifier) const;

 private:
  std::unique_ptr<Scope> global_;
  LetterCase letter_case_;
  std::unordered_map<const Declaration*, std::unique_ptr<Scope>> scopes_;
};

}  // namespace dimma::idl
