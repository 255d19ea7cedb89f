#pragma once
// The encoding of the naming tree in a store. docs/guides/services.md, "The records", describes it for other programs.
//
//   key                           value
//   "t"                           1, 16 octets that name the tree
//   "c" context                   1
//   "b" context id NUL kind       1, type ('o', 'c'), form ('r', 'i'), lease's lifetime in ms (4 octets, big endian),
//                                 and a reference as an encapsulation in CDR ('r') or the id of a context ('i')
//   "l" lease (8, big endian)     1, lifetime in ms (4 octets, big endian); under the lease itself
//   "m" member (16 octets)        1, and the addresses of a running service as "HOST PORT" and a line feed each; under
//                                 a lease of that service
//
// The first octet of a value is the version of its format. A context of the tree itself is stored by its id, so that
// its references have the addresses of the current service. Keys are ordered by id and then by kind: a NUL, which no
// IDL string contains, sorts before every other octet.

#include <dimma/store.hpp>
#include "services/naming/tree/context_id.hpp"

#include <CosNaming.hpp>

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::naming {

inline constexpr std::string_view tree_key = "t";
inline constexpr std::string_view context_prefix = "c";
inline constexpr std::string_view binding_prefix = "b";
inline constexpr std::string_view member_prefix = "m";

// The object or context to which a name is bound.
struct Bound {
  CosNaming::BindingType type = CosNaming::BindingType::nobject;
  std::optional<ContextId> context;  // set if it is a context of the tree
  std::string reference;             // set otherwise, as a CDR encapsulation
  std::uint32_t lease_ms = 0;        // lifetime of the lease of the binding; 0 if there is no lease

  friend bool operator==(const Bound&, const Bound&) = default;
};

// An address at which a service listens.
struct MemberAddress {
  std::string host;
  std::uint16_t port = 0;

  friend auto operator<=>(const MemberAddress&, const MemberAddress&) = default;
};

std::string key_of_context(const ContextId& context);
// Returns the prefix of the keys of a context's bindings.
std::string key_below(const ContextId& context);
std::string key_of_binding(const ContextId& context, const CosNaming::NameComponent& name);
std::string key_of_lease(store::LeaseId lease);
std::string key_of_member(const ContextId& member);

std::string value_of_tree(const ContextId& tree);
std::string value_of_context();
std::string value_of(const Bound& bound);
std::string value_of_lease(std::uint32_t lifetime_ms);
std::string value_of_member(const std::vector<MemberAddress>& addresses);

// Decode the contents of a store. Throw StoreError of kind `damaged`, whose message names the record, if it is
// malformed.
ContextId tree_in(const store::Record& record);
Bound bound_in(const store::Record& record);
std::uint32_t lifetime_in(const store::Record& record);
std::vector<MemberAddress> member_in(const store::Record& record);
// Decode a key that begins with `binding_prefix`.
ContextId context_in_key(std::string_view key);
CosNaming::NameComponent name_in_key(std::string_view key);

// Describes a record for messages: "the binding a.b of context ...", with unprintable characters escaped.
std::string printed_key(std::string_view key);

}  // namespace dimma::naming
