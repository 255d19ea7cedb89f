#include "idl/tree/repository_ids.hpp"

#include <algorithm>

namespace dimma::idl {
namespace {

bool is_version(const std::string& text) {
  const std::size_t point = text.find('.');
  if (point == std::string::npos || point == 0 || point + 1 == text.size()) return false;
  if (text.size() > 11) return false;
  return text.find_first_not_of("0123456789.") == std::string::npos && text.find('.', point + 1) == std::string::npos;
}

constexpr const char* idl_format = "IDL:";

}  // namespace

bool has_repository_id(DeclarationKind kind) {
  switch (kind) {
    case DeclarationKind::Parameter:
    case DeclarationKind::Member:
    case DeclarationKind::UnionBranch:
    case DeclarationKind::Enumerator:
    case DeclarationKind::Initializer:
    case DeclarationKind::Bitfield:
    case DeclarationKind::BitValue:
    case DeclarationKind::AnnotationDeclaration:
    case DeclarationKind::ForwardDeclaration:
      return false;
    default:
      return true;
  }
}

std::string RepositoryIds::nested_base(const std::string& base, const std::string& identifier) {
  return base.empty() ? identifier : base + "/" + identifier;
}

std::string RepositoryIds::default_id(const std::string& base, const std::string& identifier) {
  return idl_format + nested_base(base, identifier) + ":1.0";
}

std::string RepositoryIds::set_id(Declaration& declaration, const std::string& id) {
  const std::size_t colon = id.find(':');
  if (colon == std::string::npos || colon == 0) {
    return "repository id \"" + id + "\" is not of the form \"format:name\"";
  }
  if (is_explicit(declaration) && declaration.repository_id != id) {
    return "'" + declaration.full_name() + "' has the repository id \"" + declaration.repository_id + "\" already";
  }
  declaration.repository_id = id;
  stated_[&declaration] = Stated::Id;
  return {};
}

std::string RepositoryIds::set_version(Declaration& declaration, const std::string& version) {
  if (!is_version(version)) return "'" + version + "' is not a version of the form major.minor";
  const std::string& id = declaration.repository_id;
  if (id.rfind(idl_format, 0) != 0) {
    return "the repository id \"" + id + "\" is not in the IDL format, so it has no version";
  }
  const std::string changed = id.substr(0, id.rfind(':') + 1) + version;
  if (is_explicit(declaration) && changed != id) {
    return "'" + declaration.full_name() + "' has the repository id \"" + id + "\" already";
  }
  declaration.repository_id = changed;
  stated_[&declaration] = Stated::Version;
  return {};
}

void RepositoryIds::assign(Declaration& declaration, const std::string& base) {
  if (!has_repository_id(declaration.kind)) return;
  const auto stated = stated_.find(&declaration);
  if (stated != stated_.end() && stated->second == Stated::Id) return;
  const std::string version = stated == stated_.end()
                                  ? std::string(":1.0")
                                  : declaration.repository_id.substr(declaration.repository_id.rfind(':'));
  declaration.repository_id = idl_format + nested_base(base, declaration.identifier) + version;
}

void RepositoryIds::rebase(ScopeTree& scopes, Scope& scope, const std::string& base) {
  for (const auto& [name, declaration] : scope.declared) {
    Scope* inner = scopes.scope_of(*declaration);
    if (inner != nullptr && inner->type_prefix) continue;
    assign(*declaration, base);
    if (inner != nullptr) rebase(scopes, *inner, nested_base(base, declaration->identifier));
  }
}

std::string RepositoryIds::apply_type_prefix(ScopeTree& scopes, Scope& scope, const std::string& prefix) {
  scope.type_prefix = prefix;
  std::string base = prefix;
  if (scope.owner != nullptr) {
    for (std::size_t part = 0; part + 1 < scope.owner->scoped_name.size(); ++part) {
      base = nested_base(base, scope.owner->scoped_name[part]);
    }
    assign(*scope.owner, base);
    base = nested_base(base, scope.owner->identifier);
  }
  rebase(scopes, scope, base);
  return base;
}

}  // namespace dimma::idl
