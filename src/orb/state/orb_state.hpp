#pragma once
// The state of a CORBA::ORB, which references and object adapters keep alive. The derived class OrbLifecycle starts and
// ends the ORB.

#include "base/sync/sync.hpp"
#include "channel/call_events.hpp"
#include "channel/channel.hpp"
#include "orb/interception/interceptors.hpp"
#include "orb/options/options.hpp"
#include "orb/state/access_control.hpp"
#include "orb/state/answer_queue.hpp"
#include "orb/state/bound_references.hpp"
#include "orb/state/endpoints.hpp"
#include "orb/state/ior.hpp"
#include "orb/state/local_objects.hpp"
#include "orb/state/names.hpp"
#include "orb/state/overrides.hpp"
#include "orb/state/value_factories.hpp"
#include "reactor/event_loop.hpp"
#include "transport/datagram.hpp"

#include <dimma/upcall_executor.hpp>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dimma::observe {
class Observatory;
}
namespace dimma::tracing {
class Tracer;
}
namespace dimma::transport {
class SecureTransport;
}

namespace dimma::orb {

// The protocols of an ORB, made by the composition root. A transport may use the transports before it in the list.
struct Protocols {
  Protocols() = default;
  Protocols(Protocols&&) = default;
  Protocols& operator=(Protocols&&) = delete;
  ~Protocols() {
    binders.clear();
    while (!transports.empty()) transports.pop_back();
  }

  std::vector<std::unique_ptr<transport::Transport>> transports;  // used by the binders
  std::vector<std::unique_ptr<transport::DatagramTransport>> datagram_transports;
  std::vector<std::unique_ptr<channel::Binder>> binders;
  channel::CallSubscribers subscribers;               // to the calls of all protocols
  std::shared_ptr<observe::Observatory> observatory;  // nullptr if nothing is observed
  std::shared_ptr<tracing::Tracer> tracer;            // nullptr if nothing is traced
};

class OrbState : public cdr::Context, public std::enable_shared_from_this<OrbState> {
 public:
  OrbState(const OrbState&) = delete;
  OrbState& operator=(const OrbState&) = delete;

  std::shared_ptr<cdr::Context> share() override { return shared_from_this(); }
  std::shared_ptr<CORBA::ValueFactoryBase> value_factory(std::string_view repository_id) override {
    return value_factories_.find(repository_id)._shared();
  }

  OrbState* orb() noexcept override { return this; }

  const Options& options() const noexcept { return options_; }
  // Returns the QoS of bindings without a QoS of their own: the client's part of the program's default QoS.
  const EngineeringQoS& client_qos() const noexcept { return client_qos_; }
  std::span<const std::unique_ptr<channel::Binder>> binders() const noexcept { return protocols_->binders; }
  // Wraps a channel that was bound with these arguments in the channels of the subscribers.
  std::shared_ptr<channel::ClientChannel> subscribed(std::shared_ptr<channel::ClientChannel> channel,
                                                     const channel::Binder& binder, const EngineeringQoS& qos,
                                                     const Ior& ior) const;
  // Returns nullptr if nothing is observed. The same holds for tracer().
  const std::shared_ptr<observe::Observatory>& observatory() const noexcept { return protocols_->observatory; }
  const std::shared_ptr<tracing::Tracer>& tracer() const noexcept { return protocols_->tracer; }
  // Returns the TLS transport, or nullptr if the program is not linked with it.
  transport::SecureTransport* tls() const noexcept;
  // Returns a number that distinguishes the transient references of this ORB from those of all other ORBs, past and
  // future.
  std::uint64_t stamp() const noexcept { return stamp_; }

  BoundReferences& bindings() noexcept { return bindings_; }
  AnswerQueue& answers() noexcept { return answers_; }
  Names& names() noexcept { return names_; }
  ValueFactories& value_factories() noexcept { return value_factories_; }
  OrbOverrides& overrides() noexcept { return overrides_; }
  Interceptors& interceptors() noexcept { return interceptors_; }
  AccessControl& access() noexcept { return access_; }
  Endpoints& endpoints() noexcept { return endpoints_; }
  LocalObjects& local_objects() const noexcept { return *local_objects_; }

  // Returns true if bindings offer callbacks, by an option or by a policy of the reference (nullptr if it has none),
  // the thread or the ORB. If the option is set, opens the default endpoint.
  bool offers_callbacks(const Overrides* of_reference);

  // Returns the object key if the reference refers to an object of this ORB.
  std::optional<std::string> own_key(const Ior& ior) const;

  // Throws CORBA::BAD_INV_ORDER (OMG minor 4) after the shutdown has begun, and CORBA::OBJECT_NOT_EXIST if the ORB is
  // destroyed. During the shutdown, calls within an upcall of this ORB do not throw.
  void require_running() const;
  // Like require_running(), for calls through references: throws BAD_INV_ORDER also if the ORB is destroyed.
  void require_callable() const;
  void require_not_destroyed() const;
  bool running() const noexcept { return phase() == Phase::running; }
  // Returns true if this process's parent created the ORB.
  bool is_inherited() const noexcept { return is_inherited_; }
  // Returns the event loop if an application runs the ORB, otherwise nullptr.
  const std::shared_ptr<reactor::EventLoop>& application_loop() const noexcept { return application_loop_; }
  // Returns the executor that the adapter of the application's event loop has stored here.
  const std::shared_ptr<UpcallExecutor>& application_executor() const noexcept { return application_executor_; }
  void application_executor(std::shared_ptr<UpcallExecutor> executor) noexcept {
    application_executor_ = std::move(executor);
  }

 protected:
  enum class Phase : std::uint8_t { running, stopping, stopped, destroyed };

  // Throws QoSError if the default QoS is not supported at a client.
  OrbState(Options options, Protocols protocols);
  ~OrbState() = default;
  // Called once, before all other functions. `objects` must outlive this object.
  void serve_by(LocalObjects& objects);
  // Called before the first endpoint or binding exists.
  void run_by(std::shared_ptr<reactor::EventLoop> loop);
  bool is_in_use();
  // Called in the child of a fork: replaces the protocols. All objects that work for the parent are moved to
  // `inherited` and must be kept there, since destroying them would affect the parent.
  void leave_to_parent(Protocols fresh, std::vector<std::shared_ptr<void>>& inherited);

  Phase phase() const noexcept { return phase_.load(std::memory_order_seq_cst); }
  void phase(Phase value) noexcept { phase_.store(value, std::memory_order_seq_cst); }

 private:
  void require_client_qos() const;

  const Options options_;
  std::shared_ptr<const Protocols> protocols_;
  const EngineeringQoS client_qos_;
  const std::uint64_t stamp_;
  BoundReferences bindings_;
  AnswerQueue answers_;
  Names names_;
  ValueFactories value_factories_;
  OrbOverrides overrides_;
  Interceptors interceptors_;
  AccessControl access_;
  Endpoints endpoints_;
  LocalObjects* local_objects_ = nullptr;
  std::shared_ptr<reactor::EventLoop> application_loop_;
  std::shared_ptr<UpcallExecutor> application_executor_;
  sync::Atomic<Phase> phase_{Phase::running};
  bool is_inherited_ = false;
};

}  // namespace dimma::orb
