// Parses template modules (IDL 4.2, 7.4.12). The contents are parsed again for each instance, with the tokens of the
// actual parameters substituted for the names of the formal parameters.
#include "idl/parse/parser.hpp"

namespace dimma::idl {
namespace {

// Limits template instances whose number grows exponentially or without end.
constexpr std::size_t most_repeated_tokens = 1'000'000;

Token made_token(TokenKind kind, std::string_view text, SourceRange range) {
  Token token;
  token.kind = kind;
  token.text = text;
  token.range = range;
  token.escaped = true;  // a name, even if spelt like a keyword
  return token;
}

// Returns the tokens of "::M::S", which has the same meaning in any scope.
std::vector<Token> full_name_tokens(const Declaration& declaration, SourceRange range) {
  std::vector<Token> tokens;
  for (const std::string& part : declaration.scoped_name) {
    tokens.push_back(made_token(TokenKind::ScopeMark, "::", range));
    tokens.push_back(made_token(TokenKind::Identifier, part, range));
  }
  return tokens;
}

const char* what_is_wanted(TokenKind kind) {
  switch (kind) {
    case TokenKind::KwInterface:
      return "an interface";
    case TokenKind::KwValuetype:
      return "a valuetype";
    case TokenKind::KwStruct:
      return "a struct";
    case TokenKind::KwUnion:
      return "a union";
    case TokenKind::KwException:
      return "an exception";
    case TokenKind::KwEnum:
      return "an enum";
    case TokenKind::KwSequence:
      return "a sequence";
    default:
      return "a type";
  }
}

bool is_wanted(TokenKind kind, const Type& type) {
  const Type& resolved = resolve_aliases(type);
  const Declaration* declaration = named_declaration(resolved);
  const auto is = [declaration](DeclarationKind wanted) {
    return declaration != nullptr && declaration->kind == wanted;
  };
  switch (kind) {
    case TokenKind::KwInterface:
      return is(DeclarationKind::Interface);
    case TokenKind::KwValuetype:
      return is(DeclarationKind::ValueType);
    case TokenKind::KwStruct:
      return is(DeclarationKind::Struct);
    case TokenKind::KwUnion:
      return is(DeclarationKind::Union);
    case TokenKind::KwEnum:
      return is(DeclarationKind::Enum);
    case TokenKind::KwSequence:
      return resolved.kind == TypeKind::Sequence;
    default:
      return true;
  }
}

}  // namespace

bool Parser::at_template_instance() {
  if (at(TokenKind::ScopeMark) || peek_second().kind == TokenKind::ScopeMark) return true;
  if (!at(TokenKind::Identifier) || peek_second().kind != TokenKind::Less) return false;
  const Found found = scopes_.find_visible(*context().scope, std::string(peek().text));
  return found.candidates.size() == 1 && templates_.count(found.candidates.front()) != 0;
}

// Returns true at a formal parameter, and false at an actual one.
bool Parser::at_formal_parameter() {
  switch (peek().kind) {
    case TokenKind::KwInterface:
    case TokenKind::KwValuetype:
    case TokenKind::KwStruct:
    case TokenKind::KwUnion:
    case TokenKind::KwException:
    case TokenKind::KwEnum:
    case TokenKind::KwConst:
      return true;
    default:
      return at_word("typename") && peek_second().kind == TokenKind::Identifier;
  }
}

Parser::FormalParameter Parser::parse_formal_parameter() {
  FormalParameter parameter;
  if (at_word("typename")) {
    take();
  } else {
    parameter.kind = peek().kind;
    switch (parameter.kind) {
      case TokenKind::KwInterface:
      case TokenKind::KwValuetype:
      case TokenKind::KwStruct:
      case TokenKind::KwUnion:
      case TokenKind::KwException:
      case TokenKind::KwEnum:
        take();
        break;
      case TokenKind::KwSequence:
        take();
        if (at(TokenKind::Less)) skip_angles();
        break;
      case TokenKind::KwConst:
        take();
        // The type may name one of the preceding parameters.
        while (!at(TokenKind::Identifier) || peek_second().kind == TokenKind::ScopeMark ||
               peek_second().kind == TokenKind::Identifier) {
          if (at(TokenKind::Comma) || at(TokenKind::Greater) || at(TokenKind::EndOfFile)) break;
          parameter.constant_type.push_back(take());
        }
        break;
      default:
        fail_expected("'typename', 'const' or a kind of type for a parameter of a template module");
    }
  }
  const Name name = expect_identifier("a name for the parameter");
  parameter.name = name.text;
  parameter.range = name.range;
  return parameter;
}

void Parser::skip_angles() {
  unsigned depth = 0;
  do {
    if (at(TokenKind::EndOfFile)) fail_expected("'>'");
    if (at(TokenKind::Less)) ++depth;
    if (at(TokenKind::Greater)) --depth;
    take();
  } while (depth > 0);
}

// Called after `module NAME` has been parsed.
void Parser::parse_template(const Name& name) {
  take();
  Template made;
  do {
    made.parameters.push_back(parse_formal_parameter());
    for (std::size_t i = 0; i + 1 < made.parameters.size(); ++i) {
      if (scopes_.key(made.parameters[i].name) != scopes_.key(made.parameters.back().name)) continue;
      error(made.parameters.back().range, "redefinition of '" + made.parameters.back().name + "'");
      note(made.parameters[i].range, "'" + made.parameters[i].name + "' first declared here");
    }
  } while (accept(TokenKind::Comma));
  expect(TokenKind::Greater, "to close the parameters of the template module");
  if (!at(TokenKind::LeftBrace)) fail_expected("'{' to open the module");
  auto* node = create<Module>(name);
  node->first_opening = node;
  enter(*node);
  scopes_.open(*node, *context().scope);
  const Token opening = peek();
  for (unsigned depth = 1; depth > 0;) {
    Token token = raw_token();
    if (token.kind == TokenKind::EndOfFile) {
      error(token.range, "expected '}' to close the module, found end of file");
      note(opening.range, "to match this '{'");
      current_ = token;
      throw SyntaxError{};
    }
    if (token.kind == TokenKind::LeftBrace) ++depth;
    if (token.kind == TokenKind::RightBrace) --depth;
    made.body.push_back(token);
  }
  previous_ = made.body.back();
  advance();
  templates_.emplace(node, std::move(made));
  expect_semicolon("after the template module");
}

std::vector<Token> Parser::parse_actual_parameter(const FormalParameter& formal,
                                                  const std::vector<ActualParameter>& before) {
  const Token first = peek();
  std::vector<Token> tokens;
  if (formal.kind == TokenKind::KwException) {
    const Declaration* declaration = resolve(parse_scoped_name());
    if (declaration == nullptr) throw SyntaxError{};
    if (declaration->kind != DeclarationKind::Exception) {
      error(since(first), "'" + declaration->full_name() + "' is " + with_article(declaration->kind) + "; " +
                              what_is_wanted(formal.kind) + " is expected for '" + formal.name + "'");
      note(formal.range, "'" + formal.name + "' declared here");
    }
    return full_name_tokens(*declaration, since(first));
  }
  if (formal.kind == TokenKind::KwConst) {
    std::vector<Token> type_tokens = with_parameters(formal.constant_type, before);
    insert_ahead(type_tokens);
    const Type* type = parse_constant_type();
    if (!check_constant_type(*type, formal.range)) throw SyntaxError{};
    const Token begin = peek();
    const std::size_t errors_before = diagnostics_.error_count();
    const Angles angles(*this, true);
    {
      const Recording recording(*this, tokens);
      parse_constant_value(*type);
    }
    if (diagnostics_.error_count() != errors_before) throw SyntaxError{};
    tokens.insert(tokens.begin(), made_token(TokenKind::LeftParen, "(", begin.range));
    tokens.push_back(made_token(TokenKind::RightParen, ")", begin.range));
    return tokens;
  }
  const Type* type = nullptr;
  {
    const Recording recording(*this, tokens);
    type = parse_type();
  }
  if (!is_error(*type) && !is_wanted(formal.kind, *type)) {
    error(since(first), std::string(what_is_wanted(formal.kind)) + " is expected for '" + formal.name + "'");
    note(formal.range, "'" + formal.name + "' declared here");
  }
  if (type->kind == TypeKind::Named) return full_name_tokens(*as<NamedType>(*type).declaration, since(first));
  return tokens;
}

// Inserts the tokens before the current one.
void Parser::insert_ahead(const std::vector<Token>& tokens) {
  ahead_.push_front(current_);
  ahead_.insert(ahead_.begin(), tokens.begin(), tokens.end());
  const Token before = previous_;
  advance();
  previous_ = before;
}

std::vector<Token> Parser::with_parameters(const std::vector<Token>& tokens,
                                           const std::vector<ActualParameter>& parameters) const {
  std::vector<Token> result;
  for (const Token& token : tokens) {
    const bool is_free =
        token.kind == TokenKind::Identifier && (result.empty() || result.back().kind != TokenKind::ScopeMark);
    const ActualParameter* found = nullptr;
    for (const ActualParameter& each : parameters) {
      if (is_free && each.name == token.text) found = &each;
    }
    if (found == nullptr) {
      result.push_back(token);
    } else {
      result.insert(result.end(), found->tokens.begin(), found->tokens.end());
    }
  }
  return result;
}

// Called after `module` or `alias` has been parsed.
void Parser::parse_template_instance() {
  const ScopedName written = parse_scoped_name();
  const Declaration* named = resolve(written);
  if (named == nullptr) throw SyntaxError{};
  const auto known = templates_.find(named);
  if (known == templates_.end()) {
    error(written.range, "'" + named->full_name() + "' is not a template module");
    note_declared(*named);
    throw SyntaxError{};
  }
  const Template& source = known->second;
  expect(TokenKind::Less, "after the name of a template module");
  if (at_formal_parameter()) {
    error(written.range, "redefinition of '" + named->full_name() + "'");
    note_declared(*named, "first declared here");
    throw SyntaxError{};
  }
  std::vector<ActualParameter> parameters;
  for (const FormalParameter& formal : source.parameters) {
    if (!parameters.empty() && !accept(TokenKind::Comma)) {
      error(peek().range, "template module '" + named->full_name() + "' has " +
                              std::to_string(source.parameters.size()) + " parameters; '" + formal.name +
                              "' is missing");
      note(formal.range, "'" + formal.name + "' declared here");
      throw SyntaxError{};
    }
    std::vector<Token> tokens = parse_actual_parameter(formal, parameters);
    parameters.push_back({formal.name, std::move(tokens)});
  }
  expect(TokenKind::Greater, "to close the parameters of the template module");
  const Name name = expect_identifier("a name for the instance of the template module");
  if (!at(TokenKind::Semicolon)) fail_expected("';' after the instance of a template module");

  const Nesting nesting(*this);
  const std::vector<Token> body = with_parameters(source.body, parameters);
  repeated_tokens_ += body.size();
  if (repeated_tokens_ > most_repeated_tokens) {
    error(name.range, "the instances of template modules become too long");
    throw StopParsing{};
  }
  auto* node = create<Module>(name);
  node->first_opening = node;
  if (!enter(*node)) throw SyntaxError{};
  list(node);
  const std::size_t errors_before = diagnostics_.error_count();
  insert_ahead(body);
  {
    const Opened opened(*this, *node, &node->contents);
    ++instances_open_;
    parse_body("module", [this] { parse_definition(); });
    --instances_open_;  // not RAII, since an exception skips this only if there is nothing left to parse
  }
  take();
  if (diagnostics_.error_count() != errors_before) note(name.range, "in this instance of '" + named->full_name() + "'");
  expect_semicolon("after the instance of a template module");
}

}  // namespace dimma::idl
