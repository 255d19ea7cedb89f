// The locks of <omnithread.h>.

#include <gtest/gtest.h>
#include <omnithread.h>

#include <climits>

namespace {

// A number that other threads wait for.
struct Number {
  Number() : changed(&mutex), value(0) {}

  void set(int new_value) {
    const omni_mutex_lock lock(mutex);
    value = new_value;
    changed.broadcast();
  }
  void wait_for(int expected) {
    const omni_mutex_lock lock(mutex);
    while (value != expected) changed.wait();
  }

  omni_mutex mutex;
  omni_condition changed;
  int value;
};

TEST(OmniMutex, IsTakenOnce) {
  omni_mutex mutex;
  mutex.lock();
  EXPECT_EQ(mutex.trylock(), 0);
  mutex.unlock();
  EXPECT_EQ(mutex.trylock(), 1);
  mutex.release();
  mutex.acquire();
  mutex.unlock();
}

TEST(OmniMutex, IsLockedInAScope) {
  omni_mutex mutex;
  {
    const omni_mutex_lock lock(mutex);
    EXPECT_EQ(mutex.trylock(), 0);
    {
      const omni_mutex_unlock unlock(mutex);
      const omni_mutex_trylock first(mutex);
      EXPECT_TRUE(first);
      const omni_mutex_trylock second(mutex);
      EXPECT_FALSE(second);
    }
    EXPECT_EQ(mutex.trylock(), 0);
  }
  EXPECT_EQ(mutex.trylock(), 1);
  mutex.unlock();
}

const int rounds = 1000;

void* answer_each_round(void* argument) {
  Number* const numbers = static_cast<Number*>(argument);
  for (int round = 1; round <= rounds; ++round) {
    numbers[0].wait_for(round);
    numbers[1].set(round);
  }
  return nullptr;
}

TEST(OmniCondition, PassesEachSignal) {
  Number numbers[2];
  omni_thread* const thread = omni_thread::create(answer_each_round, numbers);
  for (int round = 1; round <= rounds; ++round) {
    numbers[0].set(round);
    numbers[1].wait_for(round);
  }
  thread->join(nullptr);
}

TEST(OmniCondition, EndsWaitingAtATime) {
  omni_mutex mutex;
  omni_condition condition(&mutex);
  const omni_mutex_lock lock(mutex);
  unsigned long seconds = 0;
  unsigned long nanoseconds = 0;
  omni_thread::get_time(&seconds, &nanoseconds, 0, 1000000);
  while (condition.timedwait(seconds, nanoseconds) != 0) {
  }
  EXPECT_EQ(mutex.trylock(), 0);
  omni_time_t now;
  omni_thread::get_time(now);
  EXPECT_GE(now, omni_time_t(seconds, nanoseconds));
}

void* signal_it(void* argument) {
  static_cast<Number*>(argument)->set(1);
  return nullptr;
}

TEST(OmniCondition, IsSignalledBeforeATimeThatIsFarAway) {
  Number number;
  omni_thread* thread = nullptr;
  {
    const omni_mutex_lock lock(number.mutex);
    thread = omni_thread::create(signal_it, &number);
    while (number.value == 0) EXPECT_EQ(number.changed.timedwait(ULONG_MAX), 1);
  }
  thread->join(nullptr);
}

void* wait_and_post(void* argument) {
  omni_semaphore* const semaphores = static_cast<omni_semaphore*>(argument);
  semaphores[0].wait();
  semaphores[1].post();
  return nullptr;
}

TEST(OmniSemaphore, Counts) {
  omni_semaphore semaphore(2);
  EXPECT_EQ(semaphore.trywait(), 1);
  semaphore.wait();
  EXPECT_EQ(semaphore.trywait(), 0);
  semaphore.post();
  {
    const omni_semaphore_lock lock(semaphore);
    EXPECT_EQ(semaphore.trywait(), 0);
  }
  EXPECT_EQ(semaphore.trywait(), 1);
}

TEST(OmniSemaphore, BeginsWithOne) {
  omni_semaphore semaphore;
  EXPECT_EQ(semaphore.trywait(), 1);
  EXPECT_EQ(semaphore.trywait(), 0);
}

TEST(OmniSemaphore, WakesOneThreadForEachPost) {
  omni_semaphore semaphores[2] = {{0}, {0}};
  omni_thread* threads[3];
  for (omni_thread*& thread : threads) thread = omni_thread::create(wait_and_post, semaphores);
  for (int i = 0; i != 3; ++i) {
    semaphores[0].post();
    semaphores[1].wait();
  }
  for (omni_thread* const thread : threads) thread->join(nullptr);
  EXPECT_EQ(semaphores[0].trywait(), 0);
  EXPECT_EQ(semaphores[1].trywait(), 0);
}

TEST(OmniTime, IsAddedAndCompared) {
  omni_time_t time(1, 600000000);
  time += omni_time_t(2, 500000000);
  EXPECT_TRUE(time == omni_time_t(4, 100000000));
  EXPECT_TRUE(time - omni_time_t(1, 200000000) == omni_time_t(2, 900000000));
  EXPECT_TRUE(omni_time_t(1, 5) + omni_time_t(1) == omni_time_t(2, 5));
  EXPECT_LT(omni_time_t(1, 9), omni_time_t(2, 0));
  EXPECT_LT(omni_time_t(1, 8), omni_time_t(1, 9));
  EXPECT_GT(omni_time_t(2), omni_time_t(1, 9));
  EXPECT_LE(time, time);
  EXPECT_TRUE(time != omni_time_t(4));
  EXPECT_FALSE(omni_time_t());
  EXPECT_TRUE(omni_time_t(0, 1));
  time.assign(1);
  EXPECT_TRUE(time == omni_time_t(1, 0));
}

TEST(OmniRefcount, Counts) {
  omni_refcount count(1);
  EXPECT_EQ(count.inc(), 2);
  EXPECT_EQ(count.dec(), 1);
  EXPECT_EQ(count.value(), 1);
}

}  // namespace
