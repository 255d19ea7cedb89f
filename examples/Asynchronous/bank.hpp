#pragma once
// Shared by the programs of this folder: a bank and its customer, which are two ORBs in one process. The code would be
// the same if the bank were another process.

#include "bank_skel.hpp"

#include <dimma/orb.hpp>
#include <dimma/poa.hpp>

#include <cstdint>
#include <mutex>
#include <string>

class AccountServant final : public virtual CORBA::servant_traits<Bank::Account>::base_type {
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

inline CORBA::object_reference<PortableServer::POA> active_root(const CORBA::object_reference<CORBA::ORB>& orb) {
  auto root = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  root->the_POAManager()->activate();
  return root;
}

class BankAndCustomer {
 public:
  BankAndCustomer(int argc, char** argv)
      : bank_(CORBA::ORB_init(argc, argv, "bank")), customer_(CORBA::ORB_init(argc, argv, "customer")) {
    published_ =
        bank_->object_to_string(active_root(bank_)->servant_to_reference(CORBA::make_reference<AccountServant>()));
  }
  ~BankAndCustomer() {
    customer_->destroy();
    bank_->destroy();
  }
  BankAndCustomer(const BankAndCustomer&) = delete;
  BankAndCustomer& operator=(const BankAndCustomer&) = delete;

  const CORBA::object_reference<CORBA::ORB>& customer() const { return customer_; }
  // The customer's reference to the account.
  CORBA::object_reference<Bank::Account> account() const {
    return IDL::traits<Bank::Account>::narrow(customer_->string_to_object(published_));
  }

 private:
  CORBA::object_reference<CORBA::ORB> bank_;
  CORBA::object_reference<CORBA::ORB> customer_;
  std::string published_;
};
