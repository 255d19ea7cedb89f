// Declares names, and resolves them (IDL 4.2, 7.5).
#include <algorithm>
#include <cctype>
#include <iterator>

#include "idl/parse/parser.hpp"
#include "idl/preprocess/builtin_idl.hpp"
#include "idl/tree/depth.hpp"

namespace dimma::idl {
namespace {

bool names_its_scope(const Declaration& owner) {
  switch (owner.kind) {
    case DeclarationKind::Module:
    case DeclarationKind::Interface:
    case DeclarationKind::ValueType:
    case DeclarationKind::Struct:
    case DeclarationKind::Union:
    case DeclarationKind::Exception:
    case DeclarationKind::Bitmask:
      return true;
    default:
      return false;
  }
}

bool is_field(const Declaration& declaration) {
  return declaration.kind == DeclarationKind::Member || declaration.kind == DeclarationKind::UnionBranch;
}

bool is_operation_like(const Declaration& declaration) {
  return declaration.kind == DeclarationKind::Operation || declaration.kind == DeclarationKind::Attribute;
}

}  // namespace

void Parser::describe_node(Declaration& node, const Name& name) {
  const Context& here = context();
  node.identifier = name.text;
  node.range = name.range;
  node.enclosing = here.node;
  node.scoped_name = here.node == nullptr ? std::vector<std::string>() : here.node->scoped_name;
  node.scoped_name.push_back(name.text);
  node.file = files_.back().file;
  node.from_main_file = files_.size() == 1;
  if (has_repository_id(node.kind)) node.repository_id = RepositoryIds::default_id(here.id_base, name.text);
  map_name(name.range, node);
  if (!name.escaped) check_spelling(name);
  annotate(node);
}

void Parser::list(Declaration* node) {
  node->type_depth = type_depth(*node);
  if (node->type_depth > type_depth_max) {
    error(node->range, "'" + node->full_name() + "' is a type within types, more than " +
                           std::to_string(type_depth_max) + " levels deep");
    throw StopParsing{};
  }
  if (passed_over_.count(node) == 0) context().sink->push_back(node);
}

void Parser::check_spelling(const Name& name) {
  const std::string how = "; write '_" + name.text + "' to use it as a name";
  if (const char* since = keyword_since(name.text); since != nullptr) {
    diagnostics_.warning(name.range, "'" + name.text + "' is a keyword of " + since + how);
  } else if (const char* reserved = keyword_ignoring_case(name.text); reserved != nullptr) {
    const std::string message = "'" + name.text + "' differs only in case from the keyword '" + reserved + "'" + how;
    letter_case_ == LetterCase::Counts ? diagnostics_.warning(name.range, message) : error(name.range, message);
  } else if (is_idl4_word(name.text)) {
    diagnostics_.warning(name.range, "'" + name.text + "' is a keyword of IDL 4" + how);
  }
}

bool Parser::clashes(const Declaration& node) {
  Scope& scope = *context().scope;
  const std::string name = scopes_.key(node.identifier);
  if (scope.owner != nullptr && names_its_scope(*scope.owner) && scopes_.key(scope.owner->identifier) == name) {
    const std::string message =
        "'" + node.identifier + "' has the name of the " + to_string(scope.owner->kind) + " that encloses it";
    // The OMG's own IDL has a struct Right with a member right, which is harmless.
    const bool is_tolerable = is_field(node) && scope.owner->identifier != node.identifier;
    is_tolerable ? diagnostics_.warning(node.range, message) : error(node.range, message);
    note_declared(*scope.owner);
    if (!is_tolerable) return true;
  }
  if (const auto known = scope.declared.find(name); known != scope.declared.end()) {
    const Declaration& first = *known->second;
    if (first.identifier == node.identifier) {
      error(node.range, "redefinition of '" + node.identifier + "'");
    } else {
      error(node.range, "'" + node.identifier + "' differs only in case from '" + first.identifier + "'");
    }
    note_declared(first, "first declared here");
    if (first.identifier != node.identifier) {
      note_case(node.range);
    } else if (first.kind == DeclarationKind::Operation && node.kind == DeclarationKind::Operation) {
      note(node.range, "IDL has no overloading: each operation of an interface has a name of its own");
    }
    return true;
  }
  if (const auto use = scope.used.find(name); use != scope.used.end()) {
    error(node.range, "'" + node.identifier + "' is declared after '" + use->second.spelled +
                          "' of an outer scope was used in this scope");
    note(use->second.range, "'" + use->second.spelled + "' used here");
    if (use->second.spelled != node.identifier) note_case(node.range);
    return true;
  }
  return false;
}

bool Parser::clashes_with_inherited(const Declaration& node) {
  const Declaration* owner = context().scope->owner;
  if (owner == nullptr) return false;
  if (owner->kind != DeclarationKind::Interface && owner->kind != DeclarationKind::ValueType) return false;
  for (const Declaration* inherited : scopes_.find_inherited(*owner, node.identifier).candidates) {
    if (!is_operation_like(*inherited) && inherited->kind != DeclarationKind::Member) continue;
    error(node.range, "'" + node.identifier + "' redefines the inherited " + to_string(inherited->kind) + " '" +
                          inherited->full_name() + "'");
    note_declared(*inherited);
    return true;
  }
  return false;
}

// IDL files of other ORBs repeat declarations of OMG modules. The compiler's own declaration is used instead, so that
// there is only one type.
bool Parser::repeats_own(const Declaration& node) {
  const auto& own = text_.own_files;
  if (own.empty() || own.count(node.file) != 0 || node.kind == DeclarationKind::Enumerator) return false;
  const auto known = context().scope->declared.find(scopes_.key(node.identifier));
  if (known == context().scope->declared.end()) return false;
  const Declaration& first = *known->second;
  if (own.count(first.file) == 0 || first.kind != node.kind || first.identifier != node.identifier) return false;
  if (node.kind == DeclarationKind::Constant && as<Constant>(first).value != as<Constant>(node).value) return false;
  passed_over_.insert(&node);
  diagnostics_.warning(node.range, "'" + node.full_name() + "' is ignored: it comes with the compiler");
  return true;
}

bool Parser::enter(Declaration& node) {
  if (repeats_own(node)) return false;
  if (clashes(node) || clashes_with_inherited(node)) return false;
  context().scope->declared.emplace(scopes_.key(node.identifier), &node);
  return true;
}

// Returns the declaration of exactly this name in the current scope; nullptr if there is none.
Declaration* Parser::own_declaration(const Name& name) {
  const auto& declared = context().scope->declared;
  const auto found = declared.find(scopes_.key(name.text));
  return found != declared.end() && found->second->identifier == name.text ? found->second : nullptr;
}

ForwardDeclaration* Parser::list_forward(Declaration& target, const Name& name) {
  auto* forward = specification_.make<ForwardDeclaration>();
  describe_node(*forward, name);
  forward->repository_id = target.repository_id;
  forward->target = &target;
  forwards_.push_back(forward);
  list(forward);
  return forward;
}

// With the current prefix, a declaration that was seen before must have the same repository id.
void Parser::check_same_id(const Declaration& node, const Name& name) {
  if (ids_.is_explicit(node)) return;
  const std::string now = RepositoryIds::default_id(context().id_base, name.text);
  if (now == node.repository_id) return;
  const std::string message = "'" + node.full_name() + "' would have the repository id \"" + now +
                              "\" here, but was declared with \"" + node.repository_id + "\"";
  if (node.kind == DeclarationKind::Module) {
    diagnostics_.warning(name.range, message);
  } else {
    error(name.range, message);
  }
  note_declared(node, "first declared here");
}

namespace {

// A type of C or C++, and the corresponding types of IDL.
struct ForeignType {
  std::string_view name;
  const char* idl;
};
constexpr ForeignType foreign_types[] = {
    {"int", "long' or 'int32"},
    {"uint", "unsigned long' or 'uint32"},
    {"int8_t", "int8"},
    {"uint8_t", "octet' or 'uint8"},
    {"int16_t", "short' or 'int16"},
    {"uint16_t", "unsigned short' or 'uint16"},
    {"int32_t", "long' or 'int32"},
    {"uint32_t", "unsigned long' or 'uint32"},
    {"int64_t", "long long' or 'int64"},
    {"uint64_t", "unsigned long long' or 'uint64"},
    {"size_t", "unsigned long long' or 'uint64"},
    {"bool", "boolean"},
    {"byte", "octet"},
    {"wchar_t", "wchar"},
    {"string", "string"},
    {"wstring", "wstring"},
    {"vector", "sequence<T>"},
    {"list", "sequence<T>"},
    {"map", "map<K, V>"},
};

const ForeignType* foreign_type(std::string_view name) {
  const auto found = std::find_if(std::begin(foreign_types), std::end(foreign_types),
                                  [name](const ForeignType& each) { return each.name == name; });
  return found == std::end(foreign_types) ? nullptr : found;
}

}  // namespace

// Reports a C++ type that is used in IDL, such as std::string. Called after `std::` and after `CORBA::`. A no-op if the
// IDL declares a scope `std`.
void Parser::fail_type_of_cxx(const Name& scope) {
  if (scope.text == "CORBA") {
    if (!at(TokenKind::KwObject) && !at(TokenKind::KwValueBase)) return;
    fail(peek().range, "write '" + std::string(peek().text) + "' without 'CORBA::': it is a keyword");
  }
  const ForeignType* const type = foreign_type(peek().text);
  if (type == nullptr || scopes_.find_visible(*context().scope, scope.text)) return;
  fail(scope.range, "'std::" + std::string(type->name) + "' is a type of C++; the IDL type is '" + type->idl + "'");
}

Parser::ScopedName Parser::parse_scoped_name() {
  const Token first = peek();
  ScopedName name;
  name.from_global = accept(TokenKind::ScopeMark);
  if (name.from_global) name.written = "::";
  for (;;) {
    if (name.written == "std::" || name.written == "CORBA::") fail_type_of_cxx(name.parts.front());
    name.parts.push_back(expect_identifier(name.parts.empty() ? "a name" : "identifier after '::'"));
    name.written += name.parts.back().text;
    if (!accept(TokenKind::ScopeMark)) break;
    name.written += "::";
  }
  name.range = since(first);
  return name;
}

Declaration* Parser::accept_found(const Found& found, const Name& name, bool report) {
  Declaration* declaration = found.candidates.front();
  if (!report) return declaration;
  if (found.candidates.size() > 1) {
    error(name.range, "'" + name.text + "' is ambiguous: it is inherited from more than one base");
    for (const Declaration* candidate : found.candidates) {
      if (candidate->range.begin.known()) note(candidate->range, "'" + candidate->full_name() + "' is one of them");
    }
    return nullptr;
  }
  if (declaration->identifier != name.text) {
    error(name.range, "'" + name.text + "' must be spelled '" + declaration->identifier +
                          "': references keep the case of the declaration");
    note_declared(*declaration);
    note_case(name.range);
  }
  map_name(name.range, *declaration);
  return declaration;
}

Declaration* Parser::resolve_first(const ScopedName& name, bool report) {
  const Name& first = name.parts.front();
  Scope& from = name.from_global ? scopes_.global() : *context().scope;
  const Found found = name.from_global ? scopes_.find_member(from, first.text) : scopes_.find_visible(from, first.text);
  if (!found && first.text == "TypeCode" && name.parts.size() == 1 && !name.from_global) {
    if (report) diagnostics_.warning(first.range, "'TypeCode' is taken for 'CORBA::TypeCode'");
    return typecode_;
  }
  if (!found) return name.from_global ? nullptr : find_flag(first, report);
  if (!name.from_global && report) scopes_.remember_use(from, *found.where, first.text, first.range);
  return accept_found(found, first, report);
}

Scope* Parser::scope_inside(const Declaration& declaration, const Name& next, bool report) {
  Scope* scope = scopes_.scope_of(declaration);
  const bool holds_names = scope != nullptr && names_its_scope(declaration);
  if (holds_names || !report) return holds_names ? scope : nullptr;
  const bool forward_only =
      (declaration.kind == DeclarationKind::Interface && !as<Interface>(declaration).is_defined) ||
      (declaration.kind == DeclarationKind::ValueType && !as<ValueType>(declaration).is_defined);
  if (forward_only) {
    error(next.range, "'" + declaration.full_name() + "' is declared forward only; what it holds is not known here");
  } else if (declaration.kind == DeclarationKind::Enum) {
    error(next.range, "enumerators belong to the scope around their enum; write '" + next.text + "' without '" +
                          declaration.identifier + "::'");
  } else {
    error(next.range, "'" + declaration.full_name() + "' is " + with_article(declaration.kind) + " and holds no names");
  }
  note_declared(declaration);
  return nullptr;
}

Declaration* Parser::resolve_rest(Declaration* found, const ScopedName& name, bool report) {
  for (std::size_t index = 1; index < name.parts.size(); ++index) {
    const Name& part = name.parts[index];
    Scope* scope = scope_inside(*found, part, report);
    if (scope == nullptr) return nullptr;
    const Found inner = scopes_.find_member(*scope, part.text);
    if (!inner) {
      if (report) {
        report_missing(*found, part);
      }
      return nullptr;
    }
    found = accept_found(inner, part, report);
    if (found == nullptr) return nullptr;
  }
  return found;
}

Declaration* Parser::resolve(const ScopedName& name, bool report) {
  const std::size_t errors = diagnostics_.error_count();
  Declaration* first = resolve_first(name, report);
  if (first == nullptr) {
    if (report && diagnostics_.error_count() == errors) report_unknown(name);
    return nullptr;
  }
  return resolve_rest(first, name, report);
}

const Declaration* Parser::resolve_base(const ScopedName& name) {
  const Declaration* found = resolve(name);
  if (found == nullptr || found->kind != DeclarationKind::Typedef) return found;
  const Declaration* behind = named_declaration(*as<Typedef>(*found).type);
  return behind != nullptr ? behind : found;
}

void Parser::report_unknown(const ScopedName& name) {
  const Name& first = name.parts.front();
  std::string message = "'" + first.text + "' is not declared";
  if (name.from_global) message += " at global scope";
  if (const ForeignType* type = foreign_type(first.text); type != nullptr && name.parts.size() == 1) {
    return error(first.range, message + "; the IDL type is '" + type->idl + "'");
  }
  const char* const reserved = keyword_ignoring_case(first.text);
  std::string near = reserved != nullptr ? reserved : scopes_.nearest_name(*context().scope, first.text);
  if (near.empty()) near = nearest_keyword(first.text);
  if (!near.empty() && near != first.text) message += "; did you mean '" + near + "'?";
  error(first.range, message);
}

bool Parser::has_orb_idl() const {
  return scopes_.scope_of(*corba_)->declared.count(scopes_.key("PolicyTypeSeq")) != 0;
}

namespace {

// Returns true for pseudo objects, which exist only within a program and cannot be passed (CORBA 3.3 part 1, 8.1).
bool is_pseudo_object(std::string_view name) {
  constexpr std::string_view names[] = {"ORB",           "Request",     "NVList",        "NamedValue", "Context",
                                        "ServerRequest", "ContextList", "ExceptionList", "Principal"};
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

bool holds_word(std::string_view text, std::string_view word) {
  const auto in_word = [](char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; };
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !in_word(text[at - 1])) && (end == text.size() || !in_word(text[end]))) return true;
  }
  return false;
}

