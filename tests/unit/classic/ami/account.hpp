#pragma once
#include "bank.hh"

#include "handler.hpp"

#include <string>

namespace classic_ami_test {

// Throws Broke if more than 100 is to be paid, and BAD_PARAM for a payment of nothing.
class Account : public POA_Bank::Account {
 public:
  char* town() { return CORBA::string_dup("Ulm"); }
  CORBA::Long balance() { return balance_; }
  void balance(CORBA::Long value) { balance_ = value; }
  char* pay(CORBA::Long amount, const char* payee, Bank::Lines& notes, Bank::Slip_out receipt);
  Bank::Grid_slice* add(const Bank::Grid left, const Bank::Names names, Bank::Colour paint, const CORBA::Any& more,
                        Bank::Names marks, Bank::Colour_out painted);
  Bank::Account_ptr share(Bank::Account_ptr other, Bank::Branch_ptr& near_by);
  void notify(const char* text) { notices.put(text); }

  Mailbox notices;

 private:
  CORBA::Long balance_ = 7;
};

}  // namespace classic_ami_test
