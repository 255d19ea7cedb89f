#include <dimma/classic/generated/skeleton.hpp>

#include "classic/exceptions/translation.hpp"
#include "classic/streams/over.hpp"

#include <dimma/generated/server_request.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace dimma::classic {

namespace {

std::string_view name_of(const SkeletonEntry& entry) noexcept { return {entry.name, entry.name_size}; }

template <class Word>
[[gnu::always_inline]] inline bool same_word(const char* left, const char* right) noexcept {
  Word words[2];
  std::memcpy(&words[0], left, sizeof(Word));
  std::memcpy(&words[1], right, sizeof(Word));
  return words[0] == words[1];
}

// The last word may overlap the one before it. Requires a size of at least one word.
template <class Word>
[[gnu::always_inline]] inline bool same_words(const char* left, const char* right, std::size_t size) noexcept {
  const std::size_t last = size - sizeof(Word);
  for (std::size_t at = 0; at < last; at += sizeof(Word)) {
    if (!same_word<Word>(left + at, right + at)) return false;
  }
  return same_word<Word>(left + last, right + last);
}

// Does without a call of memcmp(), which takes longer than comparing a name of usual length.
[[gnu::always_inline]] inline bool has_name(const SkeletonEntry& entry, std::string_view name) noexcept {
  if (entry.name_size != name.size()) return false;
  if (name.size() >= sizeof(std::uint64_t)) return same_words<std::uint64_t>(entry.name, name.data(), name.size());
  return same_words<char>(entry.name, name.data(), name.size());
}

const SkeletonEntry* find_among_many(const SkeletonEntry* entries, std::size_t count, std::string_view name) noexcept {
  const SkeletonEntry* const end = entries + count;
  const auto* const at = std::lower_bound(
      entries, end, name, [](const SkeletonEntry& entry, std::string_view wanted) { return name_of(entry) < wanted; });
  return at != end && has_name(*at, name) ? at : nullptr;
}

// Requires a name that is not empty.
[[gnu::always_inline]] inline const SkeletonEntry* find(const SkeletonEntry* entries, std::size_t count,
                                                        std::string_view name) noexcept {
  constexpr std::size_t few = 8;
  if (count > few) return find_among_many(entries, count, name);
  for (const SkeletonEntry* at = entries; at != entries + count; ++at) {
    if (has_name(*at, name)) return at;
  }
  return nullptr;
}

// Calls the operation, and replies with an exception that the entry declares. The reply is made while the modern
// exception is being handled, since interceptors see that one.
void serve_raising(const SkeletonEntry& entry, void* servant, ServerRequest& request) {
  try {
    try {
      entry.serve(servant, request);
    } catch (const CORBA::UserException&) {
      raise_modern();
    }
  } catch (const ::CORBA::UserException& exception) {
    const std::string_view id = exception._rep_id();
    const auto* const end = entry.raises + entry.raises_count;
    if (std::find(entry.raises, end, id) == end) throw;
    reply_if_declared(request.modern(), {&id, 1}, exception);
  }
}

}  // namespace

bool serve_among(const SkeletonEntry* entries, std::size_t count, void* servant, ServerRequest& request) {
  if (request.operation_size() == 0) return false;
  const SkeletonEntry* const entry = find(entries, count, {request.operation(), request.operation_size()});
  if (entry == nullptr) return false;
  if (entry->raises_count == 0) {
    entry->serve(servant, request);
  } else {
    serve_raising(*entry, servant, request);
  }
  request.arguments().commit();
  ::dimma::ServerRequest& served = request.modern();
  if (served.arguments().remaining() != 0) [[unlikely]] {
    report_arguments_left(::dimma::SkeletonEntry{name_of(*entry), nullptr}, served);
  }
  return true;
}

}  // namespace dimma::classic
