#pragma once
// Resolves host names within a deadline, which the system's resolver does not support.

#include "transport/socket/address.hpp"

#include <functional>
#include <memory>
#include <optional>

namespace dimma::transport {

// Resolves each name on a separate thread (`dimma-resolve`), since a running resolver cannot be interrupted. A lookup
// that has begun continues even if its caller no longer waits, counts toward in_progress_max until its resolver
// returns, and may outlive this object. Thread safe.
class NameResolver {
  class State;

 public:
  // Maximum number of resolvers running at the same time; further lookups wait until one returns.
  static constexpr std::size_t in_progress_max = 32;

  explicit NameResolver(ResolveName resolve);

  // Blocks. Returns nullopt if the deadline has passed. Without a deadline the calling thread resolves. In a build
  // without threads it always does, and the deadline has no effect.
  std::optional<Resolved> resolve(const std::string& host, std::uint16_t port, Deadline deadline);

  // A pending lookup, owned by its caller. Destroying it cancels the lookup unless a resolver has already begun it.
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

  // Never blocks. Calls `done` once, on a thread of the resolver, even if the Lookup is destroyed while its resolver
  // runs; does not call it if the Lookup is destroyed earlier. If the system has no thread, calls it before returning.
  std::unique_ptr<Lookup> begin(const std::string& host, std::uint16_t port, std::function<void(Resolved)> done);

 private:
  const std::shared_ptr<State> state_;
};

// Returns the failure to connect to a name that has no address, or was not resolved before the deadline (nullopt).
Connected unresolved(const Endpoint& to, const std::optional<Resolved>& resolved);

}  // namespace dimma::transport