bool is_in_orb_idl(std::string_view name) {
  const auto has = [name](const char* text) { return holds_word(text, name); };
  return has(builtin_orb_idl()) || has(builtin_ir_idl()) || has(builtin_boxes_idl()) || has(builtin_services_idl());
}

}  // namespace

void Parser::report_missing(const Declaration& scope, const Name& name) {
  std::string message = "'" + scope.full_name() + "' has nothing called '" + name.text + "'";
  if (&scope == corba_ || (scope.kind == DeclarationKind::Module && as<Module>(scope).first_opening == corba_)) {
    if (is_pseudo_object(name.text)) {
      message += ": it is a pseudo object, which IDL does not know and no operation can pass";
    } else if (!has_orb_idl() && is_in_orb_idl(name.text)) {
      message += "; write '#include <orb.idl>' at the beginning of the file";
    } else if (const char* const word = keyword_ignoring_case(name.text); word != nullptr) {
      message += std::string("; the IDL type is '") + word + "'";
    }
  }
  error(name.range, message);
}

void Parser::note_case(SourceRange range) {
  note(range, "names that differ only in case are one name in IDL; with --case-sensitive they are two");
}

void Parser::check_forward_declarations() {
  std::unordered_set<const Declaration*> reported;
  for (const ForwardDeclaration* forward : forwards_) {
    const Declaration& target = *forward->target;
    const bool defined = (target.kind == DeclarationKind::Interface && as<Interface>(target).is_defined) ||
                         (target.kind == DeclarationKind::ValueType && as<ValueType>(target).is_defined) ||
                         (target.kind == DeclarationKind::Struct && as<Struct>(target).is_defined) ||
                         (target.kind == DeclarationKind::Union && as<Union>(target).is_defined);
    if (defined || !reported.insert(&target).second) continue;
    const std::string message =
        std::string(to_string(target.kind)) + " '" + target.full_name() + "' is declared forward but never defined";
    // Another file may define an interface or a value type. The back end reports those whose definition it needs.
    const bool has_size = target.kind == DeclarationKind::Struct || target.kind == DeclarationKind::Union;
    if (has_size) {
      error(forward->range, message);
    } else {
      diagnostics_.warning(forward->range, message);
    }
  }
}

