#pragma once
// Two ORBs of one process with IIOP between them, and a servant that replies when a test says so.

#include "asynchronous_deferred.hpp"
#include "unit/orb/reference/asynchronous_fixture.hpp"

#include <deque>
#include <thread>

namespace dimma::test {

#define EXPECT_RAISES(statement, Exception, minor_code)                                    \
  try {                                                                                    \
    statement;                                                                             \
    ADD_FAILURE() << #statement " threw nothing";                                          \
  } catch (const Exception& raised) {                                                      \
    EXPECT_EQ(raised.minor(), static_cast<std::uint32_t>(minor_code)) << raised._detail(); \
  }

class LaterClerk : public virtual CORBA::servant_traits<Desk::Clerk>::deferred_base_type {
 public:
  LaterClerk() { ++alive; }

  void label(std::string wanted, deferred_reply<std::string> reply) override {
    if (wanted.empty()) throw Desk::Unknown();
    if (wanted == "elsewhere") return reply.raise(Desk::Unknown(_this()));
    reply("label of " + wanted);
  }
  void pages(deferred_reply<std::int32_t> reply) override { reply(12); }
  void unlock(std::string word, deferred_reply<bool> reply) override { reply(word == "sesame"); }
  void add(std::int32_t a, std::string b, deferred_reply<std::int32_t, std::string, Desk::Page> reply) override {
    if (a < 0) return reply.raise(Desk::Refused("negative", a));
    reply(a + 1, b + "!", Desk::Page(b, {a, a + 1}));
    EXPECT_FALSE(reply);
    reply(0, "", Desk::Page());  // has no effect after the first reply
  }
  void copy(CORBA::valuetype_reference<Desk::Note> given, CORBA::Any thing,
            deferred_reply<CORBA::valuetype_reference<Desk::Note>, CORBA::Any, ClerkRef> reply) override {
    thing <<= std::string("seen");
    reply(CORBA::make_reference<IDL::traits<Desk::Note>::obv_type>(given->number() + 1, given), thing, _this());
  }
  void turn(Desk::Clerk::Grid given, deferred_reply<Desk::Clerk::Grid, Desk::Octets> reply) override {
    reply({given[1], given[0]}, Desk::Octets(3, 7));
  }
  void hold(std::int32_t, deferred_reply<> reply) override { keep(std::move(reply)); }
  void fail(std::string how, deferred_reply<> reply) override {
    if (how == "thrown") throw Desk::Refused("thrown", 1);
    if (how == "system") return reply.raise(CORBA::NO_PERMISSION(77, CORBA::COMPLETED_YES));
    if (how == "refused") return reply.raise(Desk::Refused("as told", 5));
    if (how == "foreign") return reply.raise(std::runtime_error("trouble"));
    if (how == "number") return reply.fail(std::make_exception_ptr(42));
    if (how == "late") {
      reply();
      throw Desk::Refused("too late", 0);
    }
    // All other requests are dropped.
  }
  void hear(std::string text, deferred_reply<> reply) override {
    {
      const std::lock_guard lock(mutex_);
      heard_ += text;
    }
    keep(std::move(reply));
  }
  void title(deferred_reply<std::string> reply) override { reply("clerk"); }
  void title(std::string value, deferred_reply<> reply) override {
    if (value.empty()) return reply.raise(Desk::Refused("empty", 0));
    reply();
  }
  // Not declared: the client gets UNKNOWN.
  void _cxx_class(deferred_reply<> reply) override { reply.raise(Desk::Refused("undeclared", 0)); }

  void await_held(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return held_.size() >= count; });
  }
  // The oldest reply that is held.
  deferred_reply<> take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !held_.empty(); });
    auto reply = std::move(held_.front());
    held_.pop_front();
    return reply;
  }
  std::string heard() {
    const std::lock_guard lock(mutex_);
    return heard_;
  }
  std::size_t held() {
    const std::lock_guard lock(mutex_);
    return held_.size();
  }
  inline static std::atomic<int> alive{0};

 protected:
  ~LaterClerk() override { --alive; }

 private:
  void keep(deferred_reply<> reply) {
    const std::lock_guard lock(mutex_);
    held_.push_back(std::move(reply));
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<deferred_reply<>> held_;
  std::string heard_;
};

