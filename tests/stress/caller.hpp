#pragma once
// One thread of the client, and its calls.

#include "bindings.hpp"
#include "gate.hpp"
#include "noise.hpp"
#include "outcomes.hpp"
#include "proof.hpp"

#include <stress_ami.hpp>

#include <array>
#include <condition_variable>
#include <random>

namespace stress {

// The data that all callers share.
struct Run {
  Bindings& bindings;
  Outcomes& outcomes;
  Noise& noise;
  TargetRef own_target;   // in this process, for callbacks
  TargetRef dead_target;  // nothing listens at its address
  std::chrono::microseconds lateness_max;
  std::atomic<std::int64_t> latest_us{0};  // the worst lateness, without noise
  std::atomic<std::uint64_t> failed{0};    // calls that raised
  std::atomic<std::uint64_t> with_deadline{0};
  Gate gate{};                              // between the callers and those that fork
  std::atomic<bool> is_undisturbed{false};  // no call may raise an exception other than TIMEOUT
};

// A call's parameters; a deadline of 0 means that there is none.
struct Call {
  Operation operation;
  std::uint64_t id;
  std::size_t argument_octets;
  std::size_t reply_octets;
  std::chrono::microseconds deadline;
};

std::string text_of(const Call& call);
// Records by how much a call has exceeded its deadline.
void check_lateness(Run& run, const Call& call, Clock::time_point begin, Clock::duration noise);
Told told_by(const CORBA::SystemException& exception) noexcept;

// The handlers of asynchronous calls. Each has one call at a time, so their number limits the calls in progress.
class Handlers {
 public:
  Handlers(Run& run, const IDL::traits<PortableServer::POA>::ref_type& poa, std::size_t count);
  ~Handlers();
  Handlers(const Handlers&) = delete;
  Handlers& operator=(const Handlers&) = delete;

  // Returns false if all handlers have a call in progress.
  bool begin(const TargetRef& target, const Call& call, std::uint32_t pause_us);
  bool all_answered(std::chrono::seconds within);

 private:
  class Handler;
  std::vector<CORBA::servant_reference<Handler>> all_;
};

enum class Deadlines { none, some, all };  // the calls that have a deadline

// The weights of a caller's operations.
struct Mix {
  const char* name;
  unsigned call, tell, refuse, relay, callback, asynchronous, adapter, look, end, fork;
  unsigned long_arguments_percent;
  Deadlines deadlines;
  std::size_t kinds;  // the number of kinds of bindings to use
  bool undisturbed = false;
};
const Mix& mix_of(const std::string& name);

class Caller {
 public:
  Caller(Run& run, std::uint64_t seed, std::size_t number, const IDL::traits<PortableServer::POA>::ref_type& poa);

  void step(const Mix& mix);
  // Makes one call by each kind of binding, so that each has its connection.
  void call_each();
  bool all_answered() { return handlers_.all_answered(std::chrono::seconds(60)); }
  // Describes the call that has lasted at least `at_least`; empty if there is none.
  std::string busy_with(std::chrono::seconds at_least) const;

 private:
  class Watched;

  std::size_t draw(std::size_t most) { return most == 0 ? 0 : random_() % most; }
  std::size_t octets(const Mix& mix);
  std::size_t kind(const Mix& mix, bool asynchronous);
  Call make(Operation operation, const Mix& mix, const Kind& kind);
  // Makes the call and records its outcome. Returns false if the binding is no longer usable.
  template <class Body>
  bool carry_out(const Call& call, Body body);
  bool call_one(Stress::Target& target, const Kind& kind, const Mix& mix);
  TargetBinding binding_of(std::size_t kind);
  void through_shared(const Mix& mix, Operation operation);
  bool relay(Stress::Target& target, Call call);
  void asynchronous(const Mix& mix);
  void adapter(const Mix& mix);
  void look();
  void end();
  void fork();

  Run& run_;
  std::mt19937_64 random_;
  Handlers handlers_;
  mutable std::mutex watch_mutex_;
  Call watched_{};
  Clock::time_point since_{};
};

}  // namespace stress
