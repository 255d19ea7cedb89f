#pragma once
/// The tables of generated skeletons. Internal to dimma; applications do not need it.

#include <dimma/classic/generated/server_request.hpp>

#include <cstddef>

namespace dimma {
namespace classic {

/// One operation of a skeleton. Generated, in a table sorted by name.
struct SkeletonEntry {
  /// Reads the arguments, makes the upcall and replies. `servant` points to the skeleton that the table belongs to.
  typedef void (*Serve)(void* servant, ServerRequest& request);

  /// `operation` is a string literal, and `exceptions` has the ids of the `count` exceptions that the operation may
  /// raise.
  template <std::size_t Size>
  constexpr SkeletonEntry(const char (&operation)[Size], Serve function, const char* const* exceptions, unsigned count)
      : name(operation), name_size(Size - 1), serve(function), raises(exceptions), raises_count(count) {}

  const char* name;
  std::size_t name_size;
  Serve serve;
  const char* const* raises;
  unsigned raises_count;
};

/// Serves `request` with the entry for its operation, and returns false if there is none. A user exception that the
/// entry declares becomes the reply; all other exceptions pass through.
bool serve_among(const SkeletonEntry* entries, std::size_t count, void* servant, ServerRequest& request);

/// Like serve_among(), for a whole table.
template <std::size_t Size>
bool serve(const SkeletonEntry (&entries)[Size], void* servant, ServerRequest& request) {
  return serve_among(entries, Size, servant, request);
}

}  // namespace classic
}  // namespace dimma
