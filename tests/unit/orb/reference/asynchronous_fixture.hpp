#pragma once
// Two ORBs of one process with IIOP between them, a servant that holds calls as long as a test likes, and a handler
// that records its calls.

#include "asynchronousAmiC.h"

#include <dimma/binding.hpp>
#include <dimma/minor.hpp>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace dimma::test {

using Holder = IDL::traits<Messaging::ExceptionHolder>::ref_type;
using ClerkRef = IDL::traits<Desk::Clerk>::ref_type;
using Handlers = CORBA::amic_traits<Desk::Clerk>;

class ClerkServant : public virtual CORBA::servant_traits<Desk::Clerk>::base_type {
 public:
  std::string label(const std::string& wanted) override {
    if (wanted.empty()) throw Desk::Unknown();
    if (wanted == "elsewhere") throw Desk::Unknown(_this());
    return "label of " + wanted;
  }
  std::int32_t pages() override { return 12; }
  bool unlock(const std::string& word) override { return word == "sesame"; }
  std::int32_t add(std::int32_t a, std::string& b, Desk::Page& c) override {
    if (a < 0) throw Desk::Refused("negative", a);
    c = Desk::Page(b, {a, a + 1});
    b += "!";
    return a + 1;
  }
  CORBA::valuetype_reference<Desk::Note> copy(CORBA::valuetype_reference<Desk::Note> given, CORBA::Any& thing,
                                              ClerkRef& itself) override {
    thing <<= std::string("seen");
    itself = _this();
    return CORBA::make_reference<IDL::traits<Desk::Note>::obv_type>(given->number() + 1, given);
  }
  Desk::Clerk::Grid turn(const Desk::Clerk::Grid& given, Desk::Octets& octets) override {
    octets.assign(3, 7);
    return {given[1], given[0]};
  }
  void hold(std::int32_t) override {
    ++holds_begun;
    std::unique_lock lock(mutex_);
    ++held_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return !holds_; });
    --held_;
  }
  void fail(const std::string& how) override {
    ++failures;
    // A servant raises the same exception as a failure of the caller's own connection.
    if (how == "lost") throw CORBA::TRANSIENT(minor::transient_connection_lost, CORBA::COMPLETED_NO);
    if (how == "refused") throw Desk::Refused("as told", 5);
    if (how == "unknown") throw Desk::Unknown();
    throw CORBA::NO_PERMISSION(77, CORBA::COMPLETED_YES);
  }
  void hear(const std::string& text) override {
    const std::lock_guard lock(mutex_);
    heard_ = text;
  }
  std::string title() override { return title_; }
  void title(const std::string& value) override {
    if (value.empty()) throw Desk::Refused("empty", 0);
    title_ = value;
  }
  void _cxx_class() override {}

  // Sets whether hold() waits from now on.
  void holds(bool does) {
    const std::lock_guard lock(mutex_);
    holds_ = does;
    changed_.notify_all();
  }
  void await_held(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return held_ >= count; });
  }
  std::string heard() {
    const std::lock_guard lock(mutex_);
    return heard_;
  }

  std::atomic<int> failures{0};             // calls of fail()
  std::atomic<std::size_t> holds_begun{0};  // calls of hold()

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool holds_ = false;
  std::size_t held_ = 0;
  std::string heard_;
  std::string title_ = "clerk";
};

// The exception in a holder, in words.
inline std::string told(const Holder& holder) {
  try {
    holder->raise_exception();
  } catch (const Desk::Refused& refused) {
    return "Refused " + refused.why() + " " + std::to_string(refused.code());
  } catch (const Desk::Unknown& unknown) {
    const auto clerk = IDL::traits<Desk::Clerk>::narrow(unknown.who_knows());
    return clerk ? "Unknown, ask " + clerk->title() : "Unknown";
  } catch (const CORBA::SystemException& exception) {
    return exception._name();
  }
  return "nothing";
}

// The detail of a system exception in a holder.
inline std::string detail_of(const Holder& holder) {
  try {
    holder->raise_exception();
  } catch (const CORBA::SystemException& exception) {
    return exception._detail();
  } catch (const CORBA::UserException&) {
  }
  return {};
}

