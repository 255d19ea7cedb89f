// Parses types.
#include "idl/parse/parser.hpp"

namespace dimma::idl {
namespace {

constexpr std::uint64_t highest_bound = 0xFFFFFFFFU;

struct Idl4Integer {
  const char* name;
  BasicKind kind;
};
constexpr Idl4Integer idl4_integers[] = {{"int8", BasicKind::Int8},      {"uint8", BasicKind::UInt8},
                                         {"int16", BasicKind::Short},    {"uint16", BasicKind::UShort},
                                         {"int32", BasicKind::Long},     {"uint32", BasicKind::ULong},
                                         {"int64", BasicKind::LongLong}, {"uint64", BasicKind::ULongLong}};

}  // namespace

const Type* Parser::basic(BasicKind kind, SourceRange range) {
  auto* type = specification_.make<BasicType>(kind);
  type->range = range;
  return type;
}

const Type* Parser::named(Declaration& declaration, const SourceRange& range, std::string written) {
  auto* type = specification_.make<NamedType>();
  type->declaration = &declaration;
  type->range = range;
  type->written = std::move(written);
  return type;
}

const Type* Parser::parse_type() {
  std::vector<Annotation> annotations = parse_annotations();
  const Type* type = parse_simple_type();
  // The error type is shared and must not be changed.
  if (type != error_type_) const_cast<Type*>(type)->annotations = std::move(annotations);
  return type;
}

// Parses a type, or a definition of a struct, union, enum, bitset or bitmask in the place of a type.
const Type* Parser::parse_type_or_definition() {
  const Nesting nesting(*this);
  Declaration* defined = nullptr;
  const Token first = peek();
  switch (first.kind) {
    case TokenKind::KwStruct:
      defined = parse_struct(false);
      break;
    case TokenKind::KwUnion:
      defined = parse_union(false);
      break;
    case TokenKind::KwEnum:
      defined = parse_enum();
      break;
    default:
      if (at_bits("bitset")) {
        defined = parse_bitset();
      } else if (at_bits("bitmask")) {
        defined = parse_bitmask();
      } else {
        return parse_type();
      }
  }
  return named(*defined, defined->range, defined->identifier);
}

const Type* Parser::parse_simple_type() {
  const Nesting nesting(*this);
  switch (peek().kind) {
    case TokenKind::KwString:
      return parse_string(false);
    case TokenKind::KwWstring:
      return parse_string(true);
    case TokenKind::KwSequence:
      return parse_sequence();
    case TokenKind::KwFixed:
      return parse_fixed(false);
    case TokenKind::KwUnsigned:
      return parse_unsigned();
    case TokenKind::KwLong:
      return parse_long();
    case TokenKind::ScopeMark:
      return parse_named_type();
    case TokenKind::Identifier:
      if (at_word("map") && peek_second().kind == TokenKind::Less) return parse_map();
      if (const Type* integer = parse_idl4_integer()) return integer;
      return parse_named_type();
    case TokenKind::KwStruct:
    case TokenKind::KwUnion:
    case TokenKind::KwEnum:
      fail(peek().range,
           std::string(at(TokenKind::KwEnum) ? "an " : "a ") + std::string(peek().text) + " cannot be defined here");
    case TokenKind::KwVoid:
      fail(peek().range, "'void' can only be the result of an operation");
    default:
      return !at(TokenKind::KwWchar) && at_older_name() ? parse_named_type() : parse_basic_type();
  }
}

const Type* Parser::parse_basic_type() {
  BasicKind kind = BasicKind::Void;
  switch (peek().kind) {
    case TokenKind::KwBoolean:
      kind = BasicKind::Boolean;
      break;
    case TokenKind::KwChar:
      kind = BasicKind::Char;
      break;
    case TokenKind::KwWchar:
      kind = BasicKind::WChar;
      break;
    case TokenKind::KwOctet:
      kind = BasicKind::Octet;
      break;
    case TokenKind::KwShort:
      kind = BasicKind::Short;
      break;
    case TokenKind::KwFloat:
      kind = BasicKind::Float;
      break;
    case TokenKind::KwDouble:
      kind = BasicKind::Double;
      break;
    case TokenKind::KwAny:
      kind = BasicKind::Any;
      break;
    case TokenKind::KwObject:
      kind = BasicKind::Object;
      break;
    case TokenKind::KwValueBase:
      kind = BasicKind::ValueBase;
      break;
    default:
      fail_expected("a type");
  }
  return basic(kind, take().range);
}

// A declared name of the same spelling takes precedence, since IDL that declares it is older than the keyword.
const Type* Parser::parse_idl4_integer() {
  for (const Idl4Integer& integer : idl4_integers) {
    if (!at_word(integer.name)) continue;
    if (peek_second().kind == TokenKind::ScopeMark) return nullptr;
    if (scopes_.find_visible(*context().scope, integer.name)) return nullptr;
    return basic(integer.kind, take().range);
  }
  return nullptr;
}

const Type* Parser::parse_unsigned() {
  const Token first = take();
  if (accept(TokenKind::KwShort)) return basic(BasicKind::UShort, since(first));
  if (!accept(TokenKind::KwLong)) fail_expected("'short' or 'long' after 'unsigned'");
  if (accept(TokenKind::KwLong)) return basic(BasicKind::ULongLong, since(first));
  return basic(BasicKind::ULong, since(first));
}

const Type* Parser::parse_long() {
  const Token first = take();
  if (accept(TokenKind::KwLong)) return basic(BasicKind::LongLong, since(first));
  if (accept(TokenKind::KwDouble)) return basic(BasicKind::LongDouble, since(first));
  return basic(BasicKind::Long, first.range);
}

const Type* Parser::parse_string(bool wide) {
  const Token first = take();
  auto* type = specification_.make<StringType>(wide);
  if (accept(TokenKind::Less)) {
    type->bound = parse_positive("the bound of a string", highest_bound);
    expect(TokenKind::Greater, "after the bound of a string");
  }
  type->range = since(first);
  return type;
}

const Type* Parser::parse_sequence() {
  const Token first = take();
  auto* type = specification_.make<SequenceType>();
  expect(TokenKind::Less, "after 'sequence'");
  type->element = parse_type();
  if (accept(TokenKind::Comma)) type->bound = parse_positive("the bound of a sequence", highest_bound);
  expect(TokenKind::Greater, "to close the sequence");
  type->range = since(first);
  return type;
}

const Type* Parser::parse_map() {
  const Token first = take();
  auto* type = specification_.make<MapType>();
  expect(TokenKind::Less, "after 'map'");
  type->key = parse_type();
  check_map_key(*type->key);
  expect(TokenKind::Comma, "after the key type of a map");
  type->value = parse_type();
  if (accept(TokenKind::Comma)) type->bound = parse_positive("the bound of a map", highest_bound);
  expect(TokenKind::Greater, "to close the map");
  type->range = since(first);
  return type;
}

const Type* Parser::parse_fixed(bool in_constant) {
  const Token first = take();
  auto* type = specification_.make<FixedType>();
  constexpr unsigned most_digits = 31;
  if (!in_constant || at(TokenKind::Less)) {
    expect(TokenKind::Less, "after 'fixed'");
    const std::size_t errors = diagnostics_.error_count();
    type->digits = static_cast<unsigned>(parse_positive("the number of digits of a fixed", most_digits));
    if (diagnostics_.error_count() != errors) type->digits = most_digits;
    expect(TokenKind::Comma, "between the digits and the scale of a fixed");
    const Token scale_token = peek();
    const Angles angles(*this, true);
    const Value scale = parse_expression(nullptr);
    const auto* number = std::get_if<Integer>(&scale);
    if (number == nullptr) {
      if (scale.index() != 0) error(since(scale_token), "the scale of a fixed must be an integer");
    } else if (*number < 0 || *number > static_cast<Integer>(type->digits)) {
      error(since(scale_token), "the scale of a fixed must be from 0 to its digits, not " + to_string(*number));
    } else {
      type->scale = static_cast<unsigned>(*number);
    }
    expect(TokenKind::Greater, "to close the fixed");
  }
  type->range = since(first);
  return type;
}

const Type* Parser::parse_named_type() {
  const ScopedName name = parse_scoped_name();
  Declaration* declaration = resolve(name);
  if (declaration == nullptr) return error_type_;
  if (declaration == typecode_) return basic(BasicKind::TypeCode, name.range);
  switch (declaration->kind) {
    case DeclarationKind::Typedef:
    case DeclarationKind::Struct:
    case DeclarationKind::Union:
    case DeclarationKind::Enum:
    case DeclarationKind::Interface:
    case DeclarationKind::ValueType:
    case DeclarationKind::ValueBox:
    case DeclarationKind::Native:
    case DeclarationKind::Bitset:
    case DeclarationKind::Bitmask:
      return named(*declaration, name.range, name.written);
    case DeclarationKind::Exception:
      error(name.range, "exception '" + declaration->full_name() + "' cannot be used as a type");
      break;
    default:
      error(name.range, "'" + declaration->full_name() + "' is " + with_article(declaration->kind) + ", not a type");
      break;
  }
  note_declared(*declaration);
  return error_type_;
}

// Parses the dimensions of an array declarator, if any. A sequence of an incomplete type may be a member of a struct or
// union (IDL 4.2, 7.4.1.4.4.4), and so may an array of such sequences.
const Type* Parser::with_array(const Type* element, ArrayUse use) {
  if (!at(TokenKind::LeftBracket)) return element;
  const Token first = peek();
  auto* array = specification_.make<ArrayType>();
  array->element = element;
  constexpr std::size_t most_dimensions = 64;
  while (accept(TokenKind::LeftBracket)) {
    if (at(TokenKind::RightBracket)) fail(peek().range, "an array needs a size for each dimension");
    array->dimensions.push_back(parse_positive("the size of an array", highest_bound));
    if (array->dimensions.size() > most_dimensions) fail(previous_.range, "too many array dimensions");
    expect(TokenKind::RightBracket, "after the size of an array");
  }
  array->range = since(first);
  const TypeKind kind = resolve_aliases(*element).kind;
  if (use == ArrayUse::Typedef && (kind == TypeKind::Sequence || kind == TypeKind::Map)) {
    require_complete(*element, "the element of an array");
  } else {
    check_member_type(*element, "the element of an array");
  }
  return array;
}

}  // namespace dimma::idl
