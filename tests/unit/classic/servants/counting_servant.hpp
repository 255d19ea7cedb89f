#pragma once
// A servant of the classic Counter, and the modern client's way to it.

#include "counter.hpp"

#include <dimma/classic/system_exceptions.hpp>

#include <atomic>
#include <new>
#include <stdexcept>
#include <string>

namespace classic_test {

namespace CORBA = ::dimma::classic::CORBA;
namespace PortableServer = ::dimma::classic::PortableServer;

// Counts the servants that exist.
class CountingServant : public virtual POA_classic_sample::Counter {
 public:
  CountingServant() { ++alive; }
  ~CountingServant() override { --alive; }

  void ping() override { ++pings; }
  CORBA::Long count() override { return total_; }
  CORBA::Long add(CORBA::Long amount) override {
    if (amount < 0) throw classic_sample::Bad("negative");
    return total_ += amount;
  }
  char* join(const char* a, char*& b, CORBA::String_out c) override {
    const std::string joined = std::string(a) + b;
    c = CORBA::string_dup(b);
    CORBA::string_free(b);
    b = CORBA::string_dup(a);
    return joined == "nothing" ? nullptr : CORBA::string_dup(joined.c_str());
  }
  // Throws the exception with that name.
  void act(const char* what) override {
    const std::string name(what);
    if (name == "bad") throw classic_sample::Bad("acted");
    if (name == "other") throw classic_sample::Other();
    if (name == "standard") throw std::runtime_error("broken");
    if (name == "memory") throw std::bad_alloc();
    if (name == "number") throw 7;
    if (name == "system") {
      CORBA::NO_PERMISSION exception(42, CORBA::COMPLETED_YES);
      exception._detail("not today");
      throw exception;
    }
  }
  void note(const char* text) override {
    noted = text;
    ++notes;
  }

  std::string noted;
  std::atomic<int> notes{0};
  std::atomic<int> pings{0};
  static std::atomic<int> alive;

 private:
  std::atomic<CORBA::Long> total_{0};
};

}  // namespace classic_test
