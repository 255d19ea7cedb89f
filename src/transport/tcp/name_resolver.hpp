#pragma once
// Resolves the names of hosts within a deadline, which the system's resolver does not support.

#include "transport/socket/address.hpp"

#include <functional>
#include <memory>
#include <optional>

namespace dimma::transport {

// Resolves each name on a thread of its own (`dimma-resolve`), as a running resolver cannot be interrupted. A lookup
// whose callers no longer wait goes on, and counts until its resolver returns; it may outlive this object. Thread safe.
class NameResolver {
  class State;

 public:
  // The number of resolvers that run at a time; another lookup waits until one of them returns.
  static constexpr std::size_t in_progress_max = 32;

  explicit NameResolver(ResolveName resolve);

  // Blocks. Returns nothing if the deadline passed first. Without a deadline, the calling thread resolves; so it does
  // in a build without threads, which can't keep a deadline.
  std::optional<Resolved> resolve(const std::string& host, std::uint16_t port, Deadline deadline);

  // A caller's interest in a name. When it is destroyed, a lookup that still waits for its turn is dropped.
  class Lookup {
   public:
    Lookup(std::shared_ptr<State> state, std::uint64_t number) noexcept : state_(std::move(state)), number_(number) {}
    ~Lookup();
    Lookup(const Lookup&) = delete;
    Lookup& operator=(const Lookup&) = delete;

   private:
    const std::shared_ptr<State> state_;
    const std::uint64_t number_;
  };

  // Never blocks. Calls `done` once, on a thread of the resolver's, even if the lookup is given up while its resolver
  // runs; never if it is given up before. If the system gives no thread, calls it before this returns.
  std::unique_ptr<Lookup> begin(const std::string& host, std::uint16_t port, std::function<void(Resolved)> done);

 private:
  const std::shared_ptr<State> state_;
};

// The failure to connect to a name that has no address, or (empty) was not resolved before the deadline.
Connected unresolved(const Endpoint& to, const std::optional<Resolved>& resolved);

}  // namespace dimma::transport
