#include "ends.hpp"

#include <dimma/asio.hpp>
#include <dimma/dii.hpp>
#include <dimma/poa.hpp>

#include <boost/asio/bind_executor.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>

#include <future>
#include <sstream>

namespace stress {

using namespace std::chrono_literals;

namespace {

using Poa = IDL::traits<PortableServer::POA>::ref_type;

constexpr std::size_t beginners = 2;
constexpr std::size_t handlers_of_each_orb = 64;
constexpr std::size_t deferred_max = 4;  // each uses a thread
constexpr auto told_within = 10s;        // destroy() returns only after the reply handlers have been called

OrbRef make_orb(const std::string& transport) {
  static std::atomic<std::uint64_t> made{0};
  std::vector<std::string> arguments{"--dimma-qos", "transport=" + transport};
  return CORBA::ORB_init(arguments, "ends " + std::to_string(++made));
}

Poa active_root(const OrbRef& orb) {
  auto root = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  root->the_POAManager()->activate();
  return root;
}

void end(Run& run, const Call& call, const std::exception_ptr& failure, const Stress::Octets& reply) {
  Told told = Told::ok;
  try {
    if (failure) std::rethrow_exception(failure);
    const auto wrong = wrong_with(reply, call.id, Direction::reply, call.reply_octets);
    if (!wrong.empty()) run.outcomes.complain(Wrong::damaged, "damaged reply: " + wrong);
  } catch (const CORBA::SystemException& exception) {
    told = told_by(exception);
    ++run.failed;
  } catch (const std::exception& exception) {
    told = Told::maybe;
    run.outcomes.complain(Wrong::unexpected, text_of(call) + " ended with " + exception.what());
  }
  run.outcomes.end(call.id, call.operation, told);
}

Stress::Octets argument_of(const Call& call) { return proven(call.id, Direction::argument, call.argument_octets); }
std::uint32_t reply_octets(const Call& call) { return static_cast<std::uint32_t>(call.reply_octets); }

// An ORB with a target, and with all objects that are notified of the ends of its calls.
struct ShortLivedOrb {
  ShortLivedOrb(Run& run, const Kind& kind)
      : orb(make_orb(run.bindings.transport())),
        handlers(run, active_root(orb), handlers_of_each_orb),
        qos(dimma::EngineeringQoS::parse(kind.text(run.bindings.transport()))),
        target(dimma::narrow_unchecked<Stress::Target>(orb->string_to_object(run.bindings.target_text()))) {}
  // Makes the connection, for which the calls would otherwise wait.
  void bind() {
    try {
      binding = dimma::bind(target, qos);
      target = binding.reference();
    } catch (const CORBA::SystemException&) {
      // There is no server, or its handshake lasts longer than the deadline.
    }
  }

  const OrbRef orb;
  Handlers handlers;
  const dimma::EngineeringQoS qos;
  TargetRef target;
  dimma::Binding<Stress::Target> binding;
  boost::asio::io_context context;
  std::atomic<bool> has_ended{false};
};

// One thread that begins calls.
class Beginner {
 public:
  Beginner(Run& run, ShortLivedOrb& orb, std::uint64_t seed) : run_(run), orb_(orb), random_(seed) {}

  void begin_calls() {
    try {
      for (std::size_t calls = 20 + draw(200); calls != 0 && !orb_.has_ended; --calls) begin_one();
    } catch (const std::exception& exception) {
      run_.outcomes.complain(Wrong::unexpected, std::string("beginning a call raised ") + exception.what());
    }
  }
  // Waits for the calls whose ends nothing notifies.
  void await_ends() {
    for (auto& [call, reply] : futures_) {
      end_with(call, [&reply = reply](const Call&) { return reply.get(); });
    }
    for (const auto& [call, request] : requests_) {
      end_with(call, [&request = request](const Call&) {
        request->get_response();
        Stress::Octets reply;
        request->return_value() >>= reply;
        return reply;
      });
    }
  }

