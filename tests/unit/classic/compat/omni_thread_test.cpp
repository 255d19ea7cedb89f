// The threads of <omnithread.h>.

#include <gtest/gtest.h>
#include <omnithread.h>

#include <cerrno>
#include <thread>

namespace {

void* answer(void* argument) {
  *static_cast<omni_thread**>(argument) = omni_thread::self();
  return argument;
}

TEST(OmniThread, ReturnsItsResultToTheThreadThatJoins) {
  omni_thread* seen = nullptr;
  omni_thread* const thread = omni_thread::create(answer, &seen);
  EXPECT_NE(thread->id(), omni_thread::self()->id());
  void* result = nullptr;
  thread->join(&result);
  EXPECT_EQ(result, &seen);
  EXPECT_EQ(seen, thread);
}

void post(void* semaphore) { static_cast<omni_semaphore*>(semaphore)->post(); }

TEST(OmniThread, OfAFunctionWithoutResultIsDetached) {
  omni_semaphore ran(0);
  omni_semaphore* const argument = &ran;
  omni_thread* const thread = new omni_thread(post, argument);
  EXPECT_EQ(thread->state(), omni_thread::STATE_NEW);
  EXPECT_THROW(thread->join(nullptr), omni_thread_invalid);
  thread->start();
  ran.wait();
}

// Says which of its functions has run, and when it is deleted.
class Worker : public omni_thread {
 public:
  struct Report {
    Report() : deleted(0), argument(nullptr) {}
    omni_semaphore deleted;
    void* argument;
  };

  Worker(Report& report, void* argument) : omni_thread(argument), report_(report) {}
  void begin_undetached() { start_undetached(); }

 protected:
  ~Worker() override { report_.deleted.post(); }

 private:
  void run(void* argument) override { report_.argument = argument; }
  void* run_undetached(void* argument) override { return argument; }

  Report& report_;
};

TEST(OmniThread, OfADerivedClassRunsItsFunction) {
  Worker::Report report;
  int argument = 0;
  (new Worker(report, &argument))->start();
  report.deleted.wait();
  EXPECT_EQ(report.argument, &argument);

  Worker* const joined = new Worker(report, &argument);
  joined->begin_undetached();
  void* result = nullptr;
  joined->join(&result);
  EXPECT_EQ(report.deleted.trywait(), 1);
  EXPECT_EQ(result, &argument);
}

void* wait_for(void* semaphore) {
  static_cast<omni_semaphore*>(semaphore)->wait();
  return nullptr;
}

TEST(OmniThread, KnowsItsState) {
  omni_semaphore end(0);
  void* (*const function)(void*) = wait_for;
  omni_thread* const thread = new omni_thread(function, &end);
  thread->start();
  EXPECT_EQ(thread->state(), omni_thread::STATE_RUNNING);
  EXPECT_THROW(thread->start(), omni_thread_invalid);
  end.post();
  while (thread->state() != omni_thread::STATE_TERMINATED) omni_thread::yield();
  EXPECT_THROW(thread->set_priority(omni_thread::PRIORITY_HIGH), omni_thread_invalid);
  thread->join(nullptr);
}

void* join_self(void* was_refused) {
  try {
    omni_thread::self()->join(nullptr);
  } catch (const omni_thread_invalid&) {
    *static_cast<bool*>(was_refused) = true;
  }
  return nullptr;
}

TEST(OmniThread, CannotJoinItself) {
  bool was_refused = false;
  omni_thread::create(join_self, &was_refused)->join(nullptr);
  EXPECT_TRUE(was_refused);
}

struct Exiting {
  Exiting() : was_destroyed(false) {}
  bool was_destroyed;
};

void* exit_at_once(void* argument) {
  struct Local {
    explicit Local(Exiting& exiting) : exiting_(exiting) {}
    ~Local() { exiting_.was_destroyed = true; }
    Exiting& exiting_;
  } const local(*static_cast<Exiting*>(argument));
  omni_thread::exit(argument);
}

TEST(OmniThread, RunsDestructorsWhenItExits) {
  Exiting exiting;
  void* result = nullptr;
  omni_thread::create(exit_at_once, &exiting)->join(&result);
  EXPECT_TRUE(exiting.was_destroyed);
  EXPECT_EQ(result, &exiting);
}

TEST(OmniThread, KeepsItsPriority) {
  omni_semaphore end(0);
  omni_thread* const thread = omni_thread::create(wait_for, &end, omni_thread::PRIORITY_LOW);
  EXPECT_EQ(thread->priority(), omni_thread::PRIORITY_LOW);
  thread->set_priority(omni_thread::PRIORITY_NORMAL);
  EXPECT_EQ(thread->priority(), omni_thread::PRIORITY_NORMAL);
  end.post();
  thread->join(nullptr);
}

TEST(OmniThread, IsRefusedByTheSystem) {
  omni_thread::stacksize(1);
  int error = 0;
  try {
    omni_thread::create(wait_for);
  } catch (const omni_thread_fatal& fatal) {
    error = fatal.error;
  }
  EXPECT_EQ(error, EINVAL);
  omni_thread::stacksize(1 << 20);
  EXPECT_EQ(omni_thread::stacksize(), 1ul << 20);
  omni_semaphore one(1);
  omni_thread::create(wait_for, &one)->join(nullptr);
  omni_thread::stacksize(0);
}

TEST(OmniThread, IsKnownInTheMainThread) {
  omni_thread* const self = omni_thread::self();
  EXPECT_NE(self, nullptr);
  EXPECT_EQ(self, omni_thread::self());
  EXPECT_EQ(self->id(), 0);
  EXPECT_EQ(self->state(), omni_thread::STATE_RUNNING);
  EXPECT_THROW(self->join(nullptr), omni_thread_invalid);
  EXPECT_THROW(self->start(), omni_thread_invalid);
  EXPECT_THROW(omni_thread::create_dummy(), omni_thread_invalid);
  EXPECT_THROW(omni_thread::release_dummy(), omni_thread_invalid);
}

TEST(OmniThread, HasADummyInAForeignThread) {
  std::thread([] {
    EXPECT_EQ(omni_thread::self(), nullptr);
    EXPECT_THROW(omni_thread::release_dummy(), omni_thread_invalid);
    {
      omni_thread::ensure_self outer;
      omni_thread::ensure_self inner;
      EXPECT_EQ(outer.self(), omni_thread::self());
      EXPECT_EQ(inner.self(), outer.self());
    }
    EXPECT_EQ(omni_thread::self(), nullptr);
  }).join();
}

TEST(OmniThread, SleepsUntilTheTime) {
  omni_time_t end;
  omni_thread::get_time(end, omni_time_t(0, 1000000));
  omni_thread::sleep(0, 2000000);
  omni_thread::sleep(omni_time_t());
  omni_time_t now;
  omni_thread::get_time(now);
  EXPECT_GE(now, end);
  omni_time_t later;
  omni_thread::get_time(later, 10);
  EXPECT_GT(later, now);
}

}  // namespace
