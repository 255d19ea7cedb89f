// Parses structs, exceptions and enums.
#include "idl/parse/parser.hpp"

namespace dimma::idl {

void Parser::describe_again(Declaration& node, const Name& name) {
  const std::string id = node.repository_id;
  describe_node(node, name);
  node.repository_id = id;
}

template <class Node>
Node* Parser::declare_constructed(const Name& name, bool is_forward) {
  Declaration* known = own_declaration(name);
  auto* fresh = specification_.make<Node>();
  // A definition may be followed by forward declarations, as for interfaces.
  if (known != nullptr && known->kind == fresh->kind && open_.count(known) == 0 &&
      (is_forward || !static_cast<Node*>(known)->is_defined)) {
    check_same_id(*known, name);
    return static_cast<Node*>(known);
  }
  describe_node(*fresh, name);
  enter(*fresh);
  return fresh;
}
template Struct* Parser::declare_constructed<Struct>(const Name& name, bool is_forward);
template Union* Parser::declare_constructed<Union>(const Name& name, bool is_forward);

Struct* Parser::parse_struct(bool forward_allowed) {
  take();
  const Name name = expect_identifier("a name after 'struct'");
  if (at(TokenKind::Semicolon) && forward_allowed) {
    auto* node = declare_constructed<Struct>(name, true);
    list_forward(*node, name);
    return node;
  }
  if (!at(TokenKind::LeftBrace) && !at(TokenKind::Colon)) fail_expected("'{' to open the struct");
  auto* node = declare_constructed<Struct>(name);
  describe_again(*node, name);
  open_.insert(node);
  if (accept(TokenKind::Colon)) parse_struct_base(*node);
  {
    const Opened opened(*this, *node, &node->nested_types);
    parse_braced("struct", [&] { parse_member_declarators(node->members, "a struct member", Visibility::Public); });
  }
  node->is_defined = true;
  open_.erase(node);
  take();
  list(node);
  return node;
}

void Parser::parse_struct_base(Struct& node) {
  const ScopedName name = parse_scoped_name();
  const Declaration* base = resolve_base(name);
  if (base == nullptr) return;
  if (base->kind != DeclarationKind::Struct) {
    error(name.range,
          "a struct can only inherit from a struct; '" + base->full_name() + "' is " + with_article(base->kind));
  } else if (!as<Struct>(*base).is_defined) {
    error(name.range, "struct '" + base->full_name() + "' is not defined yet, so it cannot be inherited from");
  } else {
    node.base = &as<Struct>(*base);
    return;
  }
  note_declared(*base);
}

namespace {

const Member* inherited_member(const Declaration& owner, const std::string& identifier) {
  if (owner.kind != DeclarationKind::Struct) return nullptr;
  for (const Struct* base = as<Struct>(owner).base; base != nullptr; base = base->base) {
    for (const Member* member : base->members) {
      if (folded(member->identifier) == folded(identifier)) return member;
    }
  }
  return nullptr;
}

}  // namespace

// Parses one `type name, name[3];` of a struct, exception or value type.
void Parser::parse_member_declarators(std::vector<Member*>& members, const std::string& use, Visibility visibility) {
  std::vector<Annotation> annotations = parse_annotations();
  const Type* type = parse_type_or_definition();
  do {
    const Name name = expect_identifier("a name for " + use);
    const Type* declared = with_array(type, ArrayUse::Member);
    pending_annotations_ = annotations;
    auto* member = create<Member>(name);
    const bool valid = declared != type || may_be_absent_elsewhere(*member) || check_member_type(*type, use);
    member->type = valid ? declared : error_type_;
    member->visibility = visibility;
    member->default_value = default_annotation(*member, *member->type);
    if (const Member* first = inherited_member(*context().node, name.text)) {
      error(name.range, "'" + name.text + "' is already a member of the base '" + first->enclosing->full_name() + "'");
      note_declared(*first);
    }
    enter(*member);
    members.push_back(member);
  } while (accept(TokenKind::Comma));
  expect_semicolon("after " + use);
}

void Parser::parse_exception() {
  take();
  auto* node = create<Exception>(expect_identifier("a name after 'exception'"));
  enter(*node);
  {
    const Opened opened(*this, *node, &node->nested_types);
    parse_braced("exception",
                 [&] { parse_member_declarators(node->members, "an exception member", Visibility::Public); });
  }
  take();
  list(node);
  expect_semicolon("after the exception");
}

Enum* Parser::parse_enum() {
  take();
  auto* node = create<Enum>(expect_identifier("a name after 'enum'"));
  enter(*node);
  if (const auto bits = unsigned_annotation(*node, "bit_bound", 1, 32)) node->bit_bound = static_cast<unsigned>(*bits);
  expect(TokenKind::LeftBrace, "to open the enum");
  std::unordered_set<std::uint64_t> values;
  parse_listed("enumerator", [&] { parse_enumerator(*node, values); });
  list(node);
  return node;
}

void Parser::parse_enumerator(Enum& enumeration, std::unordered_set<std::uint64_t>& values) {
  pending_annotations_ = parse_annotations();
  auto* node = create<Enumerator>(expect_identifier("an enumerator"));
  const bool first = enumeration.enumerators.empty();
  node->enumeration = &enumeration;
  node->ordinal = static_cast<std::uint32_t>(enumeration.enumerators.size());
  node->value = first ? 0 : enumeration.enumerators.back()->value + 1;
  if (const auto value = unsigned_annotation(*node, "value", 0, 0xFFFFFFFFU)) node->value = *value;
  if (const Annotation* chosen = node->annotation("default_literal")) {
    if (enumeration.default_literal != nullptr) {
      error(chosen->range, "'" + enumeration.default_literal->identifier + "' has @default_literal already");
    }
    enumeration.default_literal = node;
  }
  if (!values.insert(node->value).second) {
    error(node->range, "another enumerator has the value " + std::to_string(node->value) + " already");
  }
  if (node->value >= std::uint64_t{1} << enumeration.bit_bound) {
    error(node->range, "the value " + std::to_string(node->value) + " does not fit in " +
                           std::to_string(enumeration.bit_bound) + " bits");
  }
  if (passed_over_.count(&enumeration) == 0) enter(*node);
  enumeration.enumerators.push_back(node);
}

}  // namespace dimma::idl
