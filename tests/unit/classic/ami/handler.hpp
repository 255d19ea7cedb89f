#pragma once
#include "bank.hh"

#include <condition_variable>
#include <mutex>
#include <string>

namespace classic_ami_test {

// Passes one text after the other from a thread of the ORB to the test.
class Mailbox {
 public:
  void put(const std::string& text);
  std::string take();

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool full_ = false;
  std::string text_;
};

// Describes what it is called with in the mailbox.
class Handler : public POA_Bank::AMI_AccountHandler {
 public:
  Mailbox mailbox;

  void get_town(const char* ami_return_val) { mailbox.put(std::string("town ") + ami_return_val); }
  void get_town_excep(Messaging::ExceptionHolder* holder) { tell(holder); }
  void get_balance(CORBA::Long ami_return_val) { mailbox.put("balance " + std::to_string(ami_return_val)); }
  void get_balance_excep(Messaging::ExceptionHolder* holder) { tell(holder); }
  void set_balance() { mailbox.put("set"); }
  void set_balance_excep(Messaging::ExceptionHolder* holder) { tell(holder); }
  void pay(const char* ami_return_val, const Bank::Lines& notes, const Bank::Slip& receipt);
  void pay_excep(Messaging::ExceptionHolder* holder) { tell(holder); }
  void add(const Bank::Grid ami_return_val, const Bank::Names marks, Bank::Colour painted);
  void add_excep(Messaging::ExceptionHolder* holder) { tell(holder); }
  void share(Bank::Account_ptr ami_return_val, Bank::Branch_ptr near_by);
  void share_excep(Messaging::ExceptionHolder* holder) { tell(holder); }

 private:
  void tell(Messaging::ExceptionHolder* holder);
};

}  // namespace classic_ami_test
