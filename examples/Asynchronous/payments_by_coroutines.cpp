// The payments, each made by a coroutine: written as if it waited, while its thread makes the other payments.

#include "bank.hpp"

#include <dimma/asio.hpp>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include <exception>
#include <iostream>

namespace {

boost::asio::awaitable<void> pay(CORBA::object_reference<Bank::Account> account, std::int32_t amount) {
  try {
    const auto [left, receipt] = co_await account->async_pay(amount);
    std::cout << receipt << ", " << left << " left\n";
  } catch (const Bank::Broke& broke) {
    std::cout << "not paid, " << broke.missing() << " missing\n";
  }
}

void make_payments(int argc, char** argv) {
  boost::asio::io_context io;
  const BankAndCustomer world(argc, argv);
  for (const int amount : {10, 200, 30, 40}) {
    boost::asio::co_spawn(io, pay(world.account(), amount), [](std::exception_ptr failure) {
      if (failure) std::rethrow_exception(failure);  // run() throws it
    });
  }
  io.run();  // returns when the last coroutine has ended
}

}  // namespace

int main(int argc, char** argv) {
  try {
    make_payments(argc, argv);
    return 0;
  } catch (const CORBA::Exception& exception) {
    std::cerr << "payments_by_coroutines: " << exception << '\n';
  }
  return 1;
}
