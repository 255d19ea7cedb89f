#pragma once
// Seals the requests of an endpoint: memory=sealed. A thread is sealed from the moment when it has received a message
// until it receives the next one or leaves the connection, including upcalls.

#include "channel/channel.hpp"
#include "iiop/resources/sealed_calls.hpp"
#include "transport/transport.hpp"

#include <memory>

namespace dimma::iiop {

struct Serving;

// The dispatcher of an endpoint with sealed requests. It calls the ORB's dispatcher.
class SealedRequests final : public channel::Dispatcher {
 public:
  SealedRequests(channel::Dispatcher& within, Memory memory)
      : within_(within), calls_(memory, End::server, "by an endpoint of this process") {}

  // Wraps a stream so that its requests are sealed. The connection owns the result, and must not outlive this object.
  std::unique_ptr<transport::Stream> sealed(std::unique_ptr<transport::Stream> stream);
  // Called when the thread begins to serve with `place`. The first request served with it may allocate its memory.
  static void begin_to_serve(const Serving& place) noexcept;
  // Called when the thread no longer serves.
  static void leave() noexcept;
  // Called when the thread gives `place` back.
  static void end_serving(Serving& place) noexcept;

  void dispatch(ServerRequest& request) noexcept override;
  channel::Located locate(std::span<const std::byte> object_key, channel::Octets& forward_to,
                          channel::Session* session) noexcept override;
  void report(std::vector<channel::Fact>& facts) const { calls_.report(facts); }

 private:
  class SealedStream;
  struct Turn;

  static Turn& turn() noexcept;
  void begin(SealedStream& stream) noexcept;
  void dispatch_sealed(ServerRequest& request, Turn& turn) noexcept;
  void judge(ServerRequest& request, const HeapUse& used) noexcept;

  channel::Dispatcher& within_;
  SealedCalls calls_;
};

}  // namespace dimma::iiop
