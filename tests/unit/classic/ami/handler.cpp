#include "handler.hpp"

namespace classic_ami_test {

void Mailbox::put(const std::string& text) {
  const std::lock_guard<std::mutex> lock(mutex_);
  text_ = text;
  full_ = true;
  changed_.notify_all();
}

std::string Mailbox::take() {
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [this] { return full_; });
  full_ = false;
  return text_;
}

void Handler::pay(const char* ami_return_val, const Bank::Lines& notes, const Bank::Slip& receipt) {
  std::string text = ami_return_val;
  for (CORBA::ULong i = 0; i < notes.length(); ++i) text += std::string(" ") + notes[i];
  mailbox.put(text + " " + receipt.text.in() + " " + std::to_string(receipt.amount));
}

void Handler::add(const Bank::Grid ami_return_val, const Bank::Names marks, Bank::Colour painted) {
  mailbox.put(std::to_string(ami_return_val[0]) + " " + std::to_string(ami_return_val[1]) + " " + marks[0].in() + " " +
              marks[1].in() + (painted == Bank::green ? " green" : " red"));
}

void Handler::share(Bank::Account_ptr ami_return_val, Bank::Branch_ptr near_by) {
  mailbox.put(near_by->_is_equivalent(ami_return_val) ? "the same" : "another");
}

// The exception can be raised more than once.
void Handler::tell(Messaging::ExceptionHolder* holder) {
  try {
    holder->raise_exception();
  } catch (const CORBA::Exception&) {
  }
  try {
    holder->raise_exception();
  } catch (const Bank::Broke& broke) {
    mailbox.put(std::string("Broke ") + broke.owner.in() + " " + std::to_string(broke.missing));
  } catch (const CORBA::SystemException& exception) {
    mailbox.put(std::string(exception._name()) + " " + std::to_string(exception.minor()));
  }
}

}  // namespace classic_ami_test
