// payments: begins all its payments at once, and hears of each when it has been made. The bank is an ORB of the same
// process here; nothing would be otherwise if it were elsewhere.

#include "bank_ami.hpp"

#include <dimma/orb.hpp>
#include <dimma/poa.hpp>

#include <future>
#include <iostream>
#include <mutex>
#include <utility>

namespace {

using Account = Bank::Account;
using Handlers = CORBA::amic_traits<Account>;

class AccountServant final : public virtual CORBA::servant_traits<Account>::base_type {
 public:
  std::int32_t pay(std::int32_t amount, std::string& receipt) override {
    const std::lock_guard lock(mutex_);
    if (amount > balance_) throw Bank::Broke(amount - balance_);
    receipt = "paid " + std::to_string(amount);
    return balance_ -= amount;
  }

 private:
  std::mutex mutex_;
  std::int32_t balance_ = 100;
};

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
  // Handlers are called one after the other.
  void one_is_over() {
    if (--outstanding_ == 0) made_.set_value();
  }

  int outstanding_;
  std::promise<void> made_;
};

CORBA::object_reference<PortableServer::POA> active_root(const CORBA::object_reference<CORBA::ORB>& orb) {
  auto root = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  root->the_POAManager()->activate();
  return root;
}

void make_payments(int argc, char** argv) {
  const auto bank = CORBA::ORB_init(argc, argv, "bank");
  const auto customer = CORBA::ORB_init(argc, argv, "customer");
  const auto servant = CORBA::make_reference<AccountServant>();
  const auto published = bank->object_to_string(active_root(bank)->servant_to_reference(servant));

  const auto account = IDL::traits<Account>::narrow(customer->string_to_object(published));
  const auto payments = CORBA::make_reference<Payments>(4);
  auto all_made = payments->all_made();
  active_root(customer);
  const auto handler = payments->_this();
  for (const int amount : {10, 200, 30, 40}) account->sendc_pay(handler, amount);
  std::cout << "all on their way\n";
  all_made.wait();
  customer->destroy();
  bank->destroy();
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
