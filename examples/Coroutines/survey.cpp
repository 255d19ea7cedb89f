// Waits for an axis at two places while it moves it: three calls in progress, in one thread.

#include "axis.hpp"

#include <dimma/asio.hpp>
#include <dimma/orb.hpp>

#include <boost/asio.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>

#include <chrono>
#include <iostream>

namespace asio = boost::asio;
using namespace asio::experimental::awaitable_operators;
using AxisRef = CORBA::object_reference<Motion::Axis>;

asio::awaitable<void> watch(AxisRef axis, double position) {
  const double there = co_await axis->async_wait_until(position);
  std::cout << "past " << position << ", at " << there << '\n';
}

asio::awaitable<void> drive(AxisRef axis) {
  for (const double position : {30.0, 60.0, 100.0}) co_await axis->async_move_to(position);
}

asio::awaitable<void> survey(AxisRef axis) {
  co_await (watch(axis, 50) && watch(axis, 90) && drive(axis));  // waits until all have ended, or one has failed

  asio::steady_timer patience(co_await asio::this_coro::executor, std::chrono::milliseconds(100));
  const auto first =
      co_await (axis->async_wait_until(150, asio::use_awaitable) || patience.async_wait(asio::use_awaitable));
  std::cout << (first.index() == 0 ? "past 150\n" : "not past 150 so far; the call is given up\n");
}

int main(int argc, char* argv[]) try {
  asio::io_context io{1};
  auto orb = CORBA::ORB_init(argc, argv);
  if (argc != 2) {
    std::cerr << "survey REFERENCE\n";
    return 2;
  }
  auto axis = IDL::traits<Motion::Axis>::narrow(orb->string_to_object(argv[1]));
  if (!axis) {
    std::cerr << "that is no Axis\n";
    return 1;
  }
  asio::co_spawn(io, survey(axis), [](const std::exception_ptr& failure) {
    if (failure) std::rethrow_exception(failure);  // run() throws it
  });
  io.run();  // returns when the coroutine has ended
  orb->destroy();
} catch (const std::exception& exception) {  // CORBA's, or Asio's
  std::cerr << exception.what() << '\n';
  return 1;
}
