// The payments, each with a future: all are begun at once, and then waited for. The program needs no io_context.

#include "bank.hpp"

#include <dimma/asio.hpp>

#include <boost/asio/use_future.hpp>

#include <future>
#include <iostream>
#include <tuple>
#include <vector>

namespace {

void make_payments(int argc, char** argv) {
  const BankAndCustomer world(argc, argv);
  const auto account = world.account();
  std::vector<std::future<std::tuple<std::int32_t, std::string>>> payments;
  for (const int amount : {10, 200, 30, 40}) payments.push_back(account->async_pay(amount, boost::asio::use_future));
  std::cout << "all on their way\n";
  for (auto& payment : payments) {
    try {
      const auto [left, receipt] = payment.get();
      std::cout << receipt << ", " << left << " left\n";
    } catch (const Bank::Broke& broke) {
      std::cout << "not paid, " << broke.missing() << " missing\n";
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    make_payments(argc, argv);
    return 0;
  } catch (const CORBA::Exception& exception) {
    std::cerr << "payments_by_futures: " << exception << '\n';
  }
  return 1;
}
