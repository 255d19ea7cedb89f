// Parses value types and value boxes.
#include <algorithm>
#include <string>
#include <utility>

#include "idl/parse/parser.hpp"

namespace dimma::idl {

void Parser::parse_valuetype() {
  bool is_abstract = false;
  bool is_custom = false;
  if (accept(TokenKind::KwAbstract)) {
    is_abstract = true;
  } else if (accept(TokenKind::KwCustom)) {
    is_custom = true;
  }
  expect(TokenKind::KwValuetype, is_custom ? "after 'custom'" : "");
  const Name name = expect_identifier("a name after 'valuetype'");
  const bool has_body = at(TokenKind::LeftBrace) || at(TokenKind::Colon) || at(TokenKind::KwSupports);
  if (!has_body && !at(TokenKind::Semicolon)) {
    if (is_abstract || is_custom) fail_expected("':', '{' or ';' after the name of a valuetype");
    return parse_value_box(name);
  }
  const bool forward = at(TokenKind::Semicolon);
  ValueType* node = declare_value(name, is_abstract, is_custom);
  if (forward) {
    list_forward(*node, name);
    return expect_semicolon("after the forward declaration");
  }
  describe_again(*node, name);
  if (accept(TokenKind::Colon)) parse_value_bases(*node);
  if (accept(TokenKind::KwSupports)) parse_value_supports(*node);
  check_inherited_operations(*node);
  node->is_defined = true;
  {
    const Opened opened(*this, *node, &node->contents);
    parse_braced("valuetype", [&] { parse_value_element(*node); });
  }
  take();
  list(node);
  expect_semicolon("after the valuetype");
}

ValueType* Parser::declare_value(const Name& name, bool is_abstract, bool is_custom) {
  Declaration* known = own_declaration(name);
  const bool forward = at(TokenKind::Semicolon);
  if (known != nullptr && known->kind == DeclarationKind::ValueType) {
    auto* node = static_cast<ValueType*>(known);
    if (!node->is_defined) {
      check_same_id(*node, name);
      if (node->is_abstract != is_abstract) {
        error(name.range, "'" + name.text + "' is abstract in one declaration and not in another");
        note_declared(*node, "first declared here");
      }
      if (!forward) node->is_custom = is_custom;
      return node;
    }
    if (forward) return node;
  }
  auto* node = create<ValueType>(name);
  node->is_abstract = is_abstract;
  node->is_custom = is_custom;
  enter(*node);
  return node;
}

void Parser::parse_value_bases(ValueType& node) {
  if (at(TokenKind::KwTruncatable)) {
    const Token word = take();
    node.is_truncatable = true;
    if (node.is_custom) error(word.range, "a custom valuetype cannot be truncatable");
    if (node.is_abstract) error(word.range, "an abstract valuetype cannot be truncatable");
    if (!at(TokenKind::Identifier) && !at(TokenKind::ScopeMark)) fail_expected("a base after 'truncatable'");
  }
  const Token first = peek();
  do {
    add_value_base(node, parse_scoped_name());
  } while (accept(TokenKind::Comma));
  const ValueType* const base = node.is_truncatable && !node.bases.empty() ? node.bases.front() : nullptr;
  if (base != nullptr && (base->is_abstract || base->is_custom)) {
    error(first.range, std::string("a valuetype cannot be truncatable to the ") +
                           (base->is_abstract ? "abstract" : "custom") + " '" + base->full_name() + "'");
  }
}

void Parser::add_value_base(ValueType& node, const ScopedName& name) {
  const Declaration* declaration = resolve_base(name);
  if (declaration == nullptr) return;
  const std::string full_name = "'" + declaration->full_name() + "'";
  std::string problem;
  if (declaration->kind != DeclarationKind::ValueType) {
    problem = "a valuetype can only inherit from a valuetype; " + full_name + " is " + with_article(declaration->kind);
    if (declaration->kind == DeclarationKind::Interface) problem += " (write 'supports' before interfaces)";
  } else if (declaration == &node) {
    problem = "valuetype " + full_name + " cannot inherit from itself";
  } else if (!as<ValueType>(*declaration).is_defined) {
    problem = "valuetype " + full_name + " is declared forward only, so it cannot be inherited from";
  } else {
    const auto& base = as<ValueType>(*declaration);
    if (std::find(node.bases.begin(), node.bases.end(), &base) != node.bases.end()) {
      problem = full_name + " is a direct base already";
    } else if (node.is_abstract && !base.is_abstract) {
      problem = "an abstract valuetype can only inherit from abstract ones; " + full_name + " is not";
    } else if (!base.is_abstract && !node.bases.empty()) {
      problem = "a valuetype can inherit from one valuetype with state only, and it must come first; " + full_name +
                " is not abstract";
    } else {
      node.bases.push_back(&base);
      return;
    }
  }
  error(name.range, problem);
  note_declared(*declaration);
}

namespace {

// Returns the first interface that is not abstract and that a base supports, and the base. Both are nullptr if there
// is none.
std::pair<const Interface*, const ValueType*> supported_by_base(const ValueType& node,
                                                                std::unordered_set<const ValueType*>& visited) {
  for (const ValueType* base : node.bases) {
    if (!visited.insert(base).second) continue;
    for (const Interface* interface : base->supports) {
      if (interface->interface_kind != InterfaceKind::Abstract) return {interface, base};
    }
    if (const auto found = supported_by_base(*base, visited); found.first != nullptr) return found;
  }
  return {};
}

bool derives_from(const Interface& interface, const Interface& base) {
  const auto all = all_bases(interface);
  return &interface == &base || std::find(all.begin(), all.end(), &base) != all.end();
}

}  // namespace

void Parser::parse_value_supports(ValueType& node) {
  const Interface* stateful = nullptr;
  std::unordered_set<const ValueType*> visited;
  const auto [inherited, heir] = supported_by_base(node, visited);
  do {
    const ScopedName name = parse_scoped_name();
    const Declaration* declaration = resolve_base(name);
    if (declaration == nullptr) continue;
    if (declaration->kind != DeclarationKind::Interface) {
      error(name.range, "a valuetype can only support an interface; '" + declaration->full_name() + "' is " +
                            with_article(declaration->kind));
      note_declared(*declaration);
      continue;
    }
    const auto& interface = as<Interface>(*declaration);
    if (!interface.is_defined) {
      error(name.range,
            "interface '" + interface.full_name() + "' is declared forward only, so it cannot be supported");
      note_declared(interface);
    } else if (std::find(node.supports.begin(), node.supports.end(), &interface) != node.supports.end()) {
      error(name.range, "'" + interface.full_name() + "' is supported already");
    } else if (interface.interface_kind != InterfaceKind::Abstract && stateful != nullptr) {
      error(name.range, "a valuetype can support one interface that is not abstract; it supports '" +
                            stateful->full_name() + "' already");
    } else if (interface.interface_kind != InterfaceKind::Abstract && inherited != nullptr &&
               !derives_from(interface, *inherited)) {
      error(name.range, "interface '" + interface.full_name() + "' is not derived from '" + inherited->full_name() +
                            "', which the base '" + heir->full_name() + "' supports");
      note_declared(*heir);
    } else {
      if (interface.interface_kind != InterfaceKind::Abstract) stateful = &interface;
      node.supports.push_back(&interface);
    }
  } while (accept(TokenKind::Comma));
}

void Parser::parse_value_element(ValueType& node) {
  if (accept(TokenKind::Semicolon)) {
    diagnostics_.warning(previous_.range, "stray ';'");
    return;
  }
  pending_annotations_ = parse_annotations();
  const bool is_state = at(TokenKind::KwPublic) || at(TokenKind::KwPrivate);
  if (!is_state && !at(TokenKind::KwFactory)) {
    if (!parse_export_declaration()) parse_operation();
    return;
  }
  if (node.is_abstract) {
    error(peek().range, std::string("an abstract valuetype has no ") + (is_state ? "state" : "factories"));
  }
  if (at(TokenKind::KwFactory)) return parse_initializer(node);
  const Visibility visibility = take().kind == TokenKind::KwPublic ? Visibility::Public : Visibility::Private;
  std::vector<Member*> members;
  parse_member_declarators(members, "a state member", visibility);
  for (Member* member : members) {
    std::unordered_set<const Declaration*> visiting;
    const Declaration* part = local_part(*member->type, visiting);
    if (part != nullptr) {
      error(member->range, "local interface '" + part->full_name() + "' cannot be the state of a valuetype");
    }
    list(member);
  }
}

void Parser::parse_initializer(ValueType& node) {
  take();
  auto* initializer = create<Initializer>(expect_identifier("a name after 'factory'"));
  enter(*initializer);
  list(initializer);
  {
    const Opened opened(*this, *initializer, nullptr);
    parse_parameters(initializer->parameters, true, "a factory can only have 'in' parameters");
  }
  if (accept(TokenKind::KwRaises)) initializer->raises = parse_exception_list();
  expect_semicolon("after factory of '" + node.identifier + "'");
}

void Parser::parse_value_box(const Name& name) {
  std::vector<Annotation> annotations = std::move(pending_annotations_);
  pending_annotations_.clear();
  const Type* type = parse_type_or_definition();
  const Declaration* boxed = named_declaration(*type);
  if (boxed != nullptr && (boxed->kind == DeclarationKind::ValueType || boxed->kind == DeclarationKind::ValueBox)) {
    error(type->range, "a value box cannot hold a valuetype");
    note_declared(*boxed);
  }
  require_complete(*type, "boxed");
  pending_annotations_ = std::move(annotations);
  auto* node = create<ValueBox>(name);
  node->boxed = type;
  enter(*node);
  list(node);
  expect_semicolon("after the boxed type");
}

}  // namespace dimma::idl
