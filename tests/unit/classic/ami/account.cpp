#include "account.hpp"

namespace classic_ami_test {

char* Account::pay(CORBA::Long amount, const char* payee, Bank::Lines& notes, Bank::Slip_out receipt) {
  if (amount > 100) throw Bank::Broke(payee, amount - 100);
  if (amount == 0) throw CORBA::BAD_PARAM(17, CORBA::COMPLETED_NO);
  notes.length(notes.length() + 1);
  notes[notes.length() - 1] = "paid";
  receipt = new Bank::Slip;
  receipt->text = payee;
  receipt->amount = amount;
  return CORBA::string_dup("done");
}

Bank::Grid_slice* Account::add(const Bank::Grid left, const Bank::Names names, Bank::Colour paint,
                               const CORBA::Any& more, Bank::Names marks, Bank::Colour_out painted) {
  CORBA::Long each = 0;
  more >>= each;
  painted = paint;
  marks[0] = names[1];
  marks[1] = names[0];
  Bank::Grid_slice* const sum = Bank::Grid_alloc();
  for (int i = 0; i < 2; ++i) sum[i] = left[i] + each;
  return sum;
}

Bank::Account_ptr Account::share(Bank::Account_ptr other, Bank::Branch_ptr& near_by) {
  CORBA::release(near_by);
  near_by = Bank::Branch::_duplicate(other);
  return Bank::Account::_duplicate(other);
}

}  // namespace classic_ami_test
