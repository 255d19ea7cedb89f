// The payments with a reply handler of CORBA: an object that is called when each payment has been made.

#include "bank.hpp"
#include "bank_ami.hpp"

#include <future>
#include <iostream>

namespace {

using Account = Bank::Account;
using Handlers = CORBA::amic_traits<Account>;

class Payments final : public virtual Handlers::replyhandler_base_type {
 public:
  explicit Payments(int expected) : outstanding_(expected) {}
  std::future<void> all_made() { return made_.get_future(); }

  void pay(std::int32_t ami_return_val, const std::string& receipt) override {
    std::cout << receipt << ", " << ami_return_val << " left\n";
    one_is_over();
  }
  void pay_excep(IDL::traits<Messaging::ExceptionHolder>::ref_type holder) override {
    try {
      holder->raise_exception();
    } catch (const Bank::Broke& broke) {
      std::cout << "not paid, " << broke.missing() << " missing\n";
    } catch (const CORBA::SystemException& exception) {
      std::cout << exception << '\n';
    }
    one_is_over();
  }

 private:
  // Called by one handler at a time.
  void one_is_over() {
    if (--outstanding_ == 0) made_.set_value();
  }

  int outstanding_;
  std::promise<void> made_;
};

void make_payments(int argc, char** argv) {
  const BankAndCustomer world(argc, argv);
  const auto account = world.account();
  const auto payments = CORBA::make_reference<Payments>(4);
  auto all_made = payments->all_made();
  active_root(world.customer());
  const auto handler = payments->_this();
  for (const int amount : {10, 200, 30, 40}) account->sendc_pay(handler, amount);
  std::cout << "all on their way\n";
  all_made.wait();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    make_payments(argc, argv);
    return 0;
  } catch (const CORBA::Exception& exception) {
    std::cerr << "payments: " << exception << '\n';
  }
  return 1;
}
