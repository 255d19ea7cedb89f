#pragma once
// Two ORBs of one process with IIOP between them, and a servant whose operations are coroutines.

#include "asynchronous_asio.hpp"
#include "unit/orb/reference/asynchronous_fixture.hpp"

#include <optional>
#include <set>
#include <thread>

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace dimma::test {

template <class T>
using awaitable = boost::asio::awaitable<T>;

class CoroutineClerk : public virtual CORBA::servant_traits<Desk::Clerk>::awaitable_base_type {
 public:
  awaitable<std::string> label(std::string wanted) override {
    co_await pause();
    if (wanted.empty()) throw Desk::Unknown();
    co_return "label of " + wanted;
  }
  awaitable<std::int32_t> pages() override {
    note_thread();
    co_await pause();
    note_thread();
    co_return 12;
  }
  awaitable<bool> unlock(std::string word) override { co_return word == "sesame"; }
  awaitable<std::tuple<std::int32_t, std::string, Desk::Page>> add(std::int32_t a, std::string b) override {
    co_await pause();
    if (a < 0) throw Desk::Refused("negative", a);
    co_return std::tuple(a + 1, b + "!", Desk::Page(b, {a, a + 1}));
  }
  awaitable<std::tuple<CORBA::valuetype_reference<Desk::Note>, CORBA::Any, ClerkRef>> copy(
      CORBA::valuetype_reference<Desk::Note> given, CORBA::Any thing) override {
    thing <<= std::string("seen");
    const CORBA::valuetype_reference<Desk::Note> note =
        CORBA::make_reference<IDL::traits<Desk::Note>::obv_type>(given->number() + 1, given);
    co_return std::tuple(note, thing, _this());
  }
  awaitable<std::tuple<Desk::Clerk::Grid, Desk::Octets>> turn(Desk::Clerk::Grid given) override {
    co_return std::tuple(Desk::Clerk::Grid{given[1], given[0]}, Desk::Octets(3, 7));
  }
  // Suspends until release(), or forever.
  awaitable<void> hold(std::int32_t number) override {
    const Alive alive;
    boost::asio::steady_timer timer(co_await boost::asio::this_coro::executor, std::chrono::hours(1));
    {
      const std::lock_guard lock(mutex_);
      timers_.insert(&timer);
      most_held_ = std::max(most_held_, timers_.size());
    }
    struct Gone {
      CoroutineClerk& clerk;
      boost::asio::steady_timer& timer;
      ~Gone() {
        const std::lock_guard lock(clerk.mutex_);
        clerk.timers_.erase(&timer);
      }
    } const gone{*this, timer};
    boost::system::error_code error;
    co_await timer.async_wait(boost::asio::redirect_error(boost::asio::use_awaitable, error));
    if ((co_await boost::asio::this_coro::cancellation_state).cancelled() != boost::asio::cancellation_type::none) {
      ++cancelled;
      throw boost::system::system_error(error);
    }
    if (number < 0) throw Desk::Refused("undeclared", number);
  }
  awaitable<void> fail(std::string how) override {
    if (how == "thrown") throw Desk::Refused("thrown", 1);
    return failing(std::move(how));
  }
  awaitable<void> hear(std::string text) override {
    const std::lock_guard lock(mutex_);
    heard_ += text;
    co_return;
  }
  awaitable<std::string> title() override { co_return "clerk"; }
  awaitable<void> title(std::string value) override {
    if (value.empty()) throw Desk::Refused("empty", 0);
    co_return;
  }
  awaitable<void> _cxx_class() override { co_return; }

  bool _cancel_with_client() override { return cancels; }
  boost::asio::any_io_executor _executor() override { return own ? *own : AwaitableServant::_executor(); }

  std::size_t held() {
    const std::lock_guard lock(mutex_);
    return timers_.size();
  }
  std::size_t most_held() {
    const std::lock_guard lock(mutex_);
    return most_held_;
  }
  // To be called on the thread that runs the coroutines.
  void release() {
    const std::lock_guard lock(mutex_);
    for (auto* const each : timers_) each->cancel();
  }
  std::set<std::thread::id> threads() {
    const std::lock_guard lock(mutex_);
    return threads_;
  }

  std::string heard() {
    const std::lock_guard lock(mutex_);
    return heard_;
  }

  bool cancels = false;
  std::optional<boost::asio::any_io_executor> own;
  std::atomic<int> cancelled{0};
  inline static std::atomic<int> coroutines{0};  // calls of hold() that run

 private:
  struct Alive {
    Alive() { ++coroutines; }
    ~Alive() { --coroutines; }
    Alive(const Alive&) = delete;
    Alive& operator=(const Alive&) = delete;
  };
  static awaitable<void> pause() {
    co_await boost::asio::post(co_await boost::asio::this_coro::executor, boost::asio::use_awaitable);
  }
  static awaitable<void> failing(std::string how) {
    co_await pause();
    if (how == "system") throw CORBA::NO_PERMISSION(77, CORBA::COMPLETED_YES);
    if (how == "refused") throw Desk::Refused("as told", 5);
    if (how == "foreign") throw std::runtime_error("trouble");
  }
  void note_thread() {
    const std::lock_guard lock(mutex_);
    threads_.insert(std::this_thread::get_id());
  }

  std::mutex mutex_;
  std::set<boost::asio::steady_timer*> timers_;
  std::size_t most_held_ = 0;
  std::string heard_;
  std::set<std::thread::id> threads_;
};

// An io_context with one thread, destroyed after the ORBs, when nothing can give it work.
class Loop {
 public:
  Loop() : thread_([this] { io.run(); }) {}
  ~Loop() { stop(); }
  void stop() {
    work_.reset();
    io.stop();
    if (thread_.joinable()) thread_.join();
  }
  std::thread::id id() const { return thread_.get_id(); }

  boost::asio::io_context io{1};

 private:
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_{io.get_executor()};
  std::thread thread_;
};

class AwaitableTest : public AsynchronousTest {
 protected:
  // Activates the servant in a POA whose upcalls run on `executor`. Returns the client's reference.
  template <class Servant>
  ClerkRef activated(const CORBA::servant_reference<Servant>& servant, const boost::asio::any_io_executor& executor,
                     CORBA::PolicyList policies = {}) {
    policies.push_back(dimma::asio::executor_policy(executor));
    poa_ = server_root_->create_POA("own" + std::to_string(++poas_), server_root_->the_POAManager(), policies);
    poa_->activate_object(servant);
    return seen_by<Desk::Clerk>(client_, server_, poa_, servant);
  }

  PoaRef poa_;
  int poas_ = 0;
};

}  // namespace dimma::test
