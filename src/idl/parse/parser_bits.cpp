// Parses bitsets and bitmasks (IDL 4.2, 7.4.13.4.3).
#include <iterator>

#include "idl/parse/parser.hpp"

namespace dimma::idl {

// Returns true if the word begins a definition. Older IDL may have declared it as the name of a type.
bool Parser::at_bits(const char* word) {
  return at_word(word) && peek_second().kind == TokenKind::Identifier && !scopes_.find_visible(*context().scope, word);
}

Bitset* Parser::parse_bitset() {
  take();
  auto* node = create<Bitset>(expect_identifier("a name after 'bitset'"));
  enter(*node);
  if (accept(TokenKind::Colon)) {
    const ScopedName name = parse_scoped_name();
    const Declaration* base = resolve_base(name);
    if (base != nullptr && base->kind != DeclarationKind::Bitset) {
      error(name.range,
            "a bitset can only inherit from a bitset; '" + base->full_name() + "' is " + with_article(base->kind));
    } else if (base == node) {
      error(name.range, "a bitset cannot inherit from itself");
    } else if (base != nullptr) {
      node->base = &as<Bitset>(*base);
      node->bit_count = node->base->bit_count;
    }
  }
  {
    const Opened opened(*this, *node, nullptr);
    parse_braced("bitset", [&] { parse_bitfield(*node); });
  }
  take();
  list(node);
  return node;
}

namespace {

// Returns the maximum width of a bitfield of the type; 0 if bitfields cannot have it (IDL 4.2 allows no aliases here).
unsigned width_limit(const Type& type) {
  if (type.kind != TypeKind::Basic) return 0;
  switch (as<BasicType>(type).basic) {
    case BasicKind::Boolean:
      return 1;
    case BasicKind::Octet:
    case BasicKind::Int8:
    case BasicKind::UInt8:
      return 8;
    case BasicKind::Short:
    case BasicKind::UShort:
      return 16;
    case BasicKind::Long:
    case BasicKind::ULong:
      return 32;
    case BasicKind::LongLong:
    case BasicKind::ULongLong:
      return 64;
    default:
      return 0;
  }
}

const Bitfield* inherited_field(const Bitset& node, const std::string& identifier) {
  for (const Bitset* base = node.base; base != nullptr; base = base->base) {
    for (const Bitfield* field : base->fields) {
      if (folded(field->identifier) == folded(identifier)) return field;
    }
  }
  return nullptr;
}

}  // namespace

void Parser::parse_bitfield(Bitset& node) {
  std::vector<Annotation> annotations = parse_annotations();
  if (!at_word("bitfield")) fail_expected("'bitfield'");
  take();
  expect(TokenKind::Less, "after 'bitfield'");
  const auto width = static_cast<unsigned>(parse_positive("the width of a bitfield", 64));
  const Type* type = nullptr;
  if (accept(TokenKind::Comma)) {
    type = parse_type();
    const unsigned limit = width_limit(*type);
    if (is_error(*type)) {
      type = nullptr;
    } else if (limit == 0) {
      error(type->range, "a bitfield must be of boolean, octet or integer type, by its own name");
    } else if (width > limit) {
      error(type->range, "a bitfield of " + std::to_string(width) + " bits does not fit in this type");
    }
  }
  expect(TokenKind::Greater, "to close the bitfield");
  constexpr unsigned most_bits = 1U << 20;
  const auto advance_position = [&] {
    if (node.bit_count > most_bits) fail(previous_.range, "the bitset has too many bits");
    node.bit_count += width;
  };
  if (at(TokenKind::Semicolon)) advance_position();
  while (at(TokenKind::Identifier)) {
    pending_annotations_ = annotations;
    const Name name = expect_identifier("a name for the bitfield");
    auto* field = create<Bitfield>(name);
    field->width = width;
    field->position = node.bit_count;
    field->type = type;
    field->default_value = default_of_field(*field);
    if (const Bitfield* same = inherited_field(node, name.text)) {
      error(name.range, "'" + name.text + "' is already a field of the base '" + same->enclosing->full_name() + "'");
      note_declared(*same);
    }
    enter(*field);
    node.fields.push_back(field);
    advance_position();
    if (at(TokenKind::Comma)) take();
  }
  expect_semicolon("after bitfield");
}

Bitmask* Parser::parse_bitmask() {
  take();
  auto* node = create<Bitmask>(expect_identifier("a name after 'bitmask'"));
  enter(*node);
  if (const auto bits = unsigned_annotation(*node, "bit_bound", 1, 64)) node->bit_bound = static_cast<unsigned>(*bits);
  expect(TokenKind::LeftBrace, "to open the bitmask");
  unsigned next_position = 0;
  std::unordered_set<unsigned> positions;
  {
    const Opened opened(*this, *node, nullptr);
    parse_listed("bit", [&] { parse_bit_value(*node, next_position, positions); });
  }
  for (BitValue* value : node->values) {
    flags_[context().scope].emplace(scopes_.key(value->identifier), value);
  }
  list(node);
  return node;
}

// Finds a flag that is named without its bitmask. 7.4.13.4.3.3 and 7.5.2 do not introduce flags into the scope around
// the bitmask, unlike enumerators, so two bitmasks may have flags of the same name. An unambiguous name is accepted.
Declaration* Parser::find_flag(const Name& name, bool report) {
  for (const Scope* scope = context().scope; scope != nullptr; scope = scope->parent) {
    const auto flags = flags_.find(scope);
    if (flags == flags_.end()) continue;
    const auto [first, last] = flags->second.equal_range(scopes_.key(name.text));
    if (first == last) continue;
    if (std::next(first) == last) return accept_found({{first->second}, nullptr}, name, report);
    if (!report) return nullptr;
    error(name.range, "'" + name.text + "' is a flag of several bitmasks; write '" +
                          first->second->enclosing->identifier + "::" + name.text + "'");
    for (auto each = first; each != last; ++each) note_declared(*each->second);
    return nullptr;
  }
  return nullptr;
}

void Parser::parse_bit_value(Bitmask& node, unsigned& next_position, std::unordered_set<unsigned>& positions) {
  pending_annotations_ = parse_annotations();
  auto* value = create<BitValue>(expect_identifier("a name for a bit"));
  value->position = next_position;
  if (const auto position = unsigned_annotation(*value, "position", 0, 63)) {
    value->position = static_cast<unsigned>(*position);
  }
  if (value->position >= node.bit_bound) {
    error(value->range, "position " + std::to_string(value->position) + " is beyond the " +
                            std::to_string(node.bit_bound) + " bits of the bitmask");
    value->position = 0;
  } else if (!positions.insert(value->position).second) {
    error(value->range, "another bit has the position " + std::to_string(value->position) + " already");
  }
  next_position = value->position + 1;
  enter(*value);
  node.values.push_back(value);
}

}  // namespace dimma::idl
