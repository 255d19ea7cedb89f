// The payments, each with a handler that is called when it has been made. Everything runs in one thread, that of the
// io_context.

#include "bank.hpp"

#include <dimma/asio.hpp>

#include <boost/asio/bind_executor.hpp>
#include <boost/asio/io_context.hpp>

#include <exception>
#include <iostream>

namespace {

void tell(const std::exception_ptr& failure, std::int32_t left, const std::string& receipt) {
  try {
    if (failure) std::rethrow_exception(failure);
    std::cout << receipt << ", " << left << " left\n";
  } catch (const Bank::Broke& broke) {
    std::cout << "not paid, " << broke.missing() << " missing\n";
  } catch (const CORBA::SystemException& exception) {
    std::cout << exception << '\n';
  }
}

void make_payments(int argc, char** argv) {
  boost::asio::io_context io;
  const BankAndCustomer world(argc, argv);
  const auto account = world.account();
  for (const int amount : {10, 200, 30, 40}) account->async_pay(amount, boost::asio::bind_executor(io, &tell));
  std::cout << "all on their way\n";
  io.run();  // returns when the last handler has returned
}

}  // namespace

int main(int argc, char** argv) {
  try {
    make_payments(argc, argv);
    return 0;
  } catch (const CORBA::Exception& exception) {
    std::cerr << "payments_by_handlers: " << exception << '\n';
  }
  return 1;
}
