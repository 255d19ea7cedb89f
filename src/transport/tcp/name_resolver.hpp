#pragma once
// Names of hosts to addresses within a deadline, of which the system's resolver knows nothing.

#include "transport/socket/address.hpp"

#include <functional>
#include <memory>
#include <optional>

namespace dimma::transport {

// Resolves each name on a thread of its own (`dimma-resolve`), as a resolver that runs cannot be interrupted. A lookup
// whose callers no longer wait goes on, and counts until its resolver returns; it may outlive this object. From any
// thread.
class NameResolver {
  class State;

 public:
  // So many resolvers run at a time; another lookup waits until one of them returns.
  static constexpr std::size_t in_progress_max = 32;

  explicit NameResolver(ResolveName resolve);

  // Blocks; empty: the deadline passed first. Without a deadline, and in a build without threads, which can keep none,
  // the calling thread resolves.
  std::optional<Resolved> resolve(const std::string& host, std::uint16_t port, Deadline deadline);

  // Somebody's interest in a name. One that still waits for its turn ends with it.
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

  // Never blocks. `done` is called once, on a thread of the resolver's, also when the lookup has been given up while
  // its resolver ran; never when it was given up before. If the system gives no thread it is called before this
  // returns.
  std::unique_ptr<Lookup> begin(const std::string& host, std::uint16_t port, std::function<void(Resolved)> done);

 private:
  const std::shared_ptr<State> state_;
};

// The result of connecting to a name that has no address, or (empty) was not resolved before the deadline.
Connected unresolved(const Endpoint& to, const std::optional<Resolved>& resolved);

}  // namespace dimma::transport
