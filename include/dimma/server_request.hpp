#pragma once
/// What a generated skeleton uses to serve a call. dimma's own; an application has no need of it.

#include <dimma/call.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace dimma {

/// What the ORB remembers of the last request on a connection, so that the next one to the same object finds it
/// without a look-up. Kept by the channel for each serving thread, filled in and used by the ORB alone.
struct DispatchMemo {
  std::vector<std::byte> object_key;
  std::shared_ptr<void> object;  ///< nullptr: nothing is remembered

  void forget() noexcept { object.reset(); }
};

/// One request while it is being served. Made by a channel, lives on the serving thread's stack for the length of the
/// upcall, and is used by that thread only.
class ServerRequest {
 public:
  ServerRequest(const ServerRequest&) = delete;
  ServerRequest& operator=(const ServerRequest&) = delete;

  /// The operation's name as it came; a view into the message.
  std::string_view operation() const noexcept { return operation_; }
  /// The target's object key as it came; a view into the message.
  std::span<const std::byte> object_key() const noexcept { return object_key_; }
  /// False for a oneway: what is replied is then thrown away by the channel.
  bool response_expected() const noexcept { return response_expected_; }
  /// The arguments, decoded in place. The views that it gives are valid until the reply is begun.
  cdr::Decoder& arguments() noexcept { return arguments_; }

  /// Begins a reply without exception; the results are written to what it returns.
  cdr::Encoder& reply() {
    executed_ = true;
    return begin_reply(Status::no_exception);
  }
  /// The same, all of it at once: `results` writes them, and may be called twice. So they can be sent from where they
  /// lie, and while they are being written.
  void reply(ArgumentWriter results) {
    executed_ = true;
    write_reply(results);
  }
  /// Whether the upcall has returned or raised a user exception: what goes wrong from then on is COMPLETED_YES.
  bool executed() const noexcept { return executed_; }
  /// nullptr for a channel that keeps none.
  DispatchMemo* memo() const noexcept { return memo_; }
  void mark_executed() noexcept { executed_ = true; }

  enum class Status : std::uint32_t {
    no_exception = 0,
    user_exception = 1,
    system_exception = 2,
    location_forward = 3,
    location_forward_perm = 4,
    needs_addressing_mode = 5,
  };
  /// Begins the reply with a status, or begins it again: what had been written before is forgotten.
  virtual cdr::Encoder& begin_reply(Status status) = 0;
  /// Of reply(): the whole of one without exception.
  virtual void write_reply(ArgumentWriter results) { results(begin_reply(Status::no_exception)); }

 protected:
  ServerRequest(std::string_view operation, std::span<const std::byte> object_key, bool response_expected,
                const cdr::Decoder& arguments, DispatchMemo* memo = nullptr) noexcept
      : operation_(operation),
        object_key_(object_key),
        response_expected_(response_expected),
        memo_(memo),
        arguments_(arguments) {}
  ~ServerRequest() = default;

 private:
  std::string_view operation_;
  std::span<const std::byte> object_key_;
  bool response_expected_;
  bool executed_ = false;
  DispatchMemo* memo_;
  cdr::Decoder arguments_;
};

/// One operation of a skeleton: generated, in a table sorted by name.
template <class Skeleton>
struct SkeletonEntry {
  std::string_view name;
  /// Reads the arguments, makes the upcall, writes the results.
  void (*serve)(Skeleton& skeleton, ServerRequest& request);
  /// What it may raise; any other user exception reaches the caller as CORBA::UNKNOWN.
  std::span<const ExceptionEntry> raises = {};
};

/// Runs `upcall`; a user exception in `raises` becomes the reply, any other becomes CORBA::UNKNOWN.
/// System exceptions pass through.
void serve_raising(ServerRequest& request, std::span<const ExceptionEntry> raises, function_ref<void()> upcall);

/// The entry of that name in a table sorted by name; nullptr when there is none.
template <class Skeleton>
const SkeletonEntry<Skeleton>* find_entry(std::span<const SkeletonEntry<Skeleton>> table, std::string_view name) {
  constexpr std::size_t few = 8;
  if (table.size() <= few) {
    // Unequal lengths tell most of a few names apart at no cost.
    for (const auto& entry : table) {
      if (entry.name == name) return &entry;
    }
    return nullptr;
  }
  const auto at = std::lower_bound(table.begin(), table.end(), name,
                                   [](const auto& entry, std::string_view wanted) { return entry.name < wanted; });
  return at != table.end() && at->name == name ? &*at : nullptr;
}

/// Serves `request` by the entry of its operation's name. False when the table has none.
template <class Skeleton>
bool serve(std::span<const SkeletonEntry<Skeleton>> table, Skeleton& skeleton, ServerRequest& request) {
  const auto* const entry = find_entry(table, request.operation());
  if (entry == nullptr) return false;
  if (entry->raises.empty()) {
    entry->serve(skeleton, request);
  } else {
    serve_raising(request, entry->raises, [&] { entry->serve(skeleton, request); });
  }
  return true;
}

}  // namespace dimma
