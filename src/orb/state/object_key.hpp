#pragma once
// dimma's own object keys. They name the object and the object adapter that a request is for
// (docs/reference/object-keys.md).
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
// In a path '/' and '\' within a name are written as '\/' and '\\'.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::orb {

struct ObjectKey {
  enum class Kind : std::uint8_t { foreign, transient, persistent };
  Kind kind = Kind::foreign;  // foreign: not one of ours; the rest is empty
  std::uint64_t stamp = 0;    // transient
  std::uint32_t adapter = 0;  // transient
  std::string_view path;      // persistent
  std::string_view object_id;
};

// The views point into `octets`. Never fails: a key that is not well formed is foreign.
ObjectKey parse_object_key(std::span<const std::byte> octets) noexcept;

std::string transient_key_prefix(std::uint64_t stamp, std::uint32_t adapter);
// Throws CORBA::IMP_LIMIT for a path of more than 65,535 octets.
std::string persistent_key_prefix(std::string_view path);

// A path's step for one adapter's name, and the names of a path.
std::string path_step(std::string_view name);
std::vector<std::string> path_names(std::string_view path);

inline std::string_view text_of(std::span<const std::byte> octets) noexcept {
  return {reinterpret_cast<const char*>(octets.data()), octets.size()};
}
inline std::span<const std::byte> octets_of(std::string_view text) noexcept {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}

// A number in big-endian octets, for keys and object ids.
void append_big_endian(std::string& text, std::uint64_t number, std::size_t octets);
std::uint64_t read_big_endian(std::string_view text) noexcept;

}  // namespace dimma::orb
