#pragma once
// A servant of a generated skeleton.

#include <shop.hh>

#include <condition_variable>
#include <mutex>
#include <set>
#include <string>

namespace dynamic_test {

class Desk : public POA_Shop::Desk {
 public:
  CORBA::Long stock() override { return stock_; }
  void stock(CORBA::Long value) override { stock_ = value; }
  char* order(const char* name, CORBA::Long& count, Shop::Items_out items) override;
  void refuse(const char* why) override;
  void note(const char* text) override;
  char* noted(const char* text) override;

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::set<std::string> notes_;
  CORBA::Long stock_ = 0;
};

}  // namespace dynamic_test
