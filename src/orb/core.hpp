#pragma once
// What an ORB is made of, behind CORBA::ORB. References, adapters and managers hold on to it.

#include "base/sync.hpp"
#include "channel/channel.hpp"
#include "orb/answer_queue.hpp"
#include "orb/bound_references.hpp"
#include "orb/directory.hpp"
#include "orb/dispatcher.hpp"
#include "orb/endpoint.hpp"
#include "orb/hold_queue.hpp"
#include "orb/interception/interceptors.hpp"
#include "orb/ior.hpp"
#include "orb/manager.hpp"
#include "orb/names.hpp"
#include "orb/options.hpp"
#include "orb/overrides.hpp"
#include "orb/value_factories.hpp"
#include "qos/threads.hpp"
#include "transport/datagram.hpp"

#include <dimma/orb.hpp>

#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dimma::orb {

class SignalEvent;
struct AddedComponent;

// What an ORB speaks: made by the composition root.
struct Protocols {
  std::vector<std::unique_ptr<transport::Transport>> transports;  // used by the binders
  std::vector<std::unique_ptr<transport::DatagramTransport>> datagram_transports;
  std::vector<std::unique_ptr<channel::Binder>> binders;
};

class Core final : public cdr::Context, public std::enable_shared_from_this<Core> {
 public:
  std::shared_ptr<cdr::Context> share() override { return shared_from_this(); }
  std::shared_ptr<CORBA::ValueFactoryBase> value_factory(std::string_view repository_id) override {
    return value_factories_.find(repository_id)._shared();
  }

  // The first binder is the one that serves objects where a QoS does not name a protocol.
  static std::shared_ptr<Core> make(Options options, Protocols protocols);
  ~Core();
  Core(const Core&) = delete;
  Core& operator=(const Core&) = delete;

  const Options& options() const noexcept { return options_; }
  // Of bindings that nobody has given one: what the program's default QoS says to a client.
  const EngineeringQoS& client_qos() const noexcept { return client_qos_; }
  std::span<const std::unique_ptr<channel::Binder>> binders() const noexcept { return protocols_.binders; }
  std::uint64_t stamp() const noexcept { return stamp_; }

  Directory& directory() noexcept { return directory_; }
  BoundReferences& bindings() noexcept { return bindings_; }
#if DIMMA_THREADS
  AnswerQueue& answers() noexcept { return answers_; }
#endif
  Names& names() noexcept { return names_; }
  ValueFactories& value_factories() noexcept { return value_factories_; }
  OrbOverrides& overrides() noexcept { return overrides_; }
  Interceptors& interceptors() noexcept { return interceptors_; }
  Dispatcher& dispatcher() noexcept { return dispatcher_; }
  const std::shared_ptr<ManagerFactory>& managers() const noexcept { return managers_; }
  const std::shared_ptr<HoldLimit>& hold_limit() const noexcept { return hold_limit_; }
  // Object ids that adapters with PERSISTENT and SYSTEM_ID have made: one that is destroyed and made again goes on.
  sync::Atomic<std::uint64_t>& persistent_ids() noexcept { return persistent_ids_; }
  // The tree of object adapters: taken while one is made or removed.
  sync::RecursiveMutex& tree_mutex() noexcept { return tree_mutex_; }
  // Makes it when it is first asked for.
  std::shared_ptr<Adapter> root();
  // The root has been destroyed: asking for it again makes another one. Under the tree lock.
  void forget_root(const Adapter& adapter) noexcept {
    if (root_.get() == &adapter) root_.reset();
  }