inline void expect_all_results(const ClerkRef& clerk) {
  EXPECT_EQ(clerk->label("drawer"), "label of drawer");
  EXPECT_EQ(clerk->pages(), 12);
  EXPECT_TRUE(clerk->unlock("sesame"));
  std::string b = "text";
  Desk::Page c;
  EXPECT_EQ(clerk->add(4, b, c), 5);
  EXPECT_EQ(b, "text!");
  EXPECT_EQ(c.lines(), (std::vector<std::int32_t>{4, 5}));
  CORBA::Any thing;
  thing <<= std::int32_t{1};
  ClerkRef itself;
  const auto copied = clerk->copy(CORBA::make_reference<IDL::traits<Desk::Note>::obv_type>(7, nullptr), thing, itself);
  EXPECT_EQ(copied->number(), 8);
  EXPECT_EQ(copied->next()->number(), 7);
  EXPECT_EQ(itself->title(), "clerk");
  Desk::Octets octets;
  Desk::Clerk::Grid grid{};
  grid[0][0] = 9;
  EXPECT_EQ(clerk->turn(grid, octets)[1][0], 9);
  EXPECT_EQ(octets, Desk::Octets(3, 7));
  clerk->title("new");
}

inline void expect_all_failures(const ClerkRef& clerk) {
  EXPECT_THROW(clerk->label(""), Desk::Unknown);
  EXPECT_THROW(clerk->label("elsewhere"), Desk::Unknown);
  EXPECT_THROW(clerk->title(""), Desk::Refused);
  EXPECT_THROW(clerk->fail("thrown"), Desk::Refused);
  EXPECT_THROW(clerk->fail("refused"), Desk::Refused);
  EXPECT_RAISES(clerk->fail("foreign"), CORBA::UNKNOWN, minor::unknown_foreign_exception);
  EXPECT_RAISES(clerk->fail("number"), CORBA::UNKNOWN, minor::unknown_foreign_exception);
  EXPECT_RAISES(clerk->_cxx_class(), CORBA::UNKNOWN, minor::unknown_user_exception);
  try {
    clerk->fail("system");
    ADD_FAILURE();
  } catch (const CORBA::NO_PERMISSION& exception) {
    EXPECT_EQ(exception.minor(), 77U);
    EXPECT_EQ(exception.completed(), CORBA::COMPLETED_YES);
  }
  try {
    clerk->fail("dropped");
    ADD_FAILURE();
  } catch (const CORBA::NO_RESPONSE& exception) {
    EXPECT_EQ(exception.minor(), minor::no_response_dropped);
    EXPECT_EQ(exception.completed(), CORBA::COMPLETED_MAYBE);
  }
  clerk->fail("late");
}

class DeferredTest : public AsynchronousTest {
 protected:
  DeferredTest() {
    server_root_->activate_object(later_);
    later_clerk_ = seen_by<Desk::Clerk>(client_, server_, server_root_, later_);
  }
  ~DeferredTest() override {
    while (later_->held() != 0) later_->take()();
  }
  // Activates the servant in a POA of its own with this QoS. Returns the client's reference.
  ClerkRef activated_with(const std::string& qos, const CORBA::PolicyList& more = {}) {
    CORBA::PolicyList policies = more;
    policies.push_back(qos_policy(EngineeringQoS::parse(qos)));
    poa_ = server_root_->create_POA("own", server_root_->the_POAManager(), policies);
    poa_->activate_object(later_);
    return seen_by<Desk::Clerk>(client_, server_, poa_, later_);
  }

  const CORBA::servant_reference<LaterClerk> later_ = CORBA::make_reference<LaterClerk>();
  PoaRef poa_;
  ClerkRef later_clerk_;
};

}  // namespace dimma::test
