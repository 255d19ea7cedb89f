#pragma once
// The format of dimma's object keys, which identify an object and its object adapter (docs/reference/object-keys.md).
//
//   offset  octets
//   0       3       "DIM"
//   3       1       version, 1
//   4       1       'T' transient or 'P' persistent
//   transient:
//   5       8       stamp of the ORB instance, big endian
//   13      4       number of the adapter within the instance, big endian
//   17      ...     object id
//   persistent:
//   5       2       length of the adapter's path, big endian
//   7       n       path: the names of the adapters from below the root, each ended by '/'
//   7+n     ...     object id
//
// Within a name of the path, '/' and '\' are escaped as '\/' and '\\'.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::orb {

struct ObjectKey {
  enum class Kind : std::uint8_t { foreign, transient, persistent };
  Kind kind = Kind::foreign;  // foreign: not made by dimma; all other members are empty
  std::uint64_t stamp = 0;    // only in transient keys
  std::uint32_t adapter = 0;  // only in transient keys
  std::string_view path;      // only in persistent keys
  std::string_view object_id;
};

// The views refer to `octets`. Never fails, since a malformed key counts as foreign.
ObjectKey parse_object_key(std::span<const std::byte> octets) noexcept;

std::string transient_key_prefix(std::uint64_t stamp, std::uint32_t adapter);
// Throws CORBA::IMP_LIMIT if the path is longer than 65,535 octets.
std::string persistent_key_prefix(std::string_view path);

// Return the path element for an adapter's name, and the names in a path.
std::string path_step(std::string_view name);
std::vector<std::string> path_names(std::string_view path);

inline std::string_view text_of(std::span<const std::byte> octets) noexcept {
  return {reinterpret_cast<const char*>(octets.data()), octets.size()};
}
inline std::span<const std::byte> octets_of(std::string_view text) noexcept {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}

// Encode and decode a number as big-endian octets, for keys and object ids.
void append_big_endian(std::string& text, std::uint64_t number, std::size_t octets);
std::uint64_t read_big_endian(std::string_view text) noexcept;

}  // namespace dimma::orb
