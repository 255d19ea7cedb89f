#include "caller.hpp"

#include "ends.hpp"
#include "forks.hpp"

#include <sstream>

namespace stress {

using namespace std::chrono_literals;
using std::chrono::duration_cast;
using std::chrono::microseconds;

namespace {

constexpr std::size_t handlers_each = 16;
constexpr auto child_ends_within = 20s;  // enough for some calls on a busy machine
constexpr std::array mixes{
    //  name        call tell refuse relay callback async adapter look end fork long deadlines kinds
    Mix{"calm", 60, 10, 0, 0, 4, 15, 2, 1, 0, 0, 5, Deadlines::none, 12},
    Mix{"crowd", 60, 30, 0, 0, 0, 10, 0, 0, 0, 0, 80, Deadlines::all, 6},
    Mix{"deadlines", 60, 26, 0, 0, 0, 14, 0, 0, 0, 0, 60, Deadlines::some, 6},
    Mix{"soup", 60, 10, 3, 3, 3, 15, 2, 1, 0, 0, 15, Deadlines::some, 12},
    Mix{"adapters", 20, 2, 0, 0, 0, 2, 30, 10, 0, 0, 5, Deadlines::some, 12},
    Mix{"forks", 70, 10, 0, 0, 4, 15, 0, 1, 0, 2, 5, Deadlines::none, 12, true},
    Mix{"ends", 60, 10, 0, 0, 0, 15, 0, 0, 15, 0, 5, Deadlines::some, 12},
};
// How many times the delay of a sleep may affect the same call: in its caller, and in a thread that sends or reads for
// it.
constexpr int noise_counts = 2;

Stress::Octets argument_of(const Call& call) { return proven(call.id, Direction::argument, call.argument_octets); }

}  // namespace

const Mix& mix_of(const std::string& name) {
  for (const Mix& mix : mixes) {
    if (name == mix.name) return mix;
  }
  throw std::runtime_error("there is no mix of calls named '" + name + "'");
}

std::string text_of(const Call& call) {
  std::ostringstream text;
  text << names_of_operations[static_cast<std::size_t>(call.operation)] << ' ' << call.id << ", "
       << call.argument_octets << " octets there, " << call.reply_octets << " back, deadline " << call.deadline.count()
       << " us";
  return text.str();
}

void check_lateness(Run& run, const Call& call, Clock::time_point begin, Clock::duration noise) {
  const auto now = Clock::now();
  const auto late = now - begin - call.deadline;
  if (late <= 20ms) return;
  noise += noise_counts * run.noise.between(begin, now);
  const std::int64_t late_us = duration_cast<microseconds>(late - noise).count();
  for (auto latest = run.latest_us.load(); late_us > latest && !run.latest_us.compare_exchange_weak(latest, late_us);) {
  }
  if (late_us <= run.lateness_max.count()) return;
  run.outcomes.complain(Wrong::late, "late by " + std::to_string(duration_cast<microseconds>(late).count()) +
                                         " us (noise " + std::to_string(duration_cast<microseconds>(noise).count()) +
                                         " us): " + text_of(call));
}

Told told_by(const CORBA::SystemException& exception) noexcept {
  switch (exception.completed()) {
    case CORBA::COMPLETED_NO:
      return Told::no;
    case CORBA::COMPLETED_YES:
      return Told::yes;
    default:
      return Told::maybe;
  }
}

void complain_if_undisturbed(Run& run, const Call& call, const CORBA::SystemException& exception) {
  if (!run.is_undisturbed) return;
  std::ostringstream text;
  text << text_of(call) << " raised " << exception << ", though nothing disturbs it";
  run.outcomes.complain(Wrong::unexpected, text.str());
}

class Handlers::Handler final : public virtual CORBA::amic_traits<Stress::Target>::replyhandler_base_type {
 public:
  explicit Handler(Run& run) : run_(run) {}

  void reference(CORBA::amic_traits<Stress::Target>::replyhandler_ref_type mine) { mine_ = std::move(mine); }
  bool take() { return !busy_.exchange(true); }
  bool is_busy() const { return busy_; }
  void begin(const TargetRef& target, const Call& call, std::uint32_t pause_us) {
    call_ = call;
    if (call_.deadline.count() != 0) pressure_ = pressure_of_processors();
    begin_ = Clock::now();
    try {
      target->sendc_call(mine_, call.id, argument_of(call), static_cast<std::uint32_t>(call.reply_octets), pause_us);
    } catch (const CORBA::SystemException& exception) {
      end(told_by(exception));
      throw;
    } catch (...) {
      end(Told::no);
      throw;
    }
  }

