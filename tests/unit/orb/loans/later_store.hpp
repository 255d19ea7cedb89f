#pragma once
// Servants of loaned sequences that reply later: by another thread, and by coroutines.

#include "loans_asio.hpp"
#include "loans_deferred.hpp"
#include "unit/orb/loans/store_servant.hpp"

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <thread>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace dimma::test {

// Replies from another thread, unless replies are held.
class LaterStore final : public virtual CORBA::servant_traits<Lending::Store>::deferred_base_type, public Shelf {
 public:
  using Data = Lending::Octets;

  void current(deferred_reply<Data> reply) override { give(0, std::move(reply)); }
  void current(Data data, deferred_reply<> reply) override {
    later([this, data = std::move(data), reply = std::move(reply)]() mutable {
      put(std::move(data));
      reply();
    });
  }
  void keep(Lending::Image data, deferred_reply<std::uint32_t> reply) override {
    later([this, data = std::move(data), reply = std::move(reply)]() mutable { reply(put(std::move(data))); });
  }
  void give(std::uint32_t which, deferred_reply<Data> reply) override {
    later([this, which, reply = std::move(reply)]() mutable {
      Data given = reply.loan_result<std::uint8_t>(size_of(which));
      copy(which, given);
      reply(std::move(given));
    });
  }
  void make(std::uint32_t count, std::uint8_t value, deferred_reply<Data> reply) override {
    later([this, count, value, reply = std::move(reply)]() mutable {
      try {
        Data made = reply.loan_result<std::uint8_t>(count);
        note_made(made, value);
        reply(std::move(made));
        auto left = reply.loan_result<std::uint8_t>(count);
        const std::lock_guard lock(mutex_);
        left_ = std::move(left);
      } catch (const CORBA::SystemException&) {
        reply.fail(std::current_exception());
      }
    });
  }
  void twice(Lending::Samples data, deferred_reply<Lending::Samples> reply) override {
    later([data = std::move(data), reply = std::move(reply)]() mutable {
      Lending::Samples made = reply.loan_result<Lending::Sample>(2 * data.size());
      write_twice(data, made);
      reply.reply(std::move(made));
    });
  }
  void change(Data data, deferred_reply<Data, Lending::Samples> reply) override {
    later([data = std::move(data), reply = std::move(reply)]() mutable {
      Lending::Samples made = changed(data);
      reply(std::move(data), std::move(made));
    });
  }
  // Replies while the operation runs, as any servant.
  void sum(Lending::Few data, deferred_reply<double> reply) override {
    reply(std::accumulate(data.begin(), data.end(), 0.0));
  }
  void note(Data data, deferred_reply<> reply) override {
    note_come(data);
    reply();
  }
  void refuse(Data data, deferred_reply<> reply) override {
    later([data = std::move(data), reply = std::move(reply)]() mutable { reply.raise(Lending::Refused(7)); });
  }
  void let_go(deferred_reply<> reply) override {
    later([this, reply = std::move(reply)]() mutable {
      clear();
      reply();
    });
  }

  // Holds the replies from now on, until release().
  void hold() {
    const std::lock_guard lock(mutex_);
    holds_ = true;
  }
  void await_held(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return held_.size() >= count; });
  }
  // Makes the held replies, the last one first.
  void release() {
    std::deque<std::unique_ptr<Reply>> held;
    {
      const std::lock_guard lock(mutex_);
      holds_ = false;
      held.swap(held_);
    }
    std::thread([&] {
      while (!held.empty()) {
        held.back()->make();
        held.pop_back();
      }
    }).join();
  }

  // The loan that was left when the reply of make() had been made.
  Data take_left() {
    const std::lock_guard lock(mutex_);
    return std::move(left_);
  }

 private:
  struct Reply {
    virtual ~Reply() = default;
    virtual void make() = 0;
  };
  template <class Make>
  void later(Make make) {
    struct Made final : Reply {
      explicit Made(Make given) : function(std::move(given)) {}
      void make() override { function(); }
      Make function;
    };
    auto reply = std::make_unique<Made>(std::move(make));
    {
      const std::lock_guard lock(mutex_);
      if (holds_) {
        held_.push_back(std::move(reply));
        changed_.notify_all();
        return;
      }
    }
    std::thread([&] { reply->make(); }).join();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool holds_ = false;
  Data left_;
  std::deque<std::unique_ptr<Reply>> held_;
};

// Continues on another thread of its executor before each result, and waits where a test says so.
class CoroutineStore : public virtual CORBA::servant_traits<Lending::Store>::awaitable_base_type, public Shelf {
 public:
  using Data = Lending::Octets;
  template <class T>
  using awaitable = boost::asio::awaitable<T>;

  // If the executor has several threads, they overtake each other.
  explicit CoroutineStore(boost::asio::any_io_executor executor)
      : Shelf(/*keeps_order=*/false), executor_(std::move(executor)) {}

  awaitable<Data> current() override { return give(0); }
  awaitable<void> current(Data data) override {
    co_await elsewhere();
    put(std::move(data));
  }
  awaitable<std::uint32_t> keep(Lending::Image data) override {
    co_await elsewhere();
    co_return put(std::move(data));
  }
  awaitable<Data> give(std::uint32_t which) override {
    co_await elsewhere();
    Data given = loan_result<std::uint8_t>(size_of(which));
    copy(which, given);
    co_return given;
  }
  awaitable<Data> make(std::uint32_t count, std::uint8_t value) override {
    co_await elsewhere();
    Data made = loan_result<std::uint8_t>(count);
    note_made(made, value);
    co_return made;
  }
  awaitable<Lending::Samples> twice(Lending::Samples data) override {
    auto made = co_await taken(2 * data.size());
    write_twice(data, made);
    co_return made;
  }
  awaitable<std::tuple<Data, Lending::Samples>> change(Data data) override {
    co_await elsewhere();
    Lending::Samples made = changed(data);
    co_return std::tuple(std::move(data), std::move(made));
  }
  awaitable<double> sum(Lending::Few data) override { co_return std::accumulate(data.begin(), data.end(), 0.0); }
  awaitable<void> note(Data data) override {
    note_come(data);
    co_return;
  }
  awaitable<void> refuse(Data /*data*/) override {
    co_await elsewhere();
    throw Lending::Refused(7);
  }
  awaitable<void> let_go() override {
    clear();
    co_return;
  }

  boost::asio::any_io_executor _executor() override { return executor_; }
  bool _cancel_with_client() override { return cancels; }

  std::atomic<bool> cancels{false};

 protected:
  // Through the executor's queue, so that another of its threads may take it.
  static awaitable<void> elsewhere() { co_await boost::asio::post(boost::asio::use_awaitable); }
  static awaitable<Lending::Samples> taken(std::size_t count) {
    co_await elsewhere();
    co_return loan_result<Lending::Sample>(count);
  }

 private:
  const boost::asio::any_io_executor executor_;
};

}  // namespace dimma::test
