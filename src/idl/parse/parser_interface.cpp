// Parses interfaces, operations and attributes.
#include <algorithm>

#include "idl/parse/parser.hpp"

namespace dimma::idl {
namespace {

const char* kind_word(InterfaceKind kind) {
  switch (kind) {
    case InterfaceKind::Abstract:
      return "abstract";
    case InterfaceKind::Local:
      return "local";
    case InterfaceKind::Regular:
      break;
  }
  return "regular";
}

void collect_above(const Declaration& owner, std::vector<const Declaration*>& found,
                   std::unordered_set<const Declaration*>& visited) {
  const auto visit = [&](const Declaration& base) {
    if (!visited.insert(&base).second) return;
    found.push_back(&base);
    collect_above(base, found, visited);
  };
  if (owner.kind == DeclarationKind::Interface) {
    for (const Interface* base : as<Interface>(owner).bases) visit(*base);
  } else if (owner.kind == DeclarationKind::ValueType) {
    for (const ValueType* base : as<ValueType>(owner).bases) visit(*base);
    for (const Interface* base : as<ValueType>(owner).supports) visit(*base);
  }
}

// Appends each base once, unless `found` already contains it.
void collect_above(const Declaration& owner, std::vector<const Declaration*>& found) {
  std::unordered_set<const Declaration*> visited(found.begin(), found.end());
  collect_above(owner, found, visited);
}

// Returns true for bases that make an interface local: policies, domain managers, and derivatives of `Current`. IDL
// from before CORBA 2.4 has no keyword for local interfaces.
bool makes_local(const Interface& base) {
  std::vector<const Declaration*> all{&base};
  collect_above(base, all);
  return std::any_of(all.begin(), all.end(), [](const Declaration* each) {
    return each->full_name() == "CORBA::Policy" || each->full_name() == "CORBA::Current" ||
           each->full_name() == "CORBA::DomainManager";
  });
}

}  // namespace

void Parser::parse_interface() {
  InterfaceKind kind = InterfaceKind::Regular;
  if (accept(TokenKind::KwAbstract)) kind = InterfaceKind::Abstract;
  if (accept(TokenKind::KwLocal)) kind = InterfaceKind::Local;
  take();
  if (kind == InterfaceKind::Local) any_local_ = true;
  const Name name = expect_identifier("a name after 'interface'");
  if (!at(TokenKind::Semicolon) && !at(TokenKind::Colon) && !at(TokenKind::LeftBrace)) {
    fail_expected("':', '{' or ';' after the name of an interface");
  }
  const bool forward = at(TokenKind::Semicolon);
  // TypeCode is predefined; declaring it again has no effect.
  if (forward && own_declaration(name) == typecode_ && context().scope->owner == corba_) {
    take();
    return;
  }
  Interface* node = declare_interface(name, kind);
  if (forward) {
    list_forward(*node, name);
    return expect_semicolon("after the forward declaration");
  }
  describe_again(*node, name);
  if (accept(TokenKind::Colon)) parse_bases(*node);
  node->is_defined = true;
  {
    const Opened opened(*this, *node, &node->contents);
    parse_braced("interface", [this] { parse_export(); });
  }
  check_flow(*node);
  take();
  list(node);
  expect_semicolon("after the interface");
}

// Checks an interface with `@flow`, dimma's own annotation: it can be bound to a flow, which has no replies.
void Parser::check_flow(const Interface& node) {
  const Annotation* annotation = node.annotation("flow");
  if (annotation == nullptr) return;
  if (!annotation->arguments.empty()) error(annotation->range, "@flow has no arguments");
  if (node.interface_kind != InterfaceKind::Regular) {
    error(annotation->range, "@flow is for interfaces of remote objects, not for " +
                                 std::string(kind_word(node.interface_kind)) + " ones");
  }
  std::vector<const Declaration*> all{&node};
  collect_above(node, all);
  for (const Declaration* each : all) {
    for (const Declaration* member : as<Interface>(*each).contents) {
      const bool is_oneway = member->kind == DeclarationKind::Operation && as<Operation>(*member).is_oneway;
      const bool is_called = member->kind == DeclarationKind::Operation || member->kind == DeclarationKind::Attribute;
      if (!is_called || is_oneway) continue;
      error(each == &node ? member->range : node.range, "'" + member->full_name() + "' has a reply, but '" +
                                                            node.full_name() + "' is @flow: it can have oneway " +
                                                            "operations only");
      if (each != &node) note_declared(*member);
    }
  }
}

Interface* Parser::declare_interface(const Name& name, InterfaceKind kind) {
  Declaration* known = own_declaration(name);
  if (known != nullptr && known->kind == DeclarationKind::Interface && !as<Interface>(*known).is_defined) {
    auto* node = static_cast<Interface*>(known);
    check_same_id(*node, name);
    if (node->interface_kind != kind) {
      error(name.range, "'" + name.text + "' is declared " + kind_word(kind) + " here, but was declared " +
                            kind_word(node->interface_kind));
      note_declared(*node, "first declared here");
    }
    return node;
  }
  auto* node = create<Interface>(name);
  node->interface_kind = kind;
  if (known != nullptr && known->kind == DeclarationKind::Interface && at(TokenKind::Semicolon)) {
    // A forward declaration after the definition has no effect.
    return static_cast<Interface*>(known);
  }
  enter(*node);
  return node;
}

void Parser::parse_bases(Interface& node) {
  do {
    add_base(node, parse_scoped_name());
  } while (accept(TokenKind::Comma));
  check_inherited_operations(node);
}

void Parser::add_base(Interface& node, const ScopedName& name) {
  const Declaration* declaration = resolve_base(name);
  if (declaration == nullptr) return;
  const std::string full_name = "'" + declaration->full_name() + "'";
  std::string problem;
  if (declaration->kind != DeclarationKind::Interface) {
    problem =
        "an interface can only inherit from an interface; " + full_name + " is " + with_article(declaration->kind);
  } else if (declaration == &node) {
    problem = "interface " + full_name + " cannot inherit from itself";
  } else if (!as<Interface>(*declaration).is_defined) {
    problem = "interface " + full_name + " is declared forward only, so it cannot be inherited from";
  } else {
    const auto& base = as<Interface>(*declaration);
    if (node.interface_kind == InterfaceKind::Regular && makes_local(base)) {
      diagnostics_.warning(name.range,
                           "an interface that derives from " + full_name + " is local: write 'local interface'");
      node.interface_kind = InterfaceKind::Local;
      any_local_ = true;
    }
    if (std::find(node.bases.begin(), node.bases.end(), &base) != node.bases.end()) {
      problem = full_name + " is a direct base already";
    } else if (node.interface_kind == InterfaceKind::Abstract && base.interface_kind != InterfaceKind::Abstract) {
      problem = "an abstract interface can only inherit from abstract ones; " + full_name + " is not";
    } else if (node.interface_kind == InterfaceKind::Regular && base.interface_kind == InterfaceKind::Local) {
      problem = "an interface that is not local cannot inherit from the local interface " + full_name;
    } else {
      node.bases.push_back(&base);
      return;
    }
  }
  error(name.range, problem);
  note_declared(*declaration);
}

// Two bases must not have operations or attributes of the same name.
void Parser::check_inherited_operations(const Declaration& node) {
  std::vector<const Declaration*> above;
  collect_above(node, above);
  if (above.size() < 2) return;
  std::unordered_map<std::string, const Declaration*> seen;
  for (const Declaration* base : above) {
    const Scope* scope = scopes_.scope_of(*base);
    if (scope == nullptr) continue;
    for (const auto& [name, member] : scope->declared) {
      if (member->kind != DeclarationKind::Operation && member->kind != DeclarationKind::Attribute) continue;
      const auto [known, inserted] = seen.emplace(name, member);
      if (inserted || known->second == member) continue;
      error(node.range, "'" + node.full_name() + "' inherits both '" + known->second->full_name() + "' and '" +
                            member->full_name() + "'");
      note_declared(*known->second);
      note_declared(*member);
    }
  }
}

void Parser::parse_export() {
  if (accept(TokenKind::Semicolon)) {
    diagnostics_.warning(previous_.range, "stray ';'");
    return;
  }
  if (at(TokenKind::At) && peek_second().text == "annotation" && !peek_second().escaped) {
    fail(peek().range, "an annotation cannot be declared inside " + with_article(context().node->kind));
  }
  pending_annotations_ = parse_annotations();
  if (!parse_export_declaration()) parse_operation();
}

// Parses a type, constant, exception or attribute. Returns false for anything else, such as an operation.
bool Parser::parse_export_declaration() {
  refuse_components();
  switch (peek().kind) {
    case TokenKind::KwReadonly:
    case TokenKind::KwAttribute:
      parse_attribute();
      return true;
    case TokenKind::KwModule:
    case TokenKind::KwInterface:
    case TokenKind::KwValuetype:
    case TokenKind::KwImport:
      fail(peek().range, describe(peek()) + " cannot stand inside " + with_article(context().node->kind));
    default:
      return parse_type_declaration();
  }
}

void Parser::parse_attribute() {
  std::vector<Annotation> annotations = std::move(pending_annotations_);
  pending_annotations_.clear();
  const bool is_readonly = accept(TokenKind::KwReadonly);
  expect(TokenKind::KwAttribute, "after 'readonly'");
  const Type* type = parse_type();
  check_signature_type(*type, "the type of an attribute");
  Attribute* first = nullptr;
  bool single = true;
  do {
    pending_annotations_ = annotations;
    auto* node = create<Attribute>(expect_identifier("a name for the attribute"));
    node->is_readonly = is_readonly;
    node->type = type;
    enter(*node);
    list(node);
    single = first == nullptr;
    if (single) first = node;
    if (at(TokenKind::LeftBracket))
      fail(peek().range, "an attribute cannot be an array; name the array type by a typedef");
  } while (accept(TokenKind::Comma));
  parse_attribute_raises(*first, single);
  expect_semicolon("after attribute");
}

void Parser::parse_attribute_raises(Attribute& first, bool single) {
  while (at(TokenKind::KwRaises) || at(TokenKind::KwGetraises) || at(TokenKind::KwSetraises)) {
    const Token keyword = take();
    if (!single) error(keyword.range, describe(keyword) + " needs an attribute declaration of its own, for one name");
    const std::vector<const Declaration*> exceptions = parse_exception_list();
    if (keyword.kind == TokenKind::KwRaises && !first.is_readonly) {
      error(keyword.range, "'raises' is for readonly attributes; write 'getraises' or 'setraises'");
    } else if (keyword.kind != TokenKind::KwRaises && first.is_readonly) {
      error(keyword.range, describe(keyword) + " is not for readonly attributes; write 'raises'");
    }
    auto& target = keyword.kind == TokenKind::KwSetraises ? first.set_raises : first.get_raises;
    if (!target.empty()) error(keyword.range, "second " + describe(keyword) + " of one attribute");
    if (keyword.kind == TokenKind::KwGetraises && !first.set_raises.empty()) {
      error(keyword.range, "'getraises' stands before 'setraises'");
    }
    target = exceptions;
  }
}

void Parser::parse_operation() {
  const Token first = peek();
  const bool is_oneway = accept(TokenKind::KwOneway);
  std::vector<Annotation> annotations = std::move(pending_annotations_);
  pending_annotations_.clear();
  const Type* result = at(TokenKind::KwVoid) ? basic(BasicKind::Void, take().range) : parse_type();
  if (result != error_type_) check_signature_type(*result, "the result of an operation");
  const Name name = expect_identifier("a name for the operation");
  if (!at(TokenKind::LeftParen)) {
    fail_expected("'(' after the name of an operation");
  }
  pending_annotations_ = std::move(annotations);
  auto* node = create<Operation>(name);
  node->is_oneway = is_oneway || node->is_marked("oneway");
  node->result = result;
  enter(*node);
  list(node);
  {
    const Opened opened(*this, *node, nullptr);
    parse_parameters(node->parameters, false, "");
  }
  if (accept(TokenKind::KwRaises)) node->raises = parse_exception_list();
  if (accept(TokenKind::KwContext)) node->context = parse_context();
  if (node->is_oneway) check_oneway(*node, first.range);
  expect_semicolon("after operation");
}

void Parser::check_oneway(const Operation& node, SourceRange where) {
  const Type& result = *node.result;
  if (result.kind != TypeKind::Basic || as<BasicType>(result).basic != BasicKind::Void) {
    error(result.range.begin.known() ? result.range : where, "a oneway operation must return 'void'");
  }
  for (const Parameter* parameter : node.parameters) {
    if (parameter->direction == Direction::In) continue;
    error(parameter->range, "a oneway operation can only have 'in' parameters");
  }
  if (!node.raises.empty()) error(node.range, "a oneway operation cannot raise exceptions");
}

void Parser::parse_parameters(std::vector<Parameter*>& parameters, bool only_in, const char* why_only_in) {
  expect(TokenKind::LeftParen, "to open the parameters");
  if (accept(TokenKind::RightParen)) return;
  do {
    parameters.push_back(parse_parameter(only_in, why_only_in));
  } while (accept(TokenKind::Comma));
  if (!at(TokenKind::RightParen)) fail_expected("',' or ')' after a parameter");
  take();
}

Parameter* Parser::parse_parameter(bool only_in, const char* why_only_in) {
  std::vector<Annotation> annotations = parse_annotations();
  Direction direction = Direction::In;
  switch (peek().kind) {
    case TokenKind::KwIn:
      break;
    case TokenKind::KwOut:
      direction = Direction::Out;
      break;
    case TokenKind::KwInout:
      direction = Direction::InOut;
      break;
    default:
      fail_expected("'in', 'out' or 'inout' before a parameter");
  }
  const Token word = take();
  if (only_in && direction != Direction::In) error(word.range, why_only_in);
  const Type* type = parse_type();
  check_signature_type(*type, "a parameter");
  const Name name = expect_identifier("a name for the parameter");
  if (at(TokenKind::LeftBracket))
    fail(peek().range, "a parameter cannot be an array; name the array type by a typedef");
  pending_annotations_ = std::move(annotations);
  auto* node = create<Parameter>(name);
  node->direction = direction;
  node->type = type;
  enter(*node);
  return node;
}

std::vector<const Declaration*> Parser::parse_exception_list() {
  std::vector<const Declaration*> exceptions;
  expect(TokenKind::LeftParen, "to open the list of exceptions");
  do {
    const ScopedName name = parse_scoped_name();
    const Declaration* declaration = resolve(name);
    if (declaration == nullptr) continue;
    if (declaration->kind != DeclarationKind::Exception && declaration->kind != DeclarationKind::Native) {
      error(name.range,
            "'" + declaration->full_name() + "' is " + with_article(declaration->kind) + ", not an exception");
      note_declared(*declaration);
    } else if (std::find(exceptions.begin(), exceptions.end(), declaration) != exceptions.end()) {
      diagnostics_.warning(name.range, "exception '" + declaration->full_name() + "' is listed twice");
    } else {
      exceptions.push_back(declaration);
    }
  } while (accept(TokenKind::Comma));
  if (!at(TokenKind::RightParen)) fail_expected("',' or ')' after an exception");
  take();
  return exceptions;
}

namespace {

bool is_context_name(const std::string& text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  if (text.empty() || !letter(text.front())) return false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const bool last = at + 1 == text.size();
    if (letter(c) || (c >= '0' && c <= '9') || c == '.' || c == '_' || (c == '*' && last)) continue;
    return false;
  }
  return true;
}

}  // namespace

std::vector<std::string> Parser::parse_context() {
  std::vector<std::string> names;
  expect(TokenKind::LeftParen, "after 'context'");
  do {
    const Token first = peek();
    const Value value = parse_text_literal();
    const auto* text = std::get_if<std::string>(&value);
    if (text == nullptr || !is_context_name(*text)) {
      error(since(first), "a context name is a letter followed by letters, digits, '.', '_' and at most a final '*'");
    } else {
      names.push_back(*text);
    }
  } while (accept(TokenKind::Comma));
  expect(TokenKind::RightParen, "to close the context");
  return names;
}

}  // namespace dimma::idl