  void call(const Stress::Octets& reply) override {
    const auto wrong = wrong_with(reply, call_.id, Direction::reply, call_.reply_octets);
    if (!wrong.empty()) run_.outcomes.complain(Wrong::damaged, "damaged reply to an asynchronous call: " + wrong);
    end(Told::ok);
  }
  void call_excep(IDL::traits<Messaging::ExceptionHolder>::ref_type holder) override {
    try {
      holder->raise_exception();
    } catch (const CORBA::SystemException& exception) {
      complain_if_undisturbed(run_, call_, exception);
      end(told_by(exception));
    } catch (const CORBA::Exception& exception) {
      std::ostringstream text;
      text << "an exception of another call: " << exception;
      unexpected(text.str());
    }
  }
  void refuse() override { unexpected("refuse"); }
  void refuse_excep(IDL::traits<Messaging::ExceptionHolder>::ref_type) override { unexpected("refuse_excep"); }
  void relay(const Stress::Octets&) override { unexpected("relay"); }
  void relay_excep(IDL::traits<Messaging::ExceptionHolder>::ref_type) override { unexpected("relay_excep"); }
  void destroy_adapter() override { unexpected("destroy_adapter"); }
  void destroy_adapter_excep(IDL::traits<Messaging::ExceptionHolder>::ref_type) override {
    unexpected("destroy_adapter_excep");
  }
  void tell_excep(IDL::traits<Messaging::ExceptionHolder>::ref_type) override { unexpected("tell_excep"); }

 private:
  void unexpected(const std::string& what) { run_.outcomes.complain(Wrong::unexpected, "a handler heard " + what); }
  void end(Told told) {
    // Threads of the ORB carry the call on, so the wait of the calling thread for a processor says nothing.
    if (call_.deadline.count() != 0) check_lateness(run_, call_, begin_, pressure_of_processors() - pressure_);
    if (told != Told::ok) ++run_.failed;
    run_.outcomes.end(call_.id, call_.operation, told);
    busy_ = false;
  }

  Run& run_;
  CORBA::amic_traits<Stress::Target>::replyhandler_ref_type mine_;
  std::atomic<bool> busy_{false};
  Call call_{};
  Clock::time_point begin_{};
  Clock::duration pressure_{};
};

Handlers::Handlers(Run& run, const IDL::traits<PortableServer::POA>::ref_type& poa, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    auto handler = CORBA::make_reference<Handler>(run);
    handler->reference(
        CORBA::amic_traits<Stress::Target>::replyhandler_traits::narrow(poa->servant_to_reference(handler)));
    all_.push_back(std::move(handler));
  }
}
Handlers::~Handlers() = default;

bool Handlers::begin(const TargetRef& target, const Call& call, std::uint32_t pause_us) {
  for (const auto& handler : all_) {
    if (!handler->take()) continue;
    handler->begin(target, call, pause_us);
    return true;
  }
  return false;
}

bool Handlers::all_answered(std::chrono::seconds within) {
  const auto until = Clock::now() + within;
  for (const auto& handler : all_) {
    while (handler->is_busy()) {
      if (Clock::now() > until) return false;
      std::this_thread::sleep_for(1ms);
    }
  }
  return true;
}

class Caller::Watched {
 public:
  Watched(Caller& caller, const Call& call) : caller_(caller) { set(call, Clock::now()); }
  ~Watched() { set({}, {}); }
  Watched(const Watched&) = delete;
  Watched& operator=(const Watched&) = delete;

 private:
  void set(const Call& call, Clock::time_point since) {
    const std::lock_guard lock(caller_.watch_mutex_);
    caller_.watched_ = call;
    caller_.since_ = since;
  }
  Caller& caller_;
};

Caller::Caller(Run& run, std::uint64_t seed, std::size_t number, const IDL::traits<PortableServer::POA>::ref_type& poa)
    : run_(run), random_(mix(seed) + number), handlers_(run, poa, handlers_each) {}

std::string Caller::busy_with(std::chrono::seconds at_least) const {
  const std::lock_guard lock(watch_mutex_);
  if (since_ == Clock::time_point{} || Clock::now() - since_ < at_least) return {};
  return text_of(watched_);
}

