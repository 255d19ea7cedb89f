// Handles the parser's tokens: lookahead, expected tokens, and recovery after an error.
#include "idl/parse/parser.hpp"

namespace dimma::idl {
namespace {

constexpr unsigned deepest_nesting = 200;

bool begins_definition(TokenKind kind) {
  switch (kind) {
    case TokenKind::KwModule:
    case TokenKind::KwInterface:
    case TokenKind::KwAbstract:
    case TokenKind::KwLocal:
    case TokenKind::KwCustom:
    case TokenKind::KwValuetype:
    case TokenKind::KwTypedef:
    case TokenKind::KwConst:
    case TokenKind::KwException:
      return true;
    default:
      return false;
  }
}

SourceRange end_of(const Token& token) {
  SourceRange range = token.range;
  range.begin.column += range.length;
  range.length = 1;
  return range;
}

// Returns true for a text with directives: the file may have been included only for its macros.
bool has_directives(std::string_view text) {
  bool at_line_start = true;
  for (const char c : text) {
    if (c == '#' && at_line_start) return true;
    at_line_start = c == '\n' || (at_line_start && (c == ' ' || c == '\t'));
  }
  return false;
}

}  // namespace

Parser::Parser(const PreprocessedText& text, Diagnostics& diagnostics, Specification& specification,
               LetterCase letter_case, SourceMap* map)
    : text_(text),
      diagnostics_(diagnostics),
      specification_(specification),
      lexer_(text, diagnostics),
      letter_case_(letter_case),
      map_(map),
      scopes_(letter_case) {
  specification_.main_file = text.main_file;
  contexts_.push_back({&scopes_.global(), nullptr, &specification_.contents, {}});
  files_.push_back({text.main_file, 1, {}});
  error_type_ = specification_.make<BasicType>(BasicKind::Long);
  predeclare_corba();
}

void Parser::parse() {
  advance();
  while (!at(TokenKind::EndOfFile)) {
    const std::size_t before = peek().offset;
    try {
      if (at(TokenKind::RightBrace)) {
        error(peek().range, "unexpected '}' outside any definition");
        take();
        accept(TokenKind::Semicolon);
        continue;
      }
      parse_definition();
    } catch (const SyntaxError&) {
      pending_annotations_.clear();
      synchronise();
      if (peek().offset == before && !at(TokenKind::EndOfFile)) take();
    }
  }
  const bool defines_nothing = specification_.contents.empty() && templates_.empty();
  if (defines_nothing && !has_directives(diagnostics_.files().text(text_.main_file)) && !diagnostics_.has_errors()) {
    error({{text_.main_file, 0, 0}, 0}, "the file defines nothing: IDL requires at least one definition");
  }
  check_forward_declarations();
  check_remote_uses();
  check_unique_ids(specification_.contents);
}

Parser::Opened::Opened(Parser& parser, Declaration& node, std::vector<Declaration*>* sink) : parser_(parser) {
  Context& outer = parser.context();
  Scope& scope = parser.scopes_.open(
      node.kind == DeclarationKind::Module ? *const_cast<Module*>(as<Module>(node).first_opening) : node, *outer.scope);
  std::string base = RepositoryIds::nested_base(outer.id_base, node.identifier);
  if (scope.type_prefix) base = parser.ids_.apply_type_prefix(parser.scopes_, scope, *scope.type_prefix);
  parser.contexts_.push_back({&scope, &node, sink, std::move(base)});
  if (parser.map_ == nullptr) return;
  place_ = parser.map_->scopes.size();
  parser.map_->scopes.push_back({parser.peek().range.begin, parser.peek().range.begin, &node});
}

Parser::Opened::~Opened() {
  parser_.contexts_.pop_back();
  if (parser_.map_ == nullptr) return;
  ScopePlace& place = parser_.map_->scopes[place_];
  const SourceLocation& here = parser_.peek().range.begin;
  if (parser_.at(TokenKind::EndOfFile)) {
    place.end = {place.begin.file, ScopePlace::unbounded, 1};
  } else {
    place.end = here.file == place.begin.file ? here : parser_.previous_.range.begin;
  }
}

Parser::Nesting::Nesting(Parser& parser) : parser_(parser) {
  if (++parser.nesting_ <= deepest_nesting) return;
  --parser.nesting_;
  parser.error(parser.peek().range, "nested too deeply: more than " + std::to_string(deepest_nesting) + " levels");
  throw StopParsing{};
}

Token Parser::raw_token() {
  if (ahead_.empty()) return lexer_.next();
  Token token = ahead_.front();
  ahead_.pop_front();
  return token;
}

void Parser::advance() {
  for (;;) {
    current_ = raw_token();
    switch (current_.kind) {
      case TokenKind::Pragma:
      case TokenKind::EnterFile:
      case TokenKind::LeaveFile:
        handle_event(current_);
        break;
      case TokenKind::Unknown:
        break;
      default:
        return;
    }
  }
}

const Token& Parser::peek_second() {
  std::size_t index = 0;
  for (;;) {
    if (index == ahead_.size()) ahead_.push_back(lexer_.next());
    const TokenKind kind = ahead_[index].kind;
    const bool passed_over = kind == TokenKind::Pragma || kind == TokenKind::EnterFile ||
                             kind == TokenKind::LeaveFile || kind == TokenKind::Unknown;
    if (!passed_over) return ahead_[index];
    ++index;
  }
}

Token Parser::take() {
  previous_ = current_;
  if (recorded_ != nullptr) recorded_->push_back(current_);
  if (!at(TokenKind::EndOfFile)) advance();
  return previous_;
}

bool Parser::accept(TokenKind kind) {
  if (!at(kind)) return false;
  take();
  return true;
}

void Parser::fail(SourceRange range, const std::string& message) {
  error(range, message);
  throw SyntaxError{};
}

void Parser::fail_expected(const std::string& what) {
  error(peek().range, "expected " + what + ", found " + describe(peek()));
  advise(what);
  throw SyntaxError{};
}

Token Parser::expect(TokenKind kind, const std::string& where) {
  if (!at(kind)) fail_expected(describe(kind) + (where.empty() ? "" : " " + where));
  return take();
}

void Parser::expect_semicolon(const std::string& where) {
  if (accept(TokenKind::Semicolon)) return;
  const bool later_line = peek().range.begin.line != previous_.range.begin.line || at(TokenKind::EndOfFile);
  const std::string message = "expected ';' " + where + ", found " + describe(peek());
  error(later_line ? end_of(previous_) : peek().range, message);
  advise("';' " + where);
  // If only the semicolon is missing at the end of the line, continues as if it were there.
  if (later_line || begins_definition(peek().kind) || at(TokenKind::RightBrace)) return;
  throw SyntaxError{};
}

Parser::Name Parser::expect_identifier(const std::string& what) {
  if (!at(TokenKind::Identifier) && keyword_since(peek().text) == nullptr) {
    std::string message = "expected " + what + ", found " + describe(peek());
    if (peek().kind >= TokenKind::KwAbstract) {
      message += "; it is a keyword, write '_" + std::string(peek().text) + "' to use it as a name";
    }
    error(peek().range, message);
    advise(what);
    throw SyntaxError{};
  }
  const Token token = take();
  return {std::string(token.text), token.range, token.escaped};
}

void Parser::note_declared(const Declaration& declaration, const char* how) {
  if (declaration.range.begin.known()) note(declaration.range, "'" + declaration.identifier + "' " + how);
}

SourceRange Parser::since(const Token& first) const {
  SourceRange range = first.range;
  const SourceLocation& end = previous_.range.begin;
  if (end.file == range.begin.file && end.line == range.begin.line && end.column >= range.begin.column) {
    range.length = end.column + previous_.range.length - range.begin.column;
  }
  return range;
}

// Skips to the place where the next definition may begin: after a ';', before a '}' that closes an open scope, or
// before a line that begins with the keyword of a definition.
void Parser::synchronise() {
  unsigned depth = 0;
  while (!at(TokenKind::EndOfFile)) {
    const bool new_line = peek().range.begin.line != previous_.range.begin.line;
    if (depth == 0) {
      if (accept(TokenKind::Semicolon) || at(TokenKind::RightBrace)) return;
      if (new_line && begins_definition(peek().kind)) return;
    }
    if (at(TokenKind::LeftBrace)) ++depth;
    const bool closes = at(TokenKind::RightBrace) && --depth == 0;
    take();
    // A definition without a semicolon ends with its body, unless it continues on the same line.
    if (closes && peek().range.begin.line != previous_.range.begin.line) return;
  }
}

void Parser::skip_past_closing_brace() {
  for (unsigned depth = 1; depth > 0 && !at(TokenKind::EndOfFile); take()) {
    if (at(TokenKind::LeftBrace)) ++depth;
    if (at(TokenKind::RightBrace)) --depth;
  }
}

void Parser::parse_body(const char* what, const std::function<void()>& item) {
  const Token opening = previous_;
  while (!at(TokenKind::RightBrace)) {
    if (at(TokenKind::EndOfFile)) {
      error(peek().range, std::string("expected '}' to close the ") + what + ", found end of file");
      note(opening.range, "to match this '{'");
      throw SyntaxError{};
    }
    const std::size_t before = peek().offset;
    try {
      item();
    } catch (const SyntaxError&) {
      pending_annotations_.clear();
      synchronise();
      if (peek().offset == before && !at(TokenKind::RightBrace) && !at(TokenKind::EndOfFile)) take();
    }
  }
}

void Parser::parse_listed(const char* what, const std::function<void()>& item) {
  try {
    for (;;) {
      item();
      if (!accept(TokenKind::Comma)) break;
      if (!at(TokenKind::RightBrace)) continue;
      diagnostics_.warning(previous_.range, std::string("',' after the last ") + what);
      break;
    }
    if (!at(TokenKind::RightBrace)) fail_expected(std::string("',' or '}' after ") + what);
  } catch (const SyntaxError&) {
    skip_past_closing_brace();
    throw;
  }
  take();
}

void Parser::parse_braced(const char* what, const std::function<void()>& item) {
  expect(TokenKind::LeftBrace, std::string("to open the ") + what);
  parse_body(what, item);
}

}  // namespace dimma::idl