namespace {

const std::vector<Declaration*>* contents_of(const Declaration& declaration) {
  switch (declaration.kind) {
    case DeclarationKind::Module:
      return &as<Module>(declaration).contents;
    case DeclarationKind::Interface:
      return &as<Interface>(declaration).contents;
    case DeclarationKind::ValueType:
      return &as<ValueType>(declaration).contents;
    default:
      return nullptr;
  }
}

}  // namespace

// Two types with the same id would be indistinguishable in messages.
void Parser::check_unique_ids(const std::vector<Declaration*>& contents) {
  if (diagnostics_.has_errors()) return;
  for (const Declaration* each : contents) {
    if (const auto* inner = contents_of(*each)) check_unique_ids(*inner);
    if (!has_repository_id(each->kind) || each->kind == DeclarationKind::Module) continue;
    const auto [known, inserted] = by_id_.emplace(each->repository_id, each);
    if (inserted || known->second == each) continue;
    error(each->range, "'" + each->full_name() + "' has the same repository id \"" + each->repository_id + "\" as '" +
                           known->second->full_name() + "'");
    note_declared(*known->second);
  }
}

void Parser::predeclare_corba() {
  corba_ = specification_.make<Module>();
  corba_->identifier = "CORBA";
  corba_->scoped_name = {"CORBA"};
  corba_->repository_id = "IDL:omg.org/CORBA:1.0";
  corba_->first_opening = corba_;
  typecode_ = specification_.make<Native>();
  typecode_->identifier = "TypeCode";
  typecode_->scoped_name = {"CORBA", "TypeCode"};
  typecode_->enclosing = corba_;
  typecode_->repository_id = "IDL:omg.org/CORBA/TypeCode:1.0";
  scopes_.global().declared.emplace(scopes_.key("CORBA"), corba_);
  scopes_.open(*corba_, scopes_.global()).declared.emplace(scopes_.key("TypeCode"), typecode_);
}

}  // namespace dimma::idl
