// Parses modules and the simple definitions in them.
#include "idl/parse/parser.hpp"

namespace dimma::idl {

// Returns true at a keyword of newer IDL that this IDL has declared as a name.
bool Parser::at_older_name() {
  return peek().kind >= TokenKind::KwAbstract && keyword_since(peek().text) != nullptr &&
         scopes_.find_visible(*context().scope, std::string(peek().text));
}

void Parser::refuse_components() {
  if (at_older_name()) return;
  switch (peek().kind) {
    case TokenKind::KwComponent:
    case TokenKind::KwHome:
    case TokenKind::KwEventtype:
    case TokenKind::KwProvides:
    case TokenKind::KwUses:
    case TokenKind::KwEmits:
    case TokenKind::KwPublishes:
    case TokenKind::KwConsumes:
    case TokenKind::KwFinder:
    case TokenKind::KwManages:
    case TokenKind::KwPrimarykey:
    case TokenKind::KwMultiple:
      fail(peek().range, "components are not supported: " + describe(peek()));
    default:
      break;
  }
  if (at_word("porttype") || at_word("connector") || at_word("mirrorport")) {
    fail(peek().range, "components are not supported: " + describe(peek()));
  }
}

std::string Parser::identifier_hint(const Token& token) const {
  const std::string_view near = nearest_keyword(token.text);
  return near.empty() ? std::string() : "; did you mean '" + std::string(near) + "'?";
}

void Parser::fail_unknown_definition() {
  std::string message = "expected a definition, found " + describe(peek());
  if (at(TokenKind::Identifier)) message += identifier_hint(peek());
  fail(peek().range, message);
}

// Parses a declaration that modules, interfaces and value types can contain. Returns false if there is none.
bool Parser::parse_type_declaration() {
  switch (peek().kind) {
    case TokenKind::KwTypedef:
      parse_typedef();
      return true;
    case TokenKind::KwConst:
      parse_constant();
      return true;
    case TokenKind::KwStruct:
      parse_struct(true);
      break;
    case TokenKind::KwUnion:
      parse_union(true);
      break;
    case TokenKind::KwEnum:
      parse_enum();
      break;
    case TokenKind::KwNative:
      parse_native();
      return true;
    case TokenKind::KwException:
      parse_exception();
      return true;
    case TokenKind::KwTypeid:
      parse_typeid();
      return true;
    case TokenKind::KwTypeprefix:
      parse_typeprefix();
      return true;
    case TokenKind::Identifier:
      if (at_bits("bitset")) {
        parse_bitset();
      } else if (at_bits("bitmask")) {
        parse_bitmask();
      } else {
        return false;
      }
      break;
    default:
      return false;
  }
  expect_semicolon("after the definition");
  return true;
}

void Parser::parse_definition() {
  const Nesting nesting(*this);
  if (accept(TokenKind::Semicolon)) {
    diagnostics_.warning(previous_.range, "stray ';'");
    return;
  }
  if (at(TokenKind::At) && peek_second().text == "annotation" && !peek_second().escaped) {
    return parse_annotation_declaration();
  }
  pending_annotations_ = parse_annotations();
  if (!parse_type_declaration()) parse_definition_keyword();
}

void Parser::parse_definition_keyword() {
  refuse_components();
  if (instances_open_ > 0 && at_word("alias")) {
    take();
    return parse_template_instance();
  }
  switch (peek().kind) {
    case TokenKind::KwModule:
      return parse_module();
    case TokenKind::KwInterface:
      return parse_interface();
    case TokenKind::KwAbstract:
    case TokenKind::KwLocal:
      if (peek_second().kind == TokenKind::KwInterface) return parse_interface();
      if (at(TokenKind::KwAbstract) && peek_second().kind == TokenKind::KwValuetype) return parse_valuetype();
      take();
      fail_expected(previous_.kind == TokenKind::KwLocal ? "'interface' after 'local'"
                                                         : "'interface' or 'valuetype' after 'abstract'");
    case TokenKind::KwValuetype:
    case TokenKind::KwCustom:
      return parse_valuetype();
    case TokenKind::KwImport:
      if (contexts_.size() > 1) fail(peek().range, "'import' is for the global scope only");
      return parse_import();
    default:
      fail_unknown_definition();
  }
}

void Parser::parse_module() {
  take();
  if (at_template_instance()) return parse_template_instance();
  const Name name = expect_identifier("a name after 'module'");
  if (at(TokenKind::Less)) return parse_template(name);
  if (!at(TokenKind::LeftBrace)) fail_expected("'{' to open the module");
  Declaration* known = own_declaration(name);
  const bool reopened = known != nullptr && known->kind == DeclarationKind::Module && templates_.count(known) == 0;
  const bool predeclared = known == corba_ && known != nullptr && !corba_->range.begin.known();
  auto* node = predeclared ? corba_ : specification_.make<Module>();
  describe_node(*node, name);
  node->first_opening = reopened ? &as<Module>(*known) : node;
  if (reopened && !predeclared) {
    if (!scopes_.scope_of(*known)->type_prefix) check_same_id(*known, name);
    node->repository_id = known->repository_id;
  } else if (!predeclared) {
    enter(*node);
  }
  list(node);
  {
    const Opened opened(*this, *node, &node->contents);
    parse_braced("module", [this] { parse_definition(); });
  }
  take();
  if (node->contents.empty() && !diagnostics_.has_errors()) {
    diagnostics_.warning(node->range, "module '" + node->full_name() + "' defines nothing");
  }
  expect_semicolon("after the module");
}

void Parser::parse_typedef() {
  take();
  std::vector<Annotation> annotations = std::move(pending_annotations_);
  pending_annotations_.clear();
  const Type* type = parse_type_or_definition();
  do {
    pending_annotations_ = annotations;
    const Name name = expect_identifier("a name for the type");
    const Type* declared = with_array(type, ArrayUse::Typedef);
    const TypeKind kind = resolve_aliases(*declared).kind;
    if (const Declaration* part = incomplete_part(*declared);
        part != nullptr && declared == type && kind != TypeKind::Sequence && kind != TypeKind::Map) {
      error(type->range,
            "'" + part->full_name() + "' is not complete yet; only a sequence or map of it can be named here");
      note_declared(*part);
    }
    auto* node = create<Typedef>(name);
    node->type = loaned_if_said(*node, declared);
    node->default_value = default_annotation(*node, *declared);
    enter(*node);
    list(node);
  } while (accept(TokenKind::Comma));
  expect_semicolon("after typedef");
}

namespace {

// Returns the reason why elements of the type cannot be loaned: not all octets are valid values, or it is not flat.
// Empty if they can be.
std::string not_loanable(const Type& type) {
  const Type& resolved = resolve_aliases(type);
  if (resolved.kind == TypeKind::Basic) {
    const BasicKind kind = as<BasicType>(resolved).basic;
    const bool is_number = kind == BasicKind::Octet || (kind >= BasicKind::Int8 && kind <= BasicKind::Double);
    return is_number ? "" : std::string("it is ") + to_string(kind);
  }
  if (resolved.kind == TypeKind::Array) return not_loanable(*as<ArrayType>(resolved).element);
  const Declaration* const named = named_declaration(resolved);
  if (named == nullptr) {
    return resolved.kind == TypeKind::Sequence ? "it is a sequence"
           : resolved.kind == TypeKind::Map    ? "it is a map"
           : resolved.kind == TypeKind::Fixed  ? "it is a fixed-point number"
                                               : "it is a string";
  }
  if (named->kind != DeclarationKind::Struct) return "it is " + with_article(named->kind);
  const auto& structure = as<Struct>(*named);
  if (!structure.is_defined) return "the struct is not defined yet";
  if (structure.base != nullptr) return "the struct has a base";
  for (const Member* member : structure.members) {
    for (const char* const mark : {"optional", "external"}) {
      if (member->is_marked(mark)) return "its member '" + member->identifier + "' has @" + mark;
    }
    const std::string why = not_loanable(*member->type);
    if (!why.empty()) return "of its member '" + member->identifier + "': " + why;
  }
  return {};
}

}  // namespace

const Type* Parser::loaned_if_said(const Typedef& node, const Type* type) {
  if (!node.is_marked("loaned") || is_error(*type)) return type;
  const SourceRange where = node.annotation("loaned")->range;
  if (type->kind != TypeKind::Sequence) {
    error(where, "@loaned is for a typedef of a sequence; '" + node.identifier +
                     "' is not a sequence, or only an alias of one");
    return type;
  }
  const auto& plain = as<SequenceType>(*type);
  const std::string why = is_error(*plain.element) ? "" : not_loanable(*plain.element);
  if (!why.empty()) {
    error(where, "'" + node.identifier +
                     "' cannot be @loaned: its elements must be octets, integers, float or double, or arrays or "
                     "structs of these, so that any octets are valid values; " +
                     why);
  }
  auto* const loaned = specification_.make<SequenceType>();
  loaned->element = plain.element;
  loaned->bound = plain.bound;
  loaned->range = plain.range;
  loaned->annotations = plain.annotations;
  loaned->is_loaned = true;
  return loaned;
}

void Parser::parse_native() {
  take();
  auto* node = create<Native>(expect_identifier("a name after 'native'"));
  enter(*node);
  list(node);
  expect_semicolon("after native type");
}

// Parses the type of a constant, in which `fixed` has neither digits nor scale.
const Type* Parser::parse_constant_type() { return at(TokenKind::KwFixed) ? parse_fixed(true) : parse_type(); }

bool Parser::check_constant_type(const Type& type, SourceRange range, const char* what) {
  if (is_error(type)) return false;
  const Type& resolved = resolve_aliases(type);
  bool allowed = false;
  switch (resolved.kind) {
    case TypeKind::Basic: {
      const BasicKind kind = as<BasicType>(resolved).basic;
      allowed = kind >= BasicKind::Boolean && kind <= BasicKind::LongDouble;
      break;
    }
    case TypeKind::String:
    case TypeKind::WString:
    case TypeKind::Fixed:
      allowed = true;
      break;
    case TypeKind::Named: {
      const DeclarationKind kind = as<NamedType>(resolved).declaration->kind;
      allowed = kind == DeclarationKind::Enum || kind == DeclarationKind::Bitmask;
      break;
    }
    default:
      break;
  }
  if (!allowed) error(range, std::string(what) + " cannot be of this type");
  return allowed;
}

void Parser::parse_constant() {
  take();
  std::vector<Annotation> annotations = std::move(pending_annotations_);
  pending_annotations_.clear();
  const Token first = peek();
  const Type* type = parse_constant_type();
  const bool valid = check_constant_type(*type, since(first));
  const Name name = expect_identifier("a name for the constant");
  expect(TokenKind::Equals, "after the constant's name");
  ConstantValue value;
  if (valid) {
    value = parse_constant_value(*type);
  } else {
    parse_expression(nullptr);
  }
  pending_annotations_ = std::move(annotations);
  auto* node = create<Constant>(name);
  node->type = type;
  node->value = std::move(value);
  enter(*node);
  list(node);
  expect_semicolon("after constant");
}

}  // namespace dimma::idl
