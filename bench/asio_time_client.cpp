// asio_time_client --reqreply REF --oneway REF [--in-progress N]: two-way operations of the Time example, called by
// coroutines of one io_context, in one thread, or by calls that block.

#include "common/references.hpp"
#include "common/run_program.hpp"
#include "in_progress.hpp"
#include "measure/time_report.hpp"

#include <dimma/asio.hpp>
#include <dimma/binding.hpp>
#include <time.hpp>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <stdexcept>
#include <string>
#include <utility>

namespace {

using Target = IDL::traits<TestReqReply>::ref_type;

void require_echo(const std::string& echoed) {
  if (echoed != bench::text_100) throw std::runtime_error("test_string changed its string");
}

// Many calls, `in_progress` of them at a time, each awaited by a coroutine.
class AwaitedCalls {
 public:
  AwaitedCalls(boost::asio::io_context& io, Target target, std::size_t in_progress)
      : io_(io), target_(std::move(target)), in_progress_(in_progress) {}
  AwaitedCalls(const AwaitedCalls&) = delete;
  AwaitedCalls& operator=(const AwaitedCalls&) = delete;

  // tests/counts tells callgrind which functions to count by these names.
  [[gnu::noinline]] void await_null(std::size_t calls) {
    await_all(calls, [this] { return null_calls(); });
  }
  [[gnu::noinline]] void await_strings(std::size_t calls) {
    await_all(calls, [this] { return string_calls(); });
  }

 private:
  template <class Caller>
  void await_all(std::size_t calls, Caller caller) {
    left_ = calls;
    callers_ = std::min(calls, in_progress_);
    for (std::size_t i = callers_; i != 0; --i) {
      boost::asio::co_spawn(io_, caller(), [this](std::exception_ptr failure) { end_caller(failure); });
    }
    // The ORB keeps the context running, so that the last caller has to stop it.
    io_.restart();
    io_.run();
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  }
  boost::asio::awaitable<void> null_calls() {
    while (take()) co_await target_->async_test_no_param();
  }
  boost::asio::awaitable<void> string_calls() {
    while (take()) require_echo(co_await target_->async_test_string(bench::text_100));
  }
  bool take() { return left_ != 0 && left_-- != 0; }
  void end_caller(const std::exception_ptr& failure) {
    if (failure) {
      failure_ = failure;
      left_ = 0;
    }
    if (--callers_ == 0) io_.stop();
  }

  boost::asio::io_context& io_;
  const Target target_;
  const std::size_t in_progress_;
  std::size_t left_ = 0;
  std::size_t callers_ = 0;
  std::exception_ptr failure_;
};

measure::TimeOperations awaited(AwaitedCalls& calls) {
  return {{bench::null_call, {.batch = [&calls](std::size_t count) { calls.await_null(count); }}},
          {bench::string_call, {.batch = [&calls](std::size_t count) { calls.await_strings(count); }}}};
}

measure::TimeOperations blocking(const Target& target) {
  const auto echo = [target, text = std::string()]() mutable {
    text = bench::text_100;
    target->test_string(text);
    require_echo(text);
  };
  return {{bench::null_call, {[target] { target->test_no_param(); }}}, {bench::string_call, {echo}}};
}

int call(int argc, char** argv) {
  boost::asio::io_context io(1);
  auto orb = init_orb(argc, argv);
  measure::TimeRequest request;
  request.operations = {bench::null_call, bench::string_call};
  std::string qos;
  std::size_t in_progress = 0;
  measure::CommandLine command_line("asio_time_client --reqreply REF --oneway REF [flags]",
                                    "Times two-way operations of the Time example, called by coroutines.");
  measure::declare(command_line, request);
  command_line.text("qos", qos, "of the client's end, e.g. transport=tcp")
      .count("in-progress", in_progress, "so many calls are awaited at a time (none: a call blocks its thread)");
  if (!command_line.parse(argc, argv)) return 0;
  if (request.all_threads() != 1) throw measure::UsageError("--threads and --blockers: there is one thread");

  if (in_progress != 0) dimma::asio::run_on(orb, io.get_executor());
  int status = 0;
  {
    const auto binding =
        dimma::bind(resolve<TestReqReply>(orb, "reqreply", request.reqreply), dimma::EngineeringQoS::parse(qos));
    AwaitedCalls calls(io, binding.reference(), in_progress);
    status = measure::time_as_asked({in_progress != 0 ? awaited(calls) : blocking(binding.reference())}, request);
  }
  orb->destroy();
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  return run_program("asio_time_client", [&] { return call(argc, argv); });
}
