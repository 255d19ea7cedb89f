#include "services/naming/tree/records.hpp"

#include <charconv>

namespace dimma::naming {
namespace {

using store::StoreError;

constexpr char format = 1;
constexpr std::size_t head_octets = 7;  // format, type, form and lifetime of a binding

void append_number(std::string& text, std::uint64_t number, std::size_t octets) {
  for (std::size_t i = octets; i-- > 0;) text += static_cast<char>(number >> (8 * i));
}

std::uint32_t number_at(std::string_view text, std::size_t at) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < 4; ++i) number = number << 8 | static_cast<unsigned char>(text[at + i]);
  return number;
}

[[noreturn]] void refuse(const store::Record& record, const std::string& what) {
  throw StoreError(StoreError::Kind::damaged, "the record of " + printed_key(record.key) + ": " + what);
}

void check_format(const store::Record& record, std::size_t octets_min) {
  if (record.value.empty()) refuse(record, "it is empty; restore the store from a copy, or erase the record");
  if (record.value[0] != format) {
    refuse(record, "it has format " + std::to_string(static_cast<unsigned char>(record.value[0])) +
                       ", but this program supports format " + std::to_string(int{format}) +
                       "; use the program that wrote it, or a newer one");
  }
  if (record.value.size() < octets_min) {
    refuse(record, "it has " + std::to_string(record.value.size()) + " octets of at least " +
                       std::to_string(octets_min) + "; restore the store from a copy, or erase the record");
  }
}

std::string escaped(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  constexpr std::size_t octets_max = 200;
  std::string printed;
  for (const char octet : text.substr(0, octets_max)) {
    const auto number = static_cast<unsigned char>(octet);
    if (number >= 0x20 && number < 0x7f && octet != '\\') {
      printed += octet;
    } else {
      printed += {'\\', 'x', digits[number >> 4], digits[number & 15]};
    }
  }
  if (text.size() > octets_max) printed += "...";
  return printed;
}

}  // namespace

std::string key_of_context(const ContextId& context) {
  std::string key(context_prefix);
  key += context.text();
  return key;
}

std::string key_below(const ContextId& context) {
  std::string key(binding_prefix);
  key += context.text();
  return key;
}

std::string key_of_binding(const ContextId& context, const CosNaming::NameComponent& name) {
  std::string key;
  key.reserve(binding_prefix.size() + ContextId::octets + name.id().size() + 1 + name.kind().size());
  key += binding_prefix;
  key += context.text();
  key += name.id();
  key += '\0';
  key += name.kind();
  return key;
}

std::string key_of_lease(store::LeaseId lease) {
  std::string key = "l";
  append_number(key, lease, 8);
  return key;
}

std::string key_of_member(const ContextId& member) {
  std::string key(member_prefix);
  key += member.text();
  return key;
}

std::string value_of_tree(const ContextId& tree) {
  std::string value(1, format);
  value += tree.text();
  return value;
}

std::string value_of_context() { return std::string(1, format); }

std::string value_of(const Bound& bound) {
  std::string value(1, format);
  value += bound.type == CosNaming::BindingType::ncontext ? 'c' : 'o';
  value += bound.context ? 'i' : 'r';
  append_number(value, bound.lease_ms, 4);
  value += bound.context ? bound.context->text() : std::string_view(bound.reference);
  return value;
}

std::string value_of_lease(std::uint32_t lifetime_ms) {
  std::string value(1, format);
  append_number(value, lifetime_ms, 4);
  return value;
}

std::string value_of_member(const std::vector<MemberAddress>& addresses) {
  std::string value(1, format);
  for (const MemberAddress& address : addresses) value += address.host + ' ' + std::to_string(address.port) + '\n';
  return value;
}

ContextId tree_in(const store::Record& record) {
  check_format(record, 1 + ContextId::octets);
  const auto id = ContextId::of(std::string_view(record.value).substr(1));
  if (!id) refuse(record, "it is longer than that of a tree; use another store");
  return *id;
}

Bound bound_in(const store::Record& record) {
  check_format(record, head_octets + 1);
  const std::string_view value = record.value;
  Bound bound;
  bound.lease_ms = number_at(value, 3);
  if (value[1] != 'c' && value[1] != 'o') refuse(record, "it is not of an object or a context");
  bound.type = value[1] == 'c' ? CosNaming::BindingType::ncontext : CosNaming::BindingType::nobject;
  const std::string_view rest = value.substr(head_octets);
  if (value[2] == 'i') {
    bound.context = ContextId::of(rest);
    if (!bound.context) refuse(record, "the id of its context does not have 16 octets");
  } else if (value[2] == 'r') {
    bound.reference = rest;
  } else {
    refuse(record, "it has neither a reference nor the id of a context");
  }
  return bound;
}

std::uint32_t lifetime_in(const store::Record& record) {
  check_format(record, 5);
  return number_at(record.value, 1);
}

std::vector<MemberAddress> member_in(const store::Record& record) {
  check_format(record, 1);
  std::vector<MemberAddress> addresses;
  std::string_view rest = std::string_view(record.value).substr(1);
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    const std::size_t space = line.rfind(' ');
    MemberAddress address;
    const char* const end = line.data() + line.size();
    const bool has_port = space != std::string_view::npos && space != 0 &&
                          std::from_chars(line.data() + space + 1, end, address.port).ptr == end && address.port != 0;
    if (!has_port || line.size() == rest.size())
      refuse(record, "it has a line that is not HOST PORT; erase the record");
    address.host = line.substr(0, space);
    addresses.push_back(std::move(address));
    rest.remove_prefix(line.size() + 1);
  }
  return addresses;
}

ContextId context_in_key(std::string_view key) {
  const auto id = key.size() > ContextId::octets ? ContextId::of(key.substr(1, ContextId::octets)) : std::nullopt;
  if (!id) {
    throw StoreError(StoreError::Kind::damaged,
                     "the record of " + printed_key(key) + ": its key is shorter than a binding's; erase the record");
  }
  return *id;
}

CosNaming::NameComponent name_in_key(std::string_view key) {
  context_in_key(key);
  const std::string_view name = key.substr(1 + ContextId::octets);
  const std::size_t end = name.find('\0');
  if (end == std::string_view::npos || name.find('\0', end + 1) != std::string_view::npos) {
    throw StoreError(StoreError::Kind::damaged,
                     "the record of " + printed_key(key) + ": its key has no id and kind; erase the record");
  }
  return CosNaming::NameComponent(std::string(name.substr(0, end)), std::string(name.substr(end + 1)));
}

std::string printed_key(std::string_view key) {
  if (key == tree_key) return "the tree";
  const auto id = key.size() > ContextId::octets ? ContextId::of(key.substr(1, ContextId::octets)) : std::nullopt;
  if (!id) return "the key " + escaped(key);
  if (key[0] == context_prefix[0]) return "the context " + id->printed();
  if (key[0] == member_prefix[0]) return "the service " + id->printed();
  const std::string_view name = key.substr(1 + ContextId::octets);
  const std::size_t end = name.find('\0');
  if (key[0] != binding_prefix[0] || end == std::string_view::npos) return "the key " + escaped(key);
  return "the binding '" + escaped(name.substr(0, end)) + "' of kind '" + escaped(name.substr(end + 1)) +
         "' in context " + id->printed();
}

}  // namespace dimma::naming
