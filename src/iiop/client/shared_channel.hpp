#pragma once
// The part of a client channel that uses one connection for many calls at once: by default a connection that all
// bindings to the same server share.

#include "base/sync/assert.hpp"
#include "base/sync/replaceable.hpp"
#include "base/sync/sync.hpp"
#include "execution/timed_mutex.hpp"
#include "iiop/bidirectional/arrival_path.hpp"
#include "iiop/client/assembled_channel.hpp"
#include "iiop/client/shared/shared_connection.hpp"
#include "iiop/client/watch/admission.hpp"
#include "iiop/resources/resources.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace dimma::iiop {

// The connections to one server's endpoints. A connection is opened when it is first needed, and again after it was
// lost or closed.
//
// A link has one connection, or several with one lane each. A thread always uses the same lane, so its oneways stay in
// order. Threads of different lanes do not contend at either end. A program with one calling thread uses one
// connection.
class SharedLink : public std::enable_shared_from_this<SharedLink> {
  using Connections = Replaceable<std::shared_ptr<SharedConnection>, 64>;

 public:
  // `qos` is the part of a binding's QoS that connection_qos() returns. The link offers callbacks over its connections
  // unless `offer` is nullptr.
  SharedLink(const transport::Transports& transports, std::vector<transport::Endpoint> endpoints, EngineeringQoS qos,
             const Settings& settings, ReplyWatch& watch, CallbackOffer* offer = nullptr)
      : transports_(transports),
        endpoints_(std::move(endpoints)),
        qos_(std::move(qos)),
        settings_(settings),
        watch_(watch),
        offer_(offer),
        lanes_(settings.connections_max) {}
  // Makes the link use this connection, which the peer opened, and never open another. Called before any other
  // function.
  void keep_to(std::unique_ptr<transport::Stream> stream);

  // Keeps a connection alive while it is used. The link must outlive the use.
  class Use {
   public:
    Use(Use&&) noexcept = default;
    [[gnu::always_inline]] ~Use() {}  // inlined into the call
    explicit operator bool() const noexcept { return static_cast<bool>(use_); }
    SharedConnection* operator->() const noexcept { return kept().get(); }
    // A copy of this pointer keeps the connection alive longer than the use, even if the link replaces the connection.
    const std::shared_ptr<SharedConnection>& kept() const noexcept {
      DIMMA_ASSERT(static_cast<bool>(use_));
      return *use_;
    }

   private:
    friend class SharedLink;
    Use() noexcept = default;
    [[gnu::always_inline]] explicit Use(const Connections& of) noexcept : use_(of.use()) {}
    Connections::Use use_;
  };
  // Returns a connection for a new call: the lane's own or, if that cannot be opened, another lane's. Throws what
  // connect() throws, TIMEOUT, and BAD_INV_ORDER after close().
  Use open(std::size_t lane, Deadline deadline);
  // True if open() would not have to connect.
  bool is_open(std::size_t lane);
  // Returns the open connection, or nullptr if open() would have to connect. The connection may outlive the link.
  // Throws BAD_INV_ORDER after close().
  std::shared_ptr<SharedConnection> open_already(std::size_t lane);
  // Opens the lane's connection without waiting. Calls `opened` once, on any thread, possibly before this returns, with
  // nullptr or the exception that open() would throw.
  using Opened = std::function<void(std::exception_ptr)>;
  void begin_open(std::size_t lane, Deadline deadline, Opened opened);
  void close() noexcept;
  std::vector<std::shared_ptr<SharedConnection>> current() const;
  // True if a connection is broken, or its peer may have closed it, and the connection has not been replaced yet.
  bool has_lost_connection() const noexcept;

 private:
  class Opening;
  struct alignas(64) Lane {  // on its own cache line, because lanes are used by different threads
    Connections connection;
    execution::TimedMutex opening;  // held by the thread that connects; others wait for its result
    sync::Mutex mutex;              // held while a connection is installed, and by close()
    std::shared_ptr<Opening> begun DIMMA_GUARDED_BY(mutex);  // an asynchronous opening, for which no thread waits
  };

  // Returns an empty use if there is no usable connection. Throws BAD_INV_ORDER after close().
  Use usable(Lane& lane);
  bool has_usable(Lane& lane);
  [[gnu::cold, gnu::noinline]] Use open_anew(std::size_t lane, Deadline deadline);
  Use reopen(Lane& lane, Deadline deadline);
  Use connect_anew(Lane& lane, Deadline deadline);
  Use install(Lane& lane, Reached reached);