class Handler : public virtual Handlers::replyhandler_base_type {
 public:
  void label(const std::string& value) override { note("label " + value); }
  void label_excep(Holder holder) override { note("label_excep " + told(holder)); }
  void get_pages(std::int32_t value) override { note("pages " + std::to_string(value)); }
  void get_pages_excep(Holder holder) override { note("pages_excep " + told(holder)); }
  void unlock(bool value) override { note(value ? "unlocked" : "locked"); }
  void unlock_excep(Holder holder) override { note("unlock_excep " + told(holder)); }
  void add(std::int32_t value, const std::string& b, const Desk::Page& c) override {
    note("add " + std::to_string(value) + " " + b + " " + c.text() + " " + std::to_string(c.lines().size()));
  }
  void add_excep(Holder holder) override { note("add_excep " + told(holder)); }
  void copy(CORBA::valuetype_reference<Desk::Note> value, const CORBA::Any& thing, ClerkRef itself) override {
    std::string text;
    thing >>= text;
    note("copy " + std::to_string(value->number()) + " " + std::to_string(value->next()->number()) + " " + text + " " +
         itself->title());
  }
  void copy_excep(Holder holder) override { note("copy_excep " + told(holder)); }
  void turn(const Desk::Clerk::Grid& value, const Desk::Octets& octets) override {
    note("turn " + std::to_string(value[0][0]) + " " + std::to_string(octets.size()));
  }
  void turn_excep(Holder holder) override { note("turn_excep " + told(holder)); }
  void hold() override { note("hold"); }
  void hold_excep(Holder holder) override {
    {
      const std::lock_guard lock(mutex_);
      detail_ = dimma::test::detail_of(holder);
    }
    note("hold_excep " + told(holder));
  }
  void fail() override { note("fail"); }
  void fail_excep(Holder holder) override { note("fail_excep " + told(holder)); }
  void get_title(const std::string& value) override { note("title " + value); }
  void get_title_excep(Holder holder) override { note("title_excep " + told(holder)); }
  void set_title() override { note("set_title"); }
  void set_title_excep(Holder holder) override { note("set_title_excep " + told(holder)); }
  void _cxx_class() override { note("class"); }
  void class_excep(Holder holder) override { note("class_excep " + told(holder)); }

  // Waits for `count` records, and returns all of them.
  std::vector<std::string> await(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return heard_.size() >= count; });
    return heard_;
  }
  std::size_t count() {
    const std::lock_guard lock(mutex_);
    return heard_.size();
  }
  // The detail of the exception that the last hold() ended with.
  std::string detail() {
    const std::lock_guard lock(mutex_);
    return detail_;
  }
  std::function<void(const std::string&)> also = [](const std::string&) {};

 protected:
  void note(std::string what) {
    const std::string copy = what;
    {
      const std::lock_guard lock(mutex_);
      heard_.push_back(std::move(what));
      changed_.notify_all();
    }
    also(copy);
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> heard_;
  std::string detail_;
};

class AsynchronousTest : public testing::Test {
 protected:
  using PoaRef = CORBA::object_reference<PortableServer::POA>;
  using OrbRef = CORBA::object_reference<CORBA::ORB>;

  AsynchronousTest();
  ~AsynchronousTest() override;

  static OrbRef make_orb(const std::string& id);
  static PoaRef active_root(const OrbRef& orb);
  static void destroy(const OrbRef& orb);
  // The reference to the servant's object in another ORB.
  template <class Interface, class Servant>
  static CORBA::object_reference<Interface> seen_by(const OrbRef& other, const OrbRef& own, const PoaRef& poa,
                                                    const CORBA::servant_reference<Servant>& servant) {
    const auto text = own->object_to_string(poa->servant_to_reference(servant));
    return narrow_unchecked<Interface>(other->string_to_object(text));
  }
  Binding<Desk::Clerk> bound(const std::string& qos) { return dimma::bind(clerk_, EngineeringQoS::parse(qos)); }

  // Declared before the ORBs, whose threads use them to the end.
  const CORBA::servant_reference<ClerkServant> servant_ = CORBA::make_reference<ClerkServant>();
  const CORBA::servant_reference<Handler> heard_ = CORBA::make_reference<Handler>();
  OrbRef server_;
  OrbRef client_;
  PoaRef server_root_;
  PoaRef client_root_;
  Handlers::replyhandler_ref_type handler_;
  ClerkRef clerk_;
};

}  // namespace dimma::test
