// Parses unions, and checks the rules about their labels.
#include "idl/parse/parser.hpp"

namespace dimma::idl {
namespace {

// Maps labels of any type to integers, one to one.
std::uint64_t label_key(const ConstantValue& label) {
  if (const auto* boolean = std::get_if<bool>(&label)) return *boolean ? 1 : 0;
  if (const auto* number = std::get_if<std::int64_t>(&label)) return static_cast<std::uint64_t>(*number);
  if (const auto* natural = std::get_if<std::uint64_t>(&label)) return *natural;
  if (const auto* character = std::get_if<CharValue>(&label)) return character->code;
  if (const auto* wide = std::get_if<WideCharValue>(&label)) return wide->code;
  if (const auto* enumerator = std::get_if<const Enumerator*>(&label)) return (*enumerator)->ordinal;
  return 0;
}

// Returns the number of values of the type; 0 if there are too many to list as labels.
std::uint64_t value_count(const Type& discriminator) {
  const Type& type = resolve_aliases(discriminator);
  if (const Declaration* declaration = named_declaration(type)) return as<Enum>(*declaration).enumerators.size();
  switch (as<BasicType>(type).basic) {
    case BasicKind::Boolean:
      return 2;
    case BasicKind::Char:
    case BasicKind::Octet:
    case BasicKind::Int8:
    case BasicKind::UInt8:
      return 256;
    case BasicKind::Short:
    case BasicKind::UShort:
    case BasicKind::WChar:
      return 65536;
    default:
      return 0;
  }
}

}  // namespace

Union* Parser::parse_union(bool forward_allowed) {
  take();
  const Name name = expect_identifier("a name after 'union'");
  if (at(TokenKind::Semicolon) && forward_allowed) {
    auto* node = declare_constructed<Union>(name, true);
    list_forward(*node, name);
    return node;
  }
  if (!at(TokenKind::KwSwitch)) fail_expected("'switch' after the name of a union");
  auto* node = declare_constructed<Union>(name);
  describe_again(*node, name);
  open_.insert(node);
  {
    const Opened opened(*this, *node, &node->nested_types);
    take();
    expect(TokenKind::LeftParen, "after 'switch'");
    node->discriminator = parse_discriminator();
    expect(TokenKind::RightParen, "after the discriminator type");
    Labels labels;
    parse_braced("union", [&] { parse_union_branch(*node, labels); });
    check_union_labels(*node, labels);
  }
  node->is_defined = true;
  open_.erase(node);
  take();
  list(node);
  return node;
}

const Type* Parser::parse_discriminator() {
  const Token first = peek();
  const Type* type = parse_type_or_definition();
  if (is_error(*type) || check_discriminator(*type)) return type;
  error(since(first), "the discriminator of a union must be an integer, character, boolean or enum type");
  return error_type_;
}

bool Parser::check_discriminator(const Type& type) {
  const Type& resolved = resolve_aliases(type);
  if (const Declaration* declaration = named_declaration(resolved)) return declaration->kind == DeclarationKind::Enum;
  if (resolved.kind != TypeKind::Basic) return false;
  const BasicKind kind = as<BasicType>(resolved).basic;
  return kind >= BasicKind::Boolean && kind <= BasicKind::ULongLong;
}

void Parser::parse_union_branch(Union& node, Labels& labels) {
  auto* branch = specification_.make<UnionBranch>();
  std::vector<Annotation> annotations = parse_annotations();
  if (!at(TokenKind::KwCase) && !at(TokenKind::KwDefault)) fail_expected("'case' or 'default'");
  while (at(TokenKind::KwCase) || at(TokenKind::KwDefault)) parse_union_label(node, *branch, labels);
  for (Annotation& each : parse_annotations()) annotations.push_back(std::move(each));
  const Type* type = parse_type_or_definition();
  const Name name = expect_identifier("a name for the union branch");
  branch->type = with_array(type, ArrayUse::Member);
  pending_annotations_ = std::move(annotations);
  describe_node(*branch, name);
  const bool valid =
      branch->type != type || may_be_absent_elsewhere(*branch) || check_member_type(*type, "a union branch");
  if (!valid) branch->type = error_type_;
  branch->default_value = default_annotation(*branch, *branch->type);
  enter(*branch);
  node.branches.push_back(branch);
  expect_semicolon("after union branch");
}

void Parser::parse_union_label(Union& node, UnionBranch& branch, Labels& labels) {
  if (accept(TokenKind::KwDefault)) {
    if (node.has_default) error(previous_.range, "a union has at most one 'default'");
    node.has_default = branch.is_default = true;
  } else {
    take();
    parse_case_label(node, branch, labels);
  }
  expect(TokenKind::Colon, "after the label");
}

// Reports an enumerator of the discriminator's type that is written without its scope. Returns false if there is none.
bool Parser::report_hidden_enumerator(const Union& node) {
  const Declaration* declaration = named_declaration(*node.discriminator);
  if (declaration == nullptr || !at(TokenKind::Identifier) || peek_second().kind != TokenKind::Colon) return false;
  const std::string written(peek().text);
  if (scopes_.find_visible(*context().scope, written)) return false;
  for (const Enumerator* each : as<Enum>(*declaration).enumerators) {
    if (each->identifier != written) continue;
    error(peek().range, "'" + written + "' is not visible here; did you mean '" + each->full_name() + "'?");
    take();
    return true;
  }
  return false;
}

void Parser::parse_case_label(Union& node, UnionBranch& branch, Labels& labels) {
  const Token first = peek();
  if (is_error(*node.discriminator)) {
    parse_expression(nullptr);
    return;
  }
  if (report_hidden_enumerator(node)) return;
  const Value value = parse_expression(node.discriminator);
  const SourceRange where = since(first);
  Converted label = convert(value, *node.discriminator);
  if (!label.problem.empty()) {
    error(where, "this label does not fit the discriminator: " + label.problem);
    return;
  }
  if (label.value.index() == 0) return;
  const auto [known, inserted] = labels.emplace(label_key(label.value), where);
  if (!inserted) {
    error(where, "duplicate label in union '" + node.full_name() + "'");
    note(known->second, "first used here");
    return;
  }
  branch.labels.push_back(std::move(label.value));
}

void Parser::check_union_labels(Union& node, const Labels& labels) {
  if (node.branches.empty() && !diagnostics_.has_errors()) {
    error(node.range, "union '" + node.full_name() + "' needs at least one branch");
  }
  if (is_error(*node.discriminator)) return;
  node.labels_cover_all = !labels.empty() && labels.size() == value_count(*node.discriminator);
  if (node.labels_cover_all && node.has_default) {
    error(node.range, "'default' can never be chosen: the labels of union '" + node.full_name() +
                          "' cover every value of its discriminator");
  }
}

}  // namespace dimma::idl
