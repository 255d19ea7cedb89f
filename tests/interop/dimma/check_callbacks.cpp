#include "dimma/client_checks.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace mapped {
namespace {

using checks::require;
using checks::require_equal;

class Listener final : public virtual Skeleton<Everything::Listener> {
 public:
  std::string hear(const std::string& text) override {
    if (text.empty()) throw Everything::Deaf("there was nothing to hear");
    return "heard: " + text;
  }
  void notice(const std::string& text) override {
    const std::lock_guard lock(mutex_);
    noticed_ = text;
    changed_.notify_all();
  }
  // In a build without threads the calling thread serves the callback.
  bool wait_for_notice(CORBA::ORB& orb, const std::string& text) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    std::unique_lock lock(mutex_);
    while (noticed_ != text && std::chrono::steady_clock::now() < until) {
      changed_.wait_for(lock, std::chrono::milliseconds(1));
      lock.unlock();
      if (orb.work_pending()) orb.perform_work();
      lock.lock();
    }
    return noticed_ == text;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string noticed_;
};

}  // namespace

void check_deafness(const Ref<Everything::Speaker>& speaker, const Ref<Everything::Listener>& listener) {
  try {
    speaker->speak(listener, "");
  } catch (const Everything::Deaf& deaf) {
    require_equal(deaf.because(), "there was nothing to hear", "because");
    return;
  }
  throw checks::Failed("an exception in a callback got lost");
}

void check_callbacks(checks::Checks& checks, Session& session) {
  auto servant = CORBA::make_reference<Listener>();
  auto listener = IDL::traits<Everything::Listener>::narrow(session.poa->servant_to_reference(servant));
  auto speaker = session.through(session.root->get_speaker());
  checks.run("callback", [&] { require_equal(speaker->speak(listener, "hello"), "heard: hello", "answer"); });
  checks.run("callback_that_raises", [&] { check_deafness(speaker, listener); });
  checks.run("callbacks_to_several", [&] {
    const Everything::StringSeq answers = speaker->speak_to_all({listener, listener, listener}, "all");
    require(answers == Everything::StringSeq(3, "heard: all"), "other answers than expected");
  });
  checks.run("oneway_callback", [&] {
    speaker->whisper(listener, "psst");
    require(servant->wait_for_notice(*session.orb, "psst"), "the whisper was not noticed");
  });
  checks.run("nested_callbacks", [&] {
    auto theirs = session.through(session.root->get_ball());
    auto ours = activate<Everything::Ball, Ball>(session.poa);
    for (std::int32_t depth = 0; depth < 8; ++depth) require_equal(theirs->bounce(ours, depth), depth, "bounces");
  });
}

}  // namespace mapped
