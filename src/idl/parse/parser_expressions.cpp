// Parses constant expressions, and evaluates them at once (IDL 4.2, 7.4.1.4.3).
#include <utility>

#include "idl/parse/parser.hpp"
#include "idl/text/fixed_number.hpp"

namespace dimma::idl {
namespace {

struct OperatorToken {
  std::size_t level;  // 0 has the lowest precedence
  TokenKind kind;
  BinaryOperator op;
};
constexpr OperatorToken operators[] = {
    {0, TokenKind::Or, BinaryOperator::Or},          {1, TokenKind::Xor, BinaryOperator::Xor},
    {2, TokenKind::And, BinaryOperator::And},        {4, TokenKind::Plus, BinaryOperator::Add},
    {4, TokenKind::Minus, BinaryOperator::Subtract}, {5, TokenKind::Times, BinaryOperator::Multiply},
    {5, TokenKind::Divide, BinaryOperator::Divide},  {5, TokenKind::Modulo, BinaryOperator::Modulo}};
constexpr std::size_t shift_level = 3;
constexpr std::size_t levels = 6;

bool is_text(TokenKind kind) { return kind == TokenKind::StringLiteral || kind == TokenKind::WideStringLiteral; }

}  // namespace

Value Parser::parse_expression(const Type* target) {
  const IntegerRules outer = std::exchange(rules_, integer_rules(target));
  struct Restore {
    IntegerRules& rules;
    const IntegerRules& outer;
    ~Restore() { rules = outer; }
  } const restore{rules_, outer};
  return parse_binary(0);
}

ConstantValue Parser::parse_constant_value(const Type& target) {
  const Token first = peek();
  Value value = parse_expression(&target);
  if (const auto* whole = std::get_if<Integer>(&value); whole != nullptr && is_floating(target)) {
    diagnostics_.warning(since(first), "an integer for a floating-point constant; write it with a decimal point");
    value = static_cast<long double>(*whole);
  }
  Converted converted = convert(value, target);
  if (!converted.problem.empty()) error(since(first), converted.problem);
  return std::move(converted.value);
}

std::uint64_t Parser::parse_positive(const char* what, std::uint64_t highest) {
  const Token first = peek();
  const Angles angles(*this, previous_.kind != TokenKind::LeftBracket);
  const Value value = parse_expression(nullptr);
  if (value.index() == 0) return 1;
  const auto* number = std::get_if<Integer>(&value);
  if (number == nullptr) {
    error(since(first), std::string(what) + " must be an integer, not " + describe(value));
    return 1;
  }
  if (*number <= 0 || *number > static_cast<Integer>(highest)) {
    error(since(first),
          std::string(what) + " must be from 1 to " + std::to_string(highest) + ", not " + to_string(*number));
    return 1;
  }
  return static_cast<std::uint64_t>(*number);
}

// Returns true at "<<" or ">>", which are two adjacent tokens. Within angle brackets '>' closes a bracket instead.
bool Parser::at_shift(TokenKind kind) {
  if (!at(kind)) return false;
  if (kind == TokenKind::Greater && within_angles_) return false;
  const Token& second = peek_second();
  return second.kind == kind && second.offset == peek().offset + 1;
}

bool Parser::accept_operator(std::size_t level, BinaryOperator& op, SourceRange& where) {
  where = peek().range;
  if (level == shift_level) {
    for (const TokenKind kind : {TokenKind::Less, TokenKind::Greater}) {
      if (!at_shift(kind)) continue;
      take();
      take();
      where.length = 2;
      op = kind == TokenKind::Less ? BinaryOperator::ShiftLeft : BinaryOperator::ShiftRight;
      return true;
    }
    return false;
  }
  for (const OperatorToken& each : operators) {
    if (each.level != level || !at(each.kind)) continue;
    take();
    op = each.op;
    return true;
  }
  return false;
}

Value Parser::parse_binary(std::size_t level) {
  if (level == levels) return parse_unary();
  Value left = parse_binary(level + 1);
  BinaryOperator op = BinaryOperator::Or;
  SourceRange where;
  while (accept_operator(level, op, where)) {
    const Value right = parse_binary(level + 1);
    Computed result = compute(op, left, right, rules_);
    if (!result.problem.empty()) error(where, result.problem);
    left = std::move(result.value);
  }
  return left;
}

Value Parser::parse_unary() {
  UnaryOperator op = UnaryOperator::Plus;
  switch (peek().kind) {
    case TokenKind::Plus:
      break;
    case TokenKind::Minus:
      op = UnaryOperator::Minus;
      break;
    case TokenKind::Tilde:
      op = UnaryOperator::Complement;
      break;
    default:
      return parse_primary();
  }
  const Token sign = take();
  // The grammar allows only one sign, but several are harmless.
  const Nesting nesting(*this);
  const Value operand = parse_unary();
  Computed result = compute(op, operand, rules_);
  if (!result.problem.empty()) error(sign.range, result.problem);
  return std::move(result.value);
}

Value Parser::parse_primary() {
  if (at(TokenKind::LeftParen)) {
    const Nesting nesting(*this);
    take();
    const Angles angles(*this, false);
    Value value = parse_binary(0);
    expect(TokenKind::RightParen, "to close the parenthesis");
    return value;
  }
  if (at(TokenKind::Identifier) || at(TokenKind::ScopeMark) || at_older_name()) return parse_named_value();
  return parse_literal();
}

Value Parser::parse_literal() {
  switch (peek().kind) {
    case TokenKind::IntegerLiteral:
      return static_cast<Integer>(take().integer);
    case TokenKind::FloatLiteral:
      return take().floating;
    case TokenKind::KwTrue:
      take();
      return true;
    case TokenKind::KwFalse:
      take();
      return false;
    case TokenKind::StringLiteral:
    case TokenKind::WideStringLiteral:
      return parse_text_literal();
    case TokenKind::FixedLiteral: {
      const Token token = take();
      const std::optional<FixedValue> value = fixed_from_literal(token.text);
      if (value) return *value;
      error(token.range, "a fixed-point literal has at most 31 digits");
      return {};
    }
    case TokenKind::CharLiteral:
    case TokenKind::WideCharLiteral: {
      const Token token = take();
      const std::u16string codes = decode_literal(token, diagnostics_);
      if (token.malformed) return {};
      if (codes.size() != 1) {
        error(token.range,
              codes.empty() ? "empty character literal" : "more than one character in a character literal");
        return {};
      }
      if (token.kind == TokenKind::WideCharLiteral) return WideCharValue{codes.front()};
      return CharValue{static_cast<std::uint8_t>(codes.front())};
    }
    default:
      fail_expected("a constant expression");
  }
}

// Parses one string literal, or several consecutive ones.
Value Parser::parse_text_literal() {
  if (!is_text(peek().kind)) fail_expected("a string literal");
  const TokenKind kind = peek().kind;
  std::u16string codes;
  bool failed = false;
  while (is_text(peek().kind)) {
    const Token token = take();
    if (token.kind != kind && !std::exchange(failed, true)) {
      error(token.range, "a string literal and a wide string literal cannot be joined");
    }
    if (token.malformed) failed = true;
    const std::u16string more = decode_literal(token, diagnostics_);
    if (more.find(u'\0') != std::u16string::npos) error(token.range, "a string cannot hold the character '\\0'");
    codes += more;
  }
  if (failed) return {};
  if (kind == TokenKind::WideStringLiteral) return codes;
  std::string text;
  for (const char16_t code : codes) text += static_cast<char>(static_cast<unsigned char>(code));
  return text;
}

Value Parser::parse_named_value() {
  const ScopedName name = parse_scoped_name();
  Declaration* declaration = resolve(name, !quiet_names_);
  if (declaration == nullptr) return {};
  switch (declaration->kind) {
    case DeclarationKind::Constant:
      return as_value(as<Constant>(*declaration).value);
    case DeclarationKind::Enumerator:
      return &as<Enumerator>(*declaration);
    case DeclarationKind::BitValue:
      return static_cast<Integer>(1) << as<BitValue>(*declaration).position;
    default:
      break;
  }
  if (quiet_names_) return {};
  error(name.range, "'" + declaration->full_name() + "' is " + with_article(declaration->kind) + ", not a constant");
  note_declared(*declaration);
  return {};
}

}  // namespace dimma::idl
