// Computes repository ids according to #pragma prefix, ID and version, typeid and typeprefix (CORBA 3, 10.7.5 and
// 3.15).
#pragma once

#include <string>
#include <unordered_map>

#include "idl/tree/scope.hpp"

namespace dimma::idl {

class RepositoryIds {
 public:
  // Returns "IDL:<base>/<name>:1.0".
  static std::string default_id(const std::string& base, const std::string& identifier);
  // Returns the base for the contents of `identifier`: "<base>/<identifier>".
  static std::string nested_base(const std::string& base, const std::string& identifier);

  // Return the reason why the id or version is refused; empty if it has been set.
  std::string set_id(Declaration& declaration, const std::string& id);
  std::string set_version(Declaration& declaration, const std::string& version);

  bool is_explicit(const Declaration& declaration) const { return stated_.count(&declaration) != 0; }

  // Applies the prefix to the scope's owner and to everything declared in it so far, except explicit ids. Returns the
  // base for later declarations in the scope.
  std::string apply_type_prefix(ScopeTree& scopes, Scope& scope, const std::string& prefix);

 private:
  void rebase(ScopeTree& scopes, Scope& scope, const std::string& base);
  void assign(Declaration& declaration, const std::string& base);

  enum class Stated { Id, Version };
  std::unordered_map<const Declaration*, Stated> stated_;
};

// Returns true if declarations of that kind have a repository id.
bool has_repository_id(DeclarationKind kind);

}  // namespace dimma::idl
