// The values of the threads of <omnithread.h>.

#include <gtest/gtest.h>
#include <omnithread.h>

#include <thread>

namespace {

// Counts the values that exist.
class Counted : public omni_thread::value_t {
 public:
  explicit Counted(int& count) : count_(count) { ++count_; }
  ~Counted() override { --count_; }

 private:
  int& count_;
};

TEST(OmniValues, AreOfOneThreadAndKey) {
  const omni_thread::key_t first = omni_thread::allocate_key();
  const omni_thread::key_t second = omni_thread::allocate_key();
  EXPECT_NE(first, 0u);
  EXPECT_NE(first, second);
  omni_thread* const self = omni_thread::self();
  EXPECT_EQ(self->get_value(second), nullptr);
  EXPECT_EQ(self->remove_value(second), nullptr);
  EXPECT_EQ(self->set_value(second + 1000, nullptr), nullptr);
  EXPECT_EQ(self->get_value(0), nullptr);

  int count = 0;
  Counted* const value = new Counted(count);
  EXPECT_EQ(self->set_value(second, value), value);
  EXPECT_EQ(self->get_value(second), value);
  EXPECT_EQ(self->get_value(first), nullptr);
  EXPECT_EQ(self->remove_value(second), value);
  EXPECT_EQ(self->get_value(second), nullptr);
  EXPECT_EQ(count, 1);
  delete value;
}

TEST(OmniValues, AreReplaced) {
  const omni_thread::key_t key = omni_thread::allocate_key();
  omni_thread* const self = omni_thread::self();
  int count = 0;
  self->set_value(key, new Counted(count));
  self->set_value(key, new Counted(count));
  EXPECT_EQ(count, 1);
  self->set_value(key, nullptr);
  EXPECT_EQ(count, 0);
}

struct Given {
  Given() : key(omni_thread::allocate_key()), count(0) {}
  const omni_thread::key_t key;
  int count;
};

void* keep_value(void* argument) {
  Given& given = *static_cast<Given*>(argument);
  omni_thread::self()->set_value(given.key, new Counted(given.count));
  return nullptr;
}

TEST(OmniValues, AreDeletedWhenTheThreadEnds) {
  Given given;
  omni_thread* const thread = omni_thread::create(keep_value, &given);
  while (thread->state() != omni_thread::STATE_TERMINATED) omni_thread::yield();
  EXPECT_EQ(given.count, 0);
  EXPECT_EQ(thread->get_value(given.key), nullptr);
  thread->join(nullptr);
}

TEST(OmniValues, AreDeletedWithTheDummy) {
  Given given;
  std::thread([&given] {
    const omni_thread::ensure_self dummy;
    keep_value(&given);
    EXPECT_EQ(given.count, 1);
  }).join();
  EXPECT_EQ(given.count, 0);
}

}  // namespace
