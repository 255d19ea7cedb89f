#include <dimma/classic/skeleton.hpp>

#include "classic/exceptions/translation.hpp"
#include "classic/streams/over.hpp"

#include <dimma/generated/server_request.hpp>

#include <algorithm>
#include <string_view>

namespace dimma::classic {

namespace {

std::string_view name_of(const SkeletonEntry& entry) noexcept { return {entry.name, entry.name_size}; }

const SkeletonEntry* find(const SkeletonEntry* entries, std::size_t count, std::string_view name) noexcept {
  constexpr std::size_t few = 8;
  const SkeletonEntry* const end = entries + count;
  if (count <= few) {
    // The comparison of lengths distinguishes most names.
    const auto* const at = std::find_if(entries, end, [&](const auto& entry) { return name_of(entry) == name; });
    return at == end ? nullptr : at;
  }
  const auto* const at = std::lower_bound(
      entries, end, name, [](const SkeletonEntry& entry, std::string_view wanted) { return name_of(entry) < wanted; });
  return at != end && name_of(*at) == name ? at : nullptr;
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
