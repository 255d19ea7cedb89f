#include "classic/client_checks.hpp"
#include "classic/object_servants.hpp"

#include <condition_variable>
#include <mutex>

namespace classic {
namespace {

using checks::require;
using checks::require_equal;

class Listener final : public POA_Everything::Listener {
 public:
  char* hear(const char* text) override {
    if (*text == '\0') throw Everything::Deaf("there was nothing to hear");
    return CORBA::string_dup((std::string("heard: ") + text).c_str());
  }
  void notice(const char* text) override {
    const std::lock_guard lock(mutex_);
    noticed_ = text;
    changed_.notify_all();
  }
  bool wait_for_notice(const std::string& text) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(20), [&] { return noticed_ == text; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string noticed_;
};

void check_deafness(Everything::Speaker_ptr speaker, Everything::Listener_ptr listener) {
  try {
    CORBA::String_var(speaker->speak(listener, ""));
  } catch (const Everything::Deaf& deaf) {
    require_equal(std::string(deaf.because.in()), "there was nothing to hear", "because");
    return;
  }
  throw checks::Failed("an exception in a callback got lost");
}

}  // namespace

void check_callbacks(checks::Checks& checks, const Session& session) {
  auto* const servant = new Listener;
  const PortableServer::ServantBase_var keep(servant);
  const Everything::Listener_var listener = servant->_this();
  const Everything::Speaker_var speaker = session.root->get_speaker();
  checks.run("callback", [&] {
    require_equal(std::string(CORBA::String_var(speaker->speak(listener, "hello")).in()), "heard: hello", "answer");
  });
  checks.run("callback_that_raises", [&] { check_deafness(speaker, listener); });
  checks.run("callbacks_to_several", [&] {
    Everything::ListenerSeq listeners;
    listeners.length(3);
    for (CORBA::ULong i = 0; i < 3; ++i) listeners[i] = Everything::Listener::_duplicate(listener);
    Everything::StringSeq_var answers = speaker->speak_to_all(listeners, "all");
    require_equal(answers->length(), 3U, "answers");
    for (CORBA::ULong i = 0; i < 3; ++i) require_equal(std::string(answers[i].in()), "heard: all", "answer");
  });
  checks.run("oneway_callback", [&] {
    speaker->whisper(listener, "psst");
    require(servant->wait_for_notice("psst"), "the whisper was not noticed");
  });
  checks.run("nested_callbacks", [&] {
    const Everything::Ball_var theirs = session.root->get_ball();
    const Everything::Ball_var ours = activate(new Ball);
    for (CORBA::Long depth = 0; depth < 8; ++depth) {
      require_equal(theirs->bounce(ours, depth), depth, "bounces");
    }
  });
}

}  // namespace classic
