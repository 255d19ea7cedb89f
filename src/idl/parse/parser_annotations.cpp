// Parses annotations, applied and declared (IDL 4.2, 7.4.15).
#include <algorithm>
#include <utility>

#include "idl/parse/parser.hpp"

namespace dimma::idl {

void Parser::annotate(Declaration& node) {
  // A definition inherits the annotations of its forward declaration.
  for (Annotation& each : pending_annotations_) {
    check_annotation_target(each, node);
    node.annotations.push_back(std::move(each));
  }
  pending_annotations_.clear();
}

std::vector<Annotation> Parser::parse_annotations() {
  std::vector<Annotation> annotations;
  while (at(TokenKind::At)) annotations.push_back(parse_annotation());
  check_applied_together(annotations);
  return annotations;
}

Annotation Parser::parse_annotation() {
  const Token first = take();
  Annotation annotation;
  accept(TokenKind::ScopeMark);  // a leading "::" is redundant, since annotations do not nest
  // Two annotations have keywords as names: @default and @oneway.
  for (;;) {
    const bool is_name = at(TokenKind::Identifier) || at(TokenKind::KwDefault) || at(TokenKind::KwOneway);
    if (!is_name) fail_expected("the name of an annotation");
    annotation.name += std::string(take().text);
    if (!accept(TokenKind::ScopeMark)) break;
    annotation.name += "::";
  }
  if (accept(TokenKind::LeftParen)) {
    if (!at(TokenKind::RightParen)) {
      do {
        annotation.arguments.push_back(parse_annotation_argument());
      } while (accept(TokenKind::Comma));
    }
    expect(TokenKind::RightParen, "to close the annotation");
  }
  annotation.range = since(first);
  const bool several = annotation.arguments.size() > 1;
  for (const AnnotationArgument& argument : annotation.arguments) {
    if (several && argument.name.empty())
      error(annotation.range, "an annotation with several arguments must name each");
  }
  take_own_constants(annotation);
  check_annotation(annotation);
  return annotation;
}

// An annotation's arguments may name constants that its declaration defines.
void Parser::take_own_constants(Annotation& annotation) const {
  const AnnotationDeclaration* const declared = declared_annotation(annotation.name);
  if (declared == nullptr) return;
  for (AnnotationArgument& argument : annotation.arguments) {
    if (argument.value.index() != 0) continue;
    for (const Declaration* each : declared->contents) {
      const bool is_meant =
          each->kind == DeclarationKind::Constant &&
          (argument.text == each->identifier || argument.text == annotation.name + "::" + each->identifier);
      if (is_meant) argument.value = as<Constant>(*each).value;
    }
  }
}

AnnotationArgument Parser::parse_annotation_argument() {
  AnnotationArgument argument;
  const Token first = peek();
  const bool is_name = at(TokenKind::Identifier) || peek().kind >= TokenKind::KwAbstract;
  if (is_name && peek_second().kind == TokenKind::Equals) {
    argument.name = std::string(take().text);
    take();
  }
  const std::size_t start = peek().offset;
  const Angles angles(*this, false);
  struct Quiet {
    bool& flag;
    bool outer;
    ~Quiet() { flag = outer; }
  } const quiet{quiet_names_, std::exchange(quiet_names_, true)};
  argument.value = as_constant(parse_expression(nullptr));
  const std::size_t end = previous_.offset + previous_.text.size();
  if (end > start) argument.text = text_.text.substr(start, end - start);
  argument.range = since(first);
  return argument;
}

std::optional<std::uint64_t> Parser::unsigned_annotation(const Declaration& node, const char* name,
                                                         std::uint64_t lowest, std::uint64_t highest) {
  const Annotation* annotation = node.annotation(name);
  if (annotation == nullptr) return std::nullopt;
  const ConstantValue* value = annotation->arguments.size() == 1 ? &annotation->arguments.front().value : nullptr;
  const auto* number = value == nullptr ? nullptr : std::get_if<std::int64_t>(value);
  const bool fits = number != nullptr && *number >= 0 && static_cast<std::uint64_t>(*number) >= lowest &&
                    static_cast<std::uint64_t>(*number) <= highest;
  if (fits) return static_cast<std::uint64_t>(*number);
  error(annotation->range, std::string("@") + name + " needs an integer from " + std::to_string(lowest) + " to " +
                               std::to_string(highest));
  return std::nullopt;
}

namespace {

bool can_have_default(const Type& type) {
  const Type& resolved = resolve_aliases(type);
  if (const Declaration* named = named_declaration(resolved)) {
    return named->kind == DeclarationKind::Enum || named->kind == DeclarationKind::Bitmask;
  }
  if (resolved.kind == TypeKind::Basic) {
    const BasicKind kind = as<BasicType>(resolved).basic;
    return kind >= BasicKind::Boolean && kind <= BasicKind::LongDouble;
  }
  return resolved.kind == TypeKind::String || resolved.kind == TypeKind::WString || resolved.kind == TypeKind::Fixed;
}

// An enumerator need not be visible at the annotation, since the member's type determines the enum.
const Enumerator* enumerator_called(const std::string& written, const Type& type) {
  const Declaration* named = named_declaration(resolve_aliases(type));
  if (named == nullptr || named->kind != DeclarationKind::Enum) return nullptr;
  const std::string word = written.substr(written.find_last_of(':') + 1);
  for (const Enumerator* each : as<Enum>(*named).enumerators) {
    if (each->identifier == word) return each;
  }
  return nullptr;
}

}  // namespace

// Returns the value of `@default(value)`. IDL 4.2, 8.3.2.3 accepts any constant that the member's type can hold, for
// example `5` for a double.
ConstantValue Parser::default_annotation(const Declaration& node, const Type& type) {
  const Annotation* annotation = node.annotation("default");
  if (annotation == nullptr || is_error(type)) return {};
  if (annotation->arguments.size() != 1) {
    error(annotation->range, "@default needs one value");
    return {};
  }
  if (!can_have_default(type)) {
    error(annotation->range, "@default is for numbers, characters, booleans, strings and enumerations");
    return {};
  }
  const AnnotationArgument& argument = annotation->arguments.front();
  if (const Enumerator* chosen = enumerator_called(argument.text, type)) return chosen;
  Value value = as_value(argument.value);
  if (value.index() == 0) {
    error(annotation->range, "'" + argument.text + "' is not a constant");
    return {};
  }
  if (const auto* whole = std::get_if<Integer>(&value); whole != nullptr && is_floating(type)) {
    value = static_cast<long double>(*whole);
  }
  Converted converted = convert(value, type);
  if (!converted.problem.empty()) error(annotation->range, converted.problem);
  return std::move(converted.value);
}

// A bitfield without a type has the smallest type that holds it. The width limits its values.
ConstantValue Parser::default_of_field(const Bitfield& field) {
  const Annotation* annotation = field.annotation("default");
  if (annotation == nullptr) return {};
  const BasicKind smallest = field.width == 1    ? BasicKind::Boolean
                             : field.width <= 8  ? BasicKind::Octet
                             : field.width <= 16 ? BasicKind::UShort
                             : field.width <= 32 ? BasicKind::ULong
                                                 : BasicKind::ULongLong;
  const Type& type = field.type != nullptr ? *field.type : *basic(smallest, annotation->range);
  ConstantValue value = default_annotation(field, type);
  const auto* const whole = std::get_if<std::int64_t>(&value);
  const auto* const natural = std::get_if<std::uint64_t>(&value);
  const unsigned bits = field.width;
  const bool is_too_large =
      (natural != nullptr && bits < 64 && (*natural >> bits) != 0) ||
      (whole != nullptr && bits < 64 && (*whole >> (bits - 1)) != 0 && (*whole >> (bits - 1)) != -1);
  if (!is_too_large) return value;
  error(annotation->range, "@default does not fit in a bitfield of " + std::to_string(bits) + " bits");
  return {};
}

namespace {

// Compares only the properties of parameters that affect how the annotation is applied.
bool have_same_parameters(const AnnotationDeclaration& one, const AnnotationDeclaration& other) {
  const auto basic = [](const AnnotationDeclaration::Parameter& parameter) {
    const bool is_basic = parameter.type != nullptr && parameter.type->kind == TypeKind::Basic;
    return is_basic ? as<BasicType>(*parameter.type).basic : BasicKind::Any;
  };
  return std::equal(one.parameters.begin(), one.parameters.end(), other.parameters.begin(), other.parameters.end(),
                    [&](const auto& a, const auto& b) {
                      return a.name == b.name && a.has_default == b.has_default && basic(a) == basic(b) &&
                             (a.type == nullptr) == (b.type == nullptr) &&
                             (a.type == nullptr || a.type->kind == b.type->kind);
                    });
}

}  // namespace

// Parses `@annotation name { type parameter [default value]; ... };`
void Parser::parse_annotation_declaration() {
  take();
  take();
  const Name name = expect_identifier("a name for the annotation");
  auto* node = specification_.make<AnnotationDeclaration>();
  describe_node(*node, name);
  {
    // Annotations have a namespace of their own, so the name is not entered into the scope.
    const Opened opened(*this, *node, &node->contents);
    parse_braced("annotation", [&] {
      switch (peek().kind) {
        case TokenKind::KwEnum:
        case TokenKind::KwConst:
        case TokenKind::KwTypedef:
          parse_type_declaration();
          return;
        default:
          break;
      }
      AnnotationDeclaration::Parameter parameter;
      if (!accept(TokenKind::KwAny)) {
        const Token first_of_type = peek();
        parameter.type = parse_constant_type();
        if (!check_constant_type(*parameter.type, since(first_of_type), "an annotation's parameter")) {
          parameter.type = error_type_;
        }
      }
      const Name parameter_name = expect_identifier("a name for the annotation's parameter");
      parameter.name = parameter_name.text;
      if (accept(TokenKind::KwDefault)) {
        parameter.has_default = true;
        parameter.default_value = parameter.type == nullptr || is_error(*parameter.type)
                                      ? as_constant(parse_expression(nullptr))
                                      : parse_constant_value(*parameter.type);
      }
      for (const auto& other : node->parameters) {
        if (other.name == parameter.name) error(parameter_name.range, "redefinition of '" + parameter.name + "'");
      }
      node->parameters.push_back(std::move(parameter));
      expect_semicolon("after the annotation's parameter");
    });
  }
  take();
  list(node);
  const auto [known, is_new] = declared_annotations_.emplace(node->full_name(), node);
  if (!is_new && !have_same_parameters(*known->second, *node)) {
    error(node->range, "redefinition of @" + node->full_name() + " with other parameters");
    note_declared(*known->second, "first declared here");
  }
  expect_semicolon("after the annotation");
}

}  // namespace dimma::idl