  // The profiles by which an object of that endpoint is reached. Where its protocol carries oneways only, those of the
  // default endpoint come first, for all that is to be answered. With what interceptors add for the object's adapter.
  // Throws what Endpoint::open throws.
  std::vector<channel::Tagged> profiles_of(Endpoint& endpoint, std::span<const std::byte> object_key);
  const std::shared_ptr<Endpoint>& default_endpoint() const noexcept { return default_endpoint_; }
  // One of its own for an adapter; listens already. Throws what Endpoint::open throws.
  std::shared_ptr<Endpoint> make_endpoint(const EngineeringQoS& qos);
  // What it would be made of.
  std::vector<channel::Fact> plan_endpoint(const EngineeringQoS& qos) const;
  // Of all endpoints and bindings.
  std::vector<channel::Fact> describe();
  // Closes and releases it.
  void forget_endpoint(const std::shared_ptr<Endpoint>& endpoint) noexcept;
  // The same for the endpoint of an adapter that has been destroyed, when its last upcall has ended; does not wait.
  void retire_endpoint(const std::shared_ptr<Adapter>& adapter) noexcept;
  bool is_served_by_default_endpoint(std::string_view key);
  // The object key of a reference to an object of this ORB.
  std::optional<std::string> own_key(const Ior& ior) const;

  // Throws CORBA::BAD_INV_ORDER (OMG minor 4) once shut down or shutting down, CORBA::OBJECT_NOT_EXIST once destroyed.
  // An upcall that is in progress while the ORB shuts down may go on.
  void require_running() const;
  // The same for a call through a reference: BAD_INV_ORDER in either case.
  void require_callable() const;
  void require_not_destroyed() const;
  bool running() const noexcept { return state_.load(std::memory_order_seq_cst) == State::running; }

  void run();
  void shutdown_on_signals(std::initializer_list<int> signals);
  // With threads: no and nothing, as the ORB's own do the work.
  static bool work_pending();
  static void perform_work();
  void shutdown(bool wait_for_completion);
  void destroy();

 private:
  enum class State : std::uint8_t { running, stopping, stopped, destroyed };

  Core(Options options, Protocols protocols);
  void require_client_qos() const;
  channel::Binder& serving_binder(const EngineeringQoS& qos) const;
  channel::ListenOptions listen_options(bool own) const;
  void add_to(std::vector<channel::Tagged>& profiles, const AddedComponent& added) const;
  void end_asynchronous_calls();
  void begin_stopping();
  void finish_stopping();

  const Options options_;
  const Protocols protocols_;
  const EngineeringQoS client_qos_;
  const std::uint64_t stamp_;
  Dispatcher dispatcher_;
  Directory directory_;
  BoundReferences bindings_;
#if DIMMA_THREADS
  AnswerQueue answers_;
#endif
  Names names_;
  ValueFactories value_factories_;
  OrbOverrides overrides_;
  Interceptors interceptors_;
  sync::Atomic<std::uint64_t> persistent_ids_{0};
  const std::shared_ptr<HoldLimit> hold_limit_;
  std::shared_ptr<ManagerFactory> managers_;
  sync::RecursiveMutex tree_mutex_;
  std::shared_ptr<Adapter> root_;  // under tree_mutex_
  std::shared_ptr<Endpoint> default_endpoint_;
  mutable sync::Mutex endpoints_mutex_;
  std::vector<std::shared_ptr<Endpoint>> endpoints_;
#if DIMMA_THREADS
  qos::Threads retiring_;  // each waits for the last upcall of a destroyed adapter, and closes its endpoint then
#else
  void release_retired() noexcept;
  std::vector<std::shared_ptr<Adapter>> retired_;  // destroyed, with upcalls in progress and an endpoint of their own
#endif

  mutable sync::Mutex mutex_;
  sync::Condition state_changed_;
  sync::Atomic<State> state_{State::running};
  bool ready_to_finish_ = false;                    // begin_stopping() has done its part
  bool finishing_ = false;                          // a thread is in finish_stopping(), or was
  std::unique_ptr<SignalEvent> signals_;            // once made it stays: run() uses it without the lock
  std::vector<std::shared_ptr<Adapter>> draining_;  // of begin_stopping() for finish_stopping()
};

}  // namespace dimma::orb
