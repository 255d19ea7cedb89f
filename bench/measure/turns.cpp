#include "measure/turns.hpp"

#include <atomic>
#include <barrier>
#include <chrono>
#include <exception>
#include <iostream>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <utility>

#include <sys/resource.h>

namespace measure {
namespace {

constexpr auto turn_limit = std::chrono::minutes(5);

void print(const Summary& summary) {
  for (const auto figure : figures) std::cout << summary.*figure << ' ';
  std::cout << std::endl;
}

// The processor time that this process has used so far.
double cpu_us() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto us = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_usec);
  };
  return us(usage.ru_utime) + us(usage.ru_stime);
}

// A turn of several threads; measures the time from the beginning of the first call to the end of the last one.
class ThreadedTurn {
 public:
  Summary take(const std::vector<TurnOperations>& of_each_thread, const std::string& name, std::size_t calls,
               Times& whole) {
    const std::size_t count = of_each_thread.size();
    std::vector<Times> times;
    for (std::size_t i = 0; i < count; ++i) times.emplace_back(share(calls, count, i));
    std::barrier start(static_cast<std::ptrdiff_t>(count));
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < count; ++i) {
      threads.emplace_back([&, i] {
        start.arrive_and_wait();
        work(of_each_thread[i].at(name), share(calls, count, i), times[i]);
      });
    }
    for (auto& thread : threads) thread.join();
    if (failure_) std::rethrow_exception(failure_);
    Times all(calls);
    for (const Times& one : times) all.add(one);
    whole.add(all);
    Summary summary = all.summarise();
    summary.calls_per_s = static_cast<double>(all.count()) * 1e9 / static_cast<double>(end_ns_ - begin_ns_);
    return summary;
  }

 private:
  static std::size_t share(std::size_t calls, std::size_t count, std::size_t index) {
    return calls / count + (index < calls % count ? 1 : 0);
  }
  void work(const TurnOperation& operation, std::size_t calls, Times& times) {
    const std::uint64_t begin = now_ns();
    try {
      times.take(calls, operation.call);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      failure_ = std::current_exception();
    }
    const std::uint64_t end = now_ns();
    const std::lock_guard lock(mutex_);
    begin_ns_ = std::min(begin_ns_, begin);
    end_ns_ = std::max(end_ns_, end);
  }

  std::mutex mutex_;
  std::uint64_t begin_ns_ = ~std::uint64_t{0};
  std::uint64_t end_ns_ = 0;
  std::exception_ptr failure_;
};

// Makes calls continuously, by a thread for each operation, until it is destroyed.
class Beside {
 public:
  explicit Beside(const std::vector<TurnOperation>& operations) {
    for (const auto& operation : operations) {
      threads_.emplace_back([this, &operation] {
        while (!stop_.load(std::memory_order_relaxed)) operation.call();
      });
    }
  }
  ~Beside() {
    stop_.store(true, std::memory_order_relaxed);
    for (auto& thread : threads_) thread.join();
  }
  Beside(const Beside&) = delete;
  Beside& operator=(const Beside&) = delete;

 private:
  std::atomic<bool> stop_{false};
  std::vector<std::thread> threads_;
};

// A turn of a single thread runs in the calling thread, so that no other thread has to be woken.
Summary take_alone(const TurnOperation& operation, std::size_t calls, Times& whole) {
  Times times(calls);
  take(operation, calls, times);
  whole.add(times);
  return times.summarise();
}

}  // namespace

void take(const TurnOperation& operation, std::size_t calls, Times& times) {
  if (!operation.batch) return times.take(calls, operation.call);
  const std::uint64_t before = now_ns();
  operation.batch(calls);
  times.share_out(now_ns() - before, calls);
}

int serve_turns(const TurnOperations& operations) { return serve_threaded_turns({operations}); }

int serve_threaded_turns(const std::vector<TurnOperations>& of_each_thread, const std::vector<TurnOperation>& beside) {
  std::cout << "ready" << std::endl;
  std::map<std::string, Times> whole;
  std::string word, name;
  while (std::cin >> word >> name) {
    const auto operation = of_each_thread.front().find(name);
    Times& all = whole.try_emplace(name, 0).first->second;
    std::size_t calls = 0;
    if (word == "whole" && all.count() > 0) {
      print(all.summarise());
    } else if (word == "spread") {
      Histogram histogram;
      all.count_into(histogram);
      std::cout << histogram.to_line() << std::endl;
    } else if (word == "forget") {
      all.clear();
      std::cout << "forgotten" << std::endl;
    } else if (word == "delivered" && operation != of_each_thread.front().end() && operation->second.delivered) {
      std::cout << operation->second.delivered() << std::endl;
    } else if (word == "run" && std::cin >> calls && operation != of_each_thread.front().end() && calls != 0) {
      Summary summary;
      {
        const Beside others(beside);
        const double cpu_before_us = cpu_us();
        summary = of_each_thread.size() == 1 ? take_alone(operation->second, calls, all)
                                             : ThreadedTurn().take(of_each_thread, name, calls, all);
        summary.cpu_us = (cpu_us() - cpu_before_us) / static_cast<double>(calls);
      }
      print(summary);
      for (const auto& operations : of_each_thread) operations.at(name).drain();
    } else {
      std::cerr << "no such turn: " << word << ' ' << name << ' ' << calls << '\n';
      return 1;
    }
  }
  return 0;
}

Contender::Contender(Child client) : client_(std::move(client)) {
  client_.wait_for_line("ready", std::chrono::seconds(30));
}

Summary Contender::run(const std::string& operation, std::size_t calls) {
  ++turns_;
  calls_ += calls;
  return ask("run " + operation + ' ' + std::to_string(calls));
}

Summary Contender::whole(const std::string& operation) { return ask("whole " + operation); }

Histogram Contender::spread(const std::string& operation) {
  client_.write_line("spread " + operation);
  return Histogram::from_line(client_.read_line(turn_limit));
}

void Contender::forget(const std::string& operation) {
  client_.write_line("forget " + operation);
  client_.wait_for_line("forgotten", turn_limit);
}

double Contender::delivered(const std::string& operation) {
  client_.write_line("delivered " + operation);
  const std::string line = client_.read_line(turn_limit);
  double share = 0;
  if (!(std::istringstream(line) >> share)) {
    throw std::runtime_error(client_.name() + " answered '" + line + "' when asked what was delivered");
  }
  return share;
}

Summary Contender::ask(const std::string& question) {
  client_.write_line(question);
  const std::string line = client_.read_line(turn_limit);
  std::istringstream answer(line);
  Summary summary;
  for (const auto figure : figures) {
    if (!(answer >> summary.*figure)) {
      throw std::runtime_error(client_.name() + " answered '" + line + "' to its turn");
    }
  }
  return summary;
}

}  // namespace measure