 private:
  std::size_t draw(std::size_t most) { return random_() % most; }
  std::size_t octets() { return draw(4) == 0 ? draw(60'000) : draw(300); }
  Call make(Operation operation) { return {operation, run_.outcomes.begin(operation), octets(), octets(), 0us}; }

  void begin_one() {
    pause_us_ = static_cast<std::uint32_t>(draw(4) == 0 ? draw(5'000) : 0);
    switch (draw(13)) {
      case 0:
        return wait_for_reply();
      case 1:
        return request();
      case 2:
      case 3:
        return bind_and_call();
      case 4:
      case 5:
      case 6:
        return call_handler();
      case 7:
      case 8:
        return future();
      case 9:
      case 10:
        return await();
      default:
        return callback();
    }
  }
  // Ends the call with what `body` returns or raises.
  template <class Body>
  void end_with(const Call& call, Body body) {
    std::exception_ptr failure;
    Stress::Octets reply;
    try {
      reply = body(call);
    } catch (...) {
      failure = std::current_exception();
    }
    end(run_, call, failure, reply);
  }
  // Begins the call by `body`. If that throws, no call was begun, and its end is not notified.
  template <class Body>
  void begin_with(Operation operation, Body body) {
    const Call call = make(operation);
    try {
      body(call);
    } catch (const CORBA::SystemException&) {
      end(run_, call, std::current_exception(), {});
    }
  }

  void wait_for_reply() {
    end_with(make(Operation::call), [this](const Call& call) {
      return orb_.target->call(call.id, argument_of(call), reply_octets(call), pause_us_);
    });
  }
  void request() {
    if (requests_.size() == deferred_max) return;
    begin_with(Operation::deferred_request, [this](const Call& call) {
      auto request = orb_.target->_request("call");
      request->add_in_arg() <<= call.id;
      request->add_in_arg() <<= argument_of(call);
      request->add_in_arg() <<= reply_octets(call);
      request->add_in_arg() <<= pause_us_;
      request->set_return_type(Stress::_tc_Octets);
      request->send_deferred();
      requests_.emplace_back(call, std::move(request));
    });
  }
  void call_handler() {
    const Call call = make(Operation::sendc_call);
    try {
      if (orb_.handlers.begin(orb_.target, call, pause_us_)) return;
      run_.outcomes.end(call.id, call.operation, Told::no);
    } catch (const CORBA::SystemException&) {
      // The exception was recorded already.
    }
  }
  void callback() {
    begin_with(Operation::callback_call, [this](const Call& call) {
      orb_.target->async_call(
          call.id, argument_of(call), reply_octets(call), pause_us_,
          boost::asio::bind_executor(
              orb_.context, [&run = run_, call](const std::exception_ptr& failure, const Stress::Octets& reply) {
                end(run, call, failure, reply);
              }));
    });
  }
  void future() {
    begin_with(Operation::future_call, [this](const Call& call) {
      futures_.emplace_back(call, orb_.target->async_call(call.id, argument_of(call), reply_octets(call), pause_us_,
                                                          boost::asio::use_future));
    });
  }
  void await() {
    boost::asio::co_spawn(orb_.context, awaited(run_, orb_, make(Operation::awaited_call), pause_us_),
                          boost::asio::detached);
  }
  void bind_and_call() {
    boost::asio::co_spawn(orb_.context, bound(run_, orb_, make(Operation::bound_call), pause_us_),
                          boost::asio::detached);
  }

  static boost::asio::awaitable<void> awaited(Run& run, ShortLivedOrb& orb, Call call, std::uint32_t pause_us) {
    std::exception_ptr failure;
    Stress::Octets reply;
    try {
      reply = co_await orb.target->async_call(call.id, argument_of(call), reply_octets(call), pause_us,
                                              boost::asio::use_awaitable);
    } catch (...) {
      failure = std::current_exception();
    }
    end(run, call, failure, reply);
  }
  static boost::asio::awaitable<void> bound(Run& run, ShortLivedOrb& orb, Call call, std::uint32_t pause_us) {
    std::exception_ptr failure;
    Stress::Octets reply;
    try {
      const auto binding = co_await dimma::asio::async_bind(orb.target, orb.qos, boost::asio::use_awaitable);
      reply = co_await binding->async_call(call.id, argument_of(call), reply_octets(call), pause_us,
                                           boost::asio::use_awaitable);
    } catch (...) {
      failure = std::current_exception();
    }
    end(run, call, failure, reply);
  }

  Run& run_;
  ShortLivedOrb& orb_;
  std::mt19937_64 random_;
  std::uint32_t pause_us_ = 0;
  std::vector<std::pair<Call, std::future<Stress::Octets>>> futures_;
  std::vector<std::pair<Call, IDL::traits<CORBA::Request>::ref_type>> requests_;
};

// Returns at a random time: before the first call has begun, or after most calls have ended.
void let_calls_begin(std::mt19937_64& random) {
  const auto until = Clock::now() + std::chrono::microseconds(random() % (random() % 2 == 0 ? 300 : 10'000));
  while (Clock::now() < until) std::this_thread::yield();
}

void end_beside_calls(Run& run, ShortLivedOrb& orb, std::mt19937_64& random) {
  std::vector<Beginner> all;
  for (std::size_t i = 0; i < beginners; ++i) all.emplace_back(run, orb, random());
  auto work = boost::asio::make_work_guard(orb.context);
  std::thread hears([&orb] { orb.context.run(); });
  std::vector<std::thread> threads;
  for (auto& beginner : all) threads.emplace_back([&beginner] { beginner.begin_calls(); });

  let_calls_begin(random);
  if (random() % 4 == 0) orb.orb->shutdown(false);
  orb.orb->destroy();
  orb.has_ended = true;

  for (std::thread& thread : threads) thread.join();
  for (auto& beginner : all) beginner.await_ends();
  work.reset();
  hears.join();
  if (!orb.handlers.all_answered(told_within))
    run.outcomes.complain(Wrong::untrue, "an ORB was destroyed, and its reply handlers were not called");
}

}  // namespace

void end_an_orb(Run& run, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::size_t kind = random() % kinds.size();
  while (!kinds[kind].asynchronous) kind = random() % kinds.size();
  ShortLivedOrb orb(run, kinds[kind]);
  if (random() % 3 != 0) orb.bind();
  end_beside_calls(run, orb, random);
}

}  // namespace stress