std::size_t Caller::octets(const Mix& mix) {
  const std::size_t chance = draw(100);
  // Above some size messages are sent in parts; shorter ones are sent as a whole, but may still find no space.
  if (chance < mix.long_arguments_percent) {
    if (draw(20) == 0) return draw(2'000'000);
    return 20'000 + draw(draw(3) == 0 ? 250'000 : 60'000);
  }
  return chance % 4 == 0 ? draw(30'000) : draw(300);
}

std::size_t Caller::kind(const Mix& mix, bool asynchronous) {
  for (;;) {
    const std::size_t found = draw(mix.kinds);
    const bool has_deadline = kinds[found].deadline.count() != 0;
    if (mix.deadlines != Deadlines::some && has_deadline != (mix.deadlines == Deadlines::all)) continue;
    if (asynchronous && !kinds[found].asynchronous) continue;
    return found;
  }
}

Call Caller::make(Operation operation, const Mix& mix, const Kind& kind) {
  return {operation, run_.outcomes.begin(operation), octets(mix), octets(mix), kind.deadline};
}

template <class Body>
bool Caller::carry_out(const Call& call, Body body) {
  const Watched watched(*this, call);
  const bool timed = call.deadline.count() != 0;
  const auto waited = timed ? waited_for_processor() : Clock::duration{};
  run_.with_deadline += timed ? 1U : 0U;
  const auto begin = Clock::now();
  Told told = call.operation == Operation::tell ? Told::sent : Told::ok;
  bool usable = true;
  try {
    body();
  } catch (const CORBA::TIMEOUT& exception) {
    told = told_by(exception);
  } catch (const CORBA::SystemException& exception) {
    told = told_by(exception);
    usable = false;
    complain_if_undisturbed(run_, call, exception);
  }
  if (timed) check_lateness(run_, call, begin, waited_for_processor() - waited);
  if (told == Told::maybe || told == Told::no) ++run_.failed;
  run_.outcomes.end(call.id, call.operation, told);
  return usable;
}

bool Caller::call_one(Stress::Target& target, const Kind& kind, const Mix& mix) {
  const Call call = make(Operation::call, mix, kind);
  const auto argument = argument_of(call);
  const auto pause_us = static_cast<std::uint32_t>(draw(10) == 0 ? draw(5'000) : 0);
  return carry_out(call, [&] {
    const auto reply = target.call(call.id, argument, static_cast<std::uint32_t>(call.reply_octets), pause_us);
    const auto wrong = wrong_with(reply, call.id, Direction::reply, call.reply_octets);
    if (!wrong.empty()) run_.outcomes.complain(Wrong::damaged, "damaged reply: " + wrong);
  });
}

// Returns null while there is no server.
TargetBinding Caller::binding_of(std::size_t kind) {
  try {
    return run_.bindings.of(kind);
  } catch (const CORBA::SystemException&) {
  } catch (const measure::UsageError&) {
  }
  std::this_thread::sleep_for(5ms);
  return nullptr;
}

bool Caller::relay(Stress::Target& target, Call call) {
  const std::uint64_t next = run_.outcomes.begin(Operation::relayed);
  run_.outcomes.end(next, Operation::relayed, Told::maybe);
  const auto argument = argument_of(call);
  call.reply_octets = call.argument_octets;
  return carry_out(call, [&] {
    const auto& to = call.operation == Operation::relay ? run_.dead_target : run_.own_target;
    const auto wrong =
        wrong_with(target.relay(call.id, argument, to, next), call.id, Direction::reply, call.reply_octets);
    if (!wrong.empty()) run_.outcomes.complain(Wrong::damaged, "damaged reply: " + wrong);
  });
}

void Caller::through_shared(const Mix& mix, Operation operation) {
  const std::size_t number = kind(mix, false);
  const TargetBinding binding = binding_of(number);
  if (!binding) return;
  Stress::Target& target = **binding;
  bool usable = true;
  if (operation == Operation::call) {
    usable = call_one(target, kinds[number], mix);
  } else {
    const Call call = make(operation, mix, kinds[number]);
    const auto argument = argument_of(call);
    switch (operation) {
      case Operation::tell:
        usable = carry_out(call, [&] { target.tell(call.id, argument); });
        break;
      case Operation::refuse:
        usable = carry_out(call, [&] { target.refuse(call.id, argument); });
        break;
      default:
        usable = relay(target, call);
    }
  }
  if (!usable) run_.bindings.failed(number);
}

void Caller::call_each() {
  for (std::size_t number = 0; number < kinds.size(); ++number) {
    for (int tries = 0; tries < 1000; ++tries) {
      // Checks for a new server first, since a call that ends by its deadline does not show that its server has ended.
      run_.bindings.failed(number);
      const TargetBinding binding = binding_of(number);
      if (binding && call_one(**binding, kinds[number], mix_of("calm"))) break;
    }
  }
}

void Caller::asynchronous(const Mix& mix) {
  const std::size_t number = kind(mix, true);
  try {
    const auto binding = run_.bindings.of(number);
    const auto pause_us = static_cast<std::uint32_t>(draw(10) == 0 ? draw(5'000) : 0);
    const Call call = make(Operation::sendc_call, mix, kinds[number]);
    const Watched watched(*this, call);
    if (!handlers_.begin(binding->reference(), call, pause_us)) run_.outcomes.end(call.id, call.operation, Told::no);
  } catch (const CORBA::SystemException&) {
    run_.bindings.failed(number);
    std::this_thread::sleep_for(1ms);
  } catch (const measure::UsageError&) {
    std::this_thread::sleep_for(5ms);
  }
}

// Makes a POA with its own QoS, calls it, and destroys it in one of two ways, sometimes while others still call it.
void Caller::adapter(const Mix& mix) {
  static const std::array<const char*, 4> endpoints{"processing=nullTask", "processing=pool(2)", "processing=factory",
                                                    "read-ahead=off"};
  const Watched watched(*this, {Operation::destroy_adapter, 0, 0, 0, 0us});
  try {
    const auto control = run_.bindings.control();
    std::uint32_t number = 0;
    const auto target = control->make_target(endpoints[draw(endpoints.size())], number);
    {
      const Kind& used = kinds[kind(mix, false)];
      const auto binding = run_.bindings.bind(target, used);
      for (std::size_t calls = draw(10); calls != 0; --calls) call_one(*binding, used, mix);
      if (draw(3) == 0) {
        const Call call{Operation::destroy_adapter, run_.outcomes.begin(Operation::destroy_adapter), 0, 0,
                        used.deadline};
        carry_out(call, [&] { binding->destroy_adapter(call.id); });
      }
    }
    if (draw(4) != 0) control->drop_target(number);
  } catch (const CORBA::SystemException&) {
    std::this_thread::sleep_for(1ms);
  } catch (const measure::UsageError&) {
    std::this_thread::sleep_for(5ms);
  }
}

void Caller::look() {
  (void)dimma::describe(run_.bindings.orb()).to_string();
  (void)run_.bindings.orb()->object_to_string(run_.own_target);
}

void Caller::end() {
  const Watched watched(*this, {Operation::end_of_orb, 0, 0, 0, 0us});
  end_an_orb(run_, random_());
}

void Caller::fork() {
  constexpr std::array operations{Operation::childs_call, Operation::childs_call, Operation::childs_async_call,
                                  Operation::childs_callback, Operation::childs_tell};
  const Mix& mix = mix_of("soup");
  const Watched watched(*this, {Operation::fork, 0, 0, 0, 0us});
  ChildsWork work{{}, draw(4) == 0, draw(2) == 0};
  for (std::size_t calls = 1 + draw(12); calls != 0; --calls) {
    const Operation operation = operations[draw(operations.size())];
    const std::size_t number = kind(mix, operation == Operation::childs_async_call);
    ChildsCall planned{make(operation, mix, kinds[number]), 0, number};
    if (operation == Operation::childs_callback) {
      planned.call.reply_octets = planned.call.argument_octets;
      planned.next_id = run_.outcomes.begin(Operation::relayed);
      run_.outcomes.end(planned.next_id, Operation::relayed, Told::maybe);
    }
    work.calls.push_back(planned);
  }
  fork_child(run_, work, child_ends_within);
}

void Caller::step(const Mix& mix) {
  std::size_t chance = draw(mix.call + mix.tell + mix.refuse + mix.relay + mix.callback + mix.asynchronous +
                            mix.adapter + mix.look + mix.end + mix.fork);
  const auto is = [&chance](std::size_t share) {
    if (chance < share) return true;
    chance -= share;
    return false;
  };
  if (is(mix.fork)) return fork();
  std::shared_lock<std::shared_mutex> in_call;
  if (mix.fork != 0) in_call = run_.gate.with_others();
  if (is(mix.call)) return through_shared(mix, Operation::call);
  if (is(mix.tell)) return through_shared(mix, Operation::tell);
  if (is(mix.refuse)) return through_shared(mix, Operation::refuse);
  if (is(mix.relay)) return through_shared(mix, Operation::relay);
  if (is(mix.callback)) return through_shared(mix, Operation::callback);
  if (is(mix.asynchronous)) return asynchronous(mix);
  if (is(mix.adapter)) return adapter(mix);
  if (is(mix.end)) return end();
  look();
}

}  // namespace stress