  const transport::Transports& transports_;
  const std::vector<transport::Endpoint> endpoints_;
  const EngineeringQoS qos_;
  const Settings& settings_;
  ReplyWatch& watch_;
  CallbackOffer* const offer_;
  bool is_peers_ = false;
  std::vector<Lane> lanes_;
  sync::Atomic<bool> closed_{false};
};

// True if the ORB may have more than one connection for a channel of this QoS.
bool may_spread(const EngineeringQoS& qos, const Settings& settings) noexcept;

// Returns the part of a QoS that concerns the connection. Bindings share a connection only if they agree in this part.
EngineeringQoS connection_qos(const EngineeringQoS& qos);

// The links of one ORB, by their endpoints, the QoS of the connection, its code sets, and whether it offers callbacks.
// A link lives as long as a binding uses it.
class LinkTable {
 public:
  LinkTable(const transport::Transports& transports, const Settings& settings)
      : transports_(transports), settings_(settings) {}
  // Returns the shared link to the endpoints, or a new link if the QoS requires a dedicated connection.
  std::shared_ptr<SharedLink> link(const std::vector<transport::Endpoint>& endpoints, const EngineeringQoS& qos,
                                   const AgreedCodeSets& code_sets, CallbackOffer* offer);
  // Returns the link that calls a client back over the connection that the client opened.
  std::shared_ptr<SharedLink> link_back(ArrivalPath& path);
  void run_by(std::shared_ptr<reactor::EventLoop> loop) noexcept { watch_.run_by(std::move(loop)); }
  ReplyWatch& watch() noexcept { return watch_; }
  // Closes all links, including those that link() returns afterwards.
  void close() noexcept;
  // Fails all asynchronous calls, including those that are begun later.
  void end_asynchronous_calls() noexcept;

 private:
  const transport::Transports& transports_;
  const Settings& settings_;
  ReplyWatch watch_;  // outlives the links
  sync::Mutex mutex_;
  std::map<std::string, std::weak_ptr<SharedLink>> links_ DIMMA_GUARDED_BY(mutex_);
  std::uint64_t dedicated_ DIMMA_GUARDED_BY(mutex_) = 0;  // the number of dedicated links made so far
  bool closed_ DIMMA_GUARDED_BY(mutex_) = false;
};

class SharedChannel final : public AssembledChannel {
 public:
  SharedChannel(LinkTable& links, ChannelTarget target, const EngineeringQoS& qos, const Settings& settings);
  // The channel uses the connection on which the reference arrived, which the target's process opened as a client.
  SharedChannel(LinkTable& links, ChannelTarget target, const EngineeringQoS& qos, const Settings& settings,
                std::shared_ptr<ArrivalPath> path);

  void open(Deadline deadline) override;
  bool is_connected() noexcept override;
  bool has_lost_connection() const noexcept override { return link_->has_lost_connection(); }
  void begin_connect(Deadline deadline, Connected connected) override;

  channel::Outcome call(channel::Request& request) override;
  void begin(std::shared_ptr<channel::Awaiting> call) override;
  bool begin_if_connected(const std::shared_ptr<channel::Awaiting>& call) override;
  channel::Located locate(channel::Outcome& forward, Deadline deadline) override;
  dimma::LoanBlock loan(std::size_t octets, Deadline deadline) override;
  // Leaves a connection open that other channels share.
  void close() noexcept override;
  void report(std::vector<channel::Fact>& facts) const override;

 private:
  SharedChannel(LinkTable& links, ChannelTarget target, const EngineeringQoS& qos, const Settings& settings,
                std::shared_ptr<SharedLink> link, std::shared_ptr<ArrivalPath> path);
  [[gnu::noinline]] channel::Outcome call_with_buffers(const channel::Request& request);
  void begin_with(std::shared_ptr<channel::Awaiting> call, BufferPool::Lease buffers);
  SharedLink::Use connection(Deadline deadline);
  // Returns a pointer that keeps the connection alive, for a call whose answer may destroy the channel before begin()
  // returns.
  std::shared_ptr<SharedConnection> kept_connection(Deadline deadline);
  std::size_t lane() const noexcept;

  const ChannelTarget target_;
  const Patience patience_;
  const std::shared_ptr<BufferPool> buffers_;                   // nullptr: buffers are made as needed
  const std::shared_ptr<Admission<MessageBuffers>> admission_;  // for asynchronous calls, if there is a pool
  const bool dedicated_;
  const std::uint32_t lanes_;                // the number of the link's lanes that are used; 1: only the first
  const std::shared_ptr<ArrivalPath> path_;  // keeps a connection for callbacks from being closed as idle
  const std::shared_ptr<SharedLink> link_;
  sync::Atomic<bool> closed_{false};
};

}  // namespace dimma::iiop
