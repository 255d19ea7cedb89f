#include "desk.hpp"

namespace dynamic_test {

char* Desk::order(const char* name, CORBA::Long& count, Shop::Items_out items) {
  Shop::Items_var made = new Shop::Items;
  made->length(2);
  made[0].name = name;
  made[0].count = count;
  made[1].name = "bag";
  made[1].count = 1;
  items = made._retn();
  ++count;
  return CORBA::string_dup((std::string("ordered ") + name).c_str());
}

void Desk::refuse(const char* why) {
  if (std::string(why) == "closed") throw Shop::Closed();
  if (std::string(why) == "system") throw CORBA::NO_PERMISSION(7, CORBA::COMPLETED_YES);
  throw Shop::Refused(why, 42);
}

void Desk::note(const char* text) {
  const std::lock_guard<std::mutex> lock(mutex_);
  notes_.insert(text);
  changed_.notify_all();
}

char* Desk::noted(const char* text) {
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [&] { return notes_.count(text) != 0; });
  return CORBA::string_dup(text);
}

}  // namespace dynamic_test
