// dimma_asynchronous_client --root REF [--qos QOS] [--kill PID]: calls an ordinary server of everything.idl
// asynchronously, and with --kill ends the server's process during calls. Prints the same as
// dimma_everything_client.

#include "common/checks.hpp"
#include "common/program.hpp"
#include "common/types.hpp"
#include "dimma/client.hpp"
#include "dimma/values.hpp"

#include <everything_ami.hpp>

#include <condition_variable>
#include <csignal>
#include <mutex>
#include <set>

namespace mapped {
namespace {

using checks::require;
using checks::require_equal;
using Holder = IDL::traits<Messaging::ExceptionHolder>::ref_type;

constexpr std::int32_t seeds = 6;

std::string told(const Holder& holder) {
  std::ostringstream text;
  try {
    holder->raise_exception();
  } catch (const Everything::Rich& rich) {
    text << "Rich " << rich.code() << ' ' << rich.texts().size() << ' ' << rich.place().y();
  } catch (const CORBA::SystemException& raised) {
    text << raised._name() << ' ' << raised.minor() << ' ' << raised.completed();
  } catch (const CORBA::Exception& exception) {
    text << exception._name();
  }
  return text.str();
}

// The replies that the handlers have received.
class Heard {
 public:
  void add(const std::string& what) {
    const std::lock_guard lock(mutex_);
    all_.push_back(what);
    changed_.notify_all();
  }
  // Waits for the next reply.
  std::string next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return all_.size() > taken_; });
    return all_[taken_++];
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> all_;
  std::size_t taken_ = 0;
};

class Hearing {
 public:
  explicit Hearing(Heard& heard) : heard_(heard) {}
  std::int32_t seed = 0;  // the seed of the call in progress

 protected:
  ~Hearing() = default;
  void hear(const std::string& what) { heard_.add(what); }
  template <class T>
  void compare_all(const T& result, const T& b, const T& c) {
    try {
      compare(result, seed + 2);
      compare(b, seed + 3);
      compare(c, seed + 4);
      hear("ok");
    } catch (const samples::Differs& difference) {
      hear(difference.what());
    }
  }

 private:
  Heard& heard_;
};

template <class Interface>
using HandlerBase = typename CORBA::amic_traits<Interface>::replyhandler_base_type;
template <class T>
using In = typename IDL::traits<T>::in_type;

#define ANSWER(TYPE)                                                                                               \
  void turn_##TYPE(In<Everything::TYPE> ami_return_val, In<Everything::TYPE> b, In<Everything::TYPE> c) override { \
    compare_all<Everything::TYPE>(ami_return_val, b, c);                                                           \
  }                                                                                                                \
  void turn_##TYPE##_excep(Holder holder) override { hear(told(holder)); }

class TurnsHandler final : public virtual HandlerBase<Everything::Turns>, public Hearing {
 public:
  using Hearing::Hearing;
  EVERYTHING_BASIC(ANSWER)
  EVERYTHING_STRINGS(ANSWER)
};
class StructTurnsHandler final : public virtual HandlerBase<Everything::StructTurns>, public Hearing {
 public:
  using Hearing::Hearing;
  EVERYTHING_FIXED_STRUCTS(ANSWER)
  EVERYTHING_VARIABLE_STRUCTS(ANSWER)
  EVERYTHING_FIXED_ARRAYS(ANSWER)
  EVERYTHING_VARIABLE_ARRAYS(ANSWER)
};
class SequenceTurnsHandler final : public virtual HandlerBase<Everything::SequenceTurns>, public Hearing {
 public:
  using Hearing::Hearing;
  EVERYTHING_SEQUENCES(ANSWER)
};

class ErrorsHandler final : public virtual HandlerBase<Everything::Errors>, public Hearing {
 public:
  using Hearing::Hearing;
  void raise_empty() override { hear("nothing"); }
  void raise_empty_excep(Holder holder) override { hear(told(holder)); }
  void raise_rich(const std::string& value, const std::string& kept) override { hear(value + ", " + kept); }
  void raise_rich_excep(Holder holder) override { hear(told(holder)); }
  void raise_undeclared() override { hear("nothing"); }
  void raise_undeclared_excep(Holder holder) override { hear(told(holder)); }
  void raise_system() override { hear("nothing"); }
  void raise_system_excep(Holder holder) override { hear(told(holder)); }
};

// The handlers of a diamond of interfaces form a diamond too.
class BottomHandler final : public virtual HandlerBase<Everything::Bottom>, public Hearing {
 public:
  using Hearing::Hearing;
  void get_name(const std::string& value) override { hear(value); }
  void get_name_excep(Holder holder) override { hear(told(holder)); }
  void who(const std::string& value) override { hear(value); }
  void who_excep(Holder holder) override { hear(told(holder)); }
  void to_the_left(const std::string& value) override { hear(value); }
  void to_the_left_excep(Holder holder) override { hear(told(holder)); }
  void to_the_right(const std::string& value) override { hear(value); }
  void to_the_right_excep(Holder holder) override { hear(told(holder)); }
  void get_position(const Everything::Point& value) override { hear(std::to_string(value.x())); }
  void get_position_excep(Holder holder) override { hear(told(holder)); }
  void set_position() override { hear("set"); }
  void set_position_excep(Holder holder) override { hear(told(holder)); }
  void below(const std::string& value) override { hear(value); }
  void below_excep(Holder holder) override { hear(told(holder)); }
};

class SpeakerHandler final : public virtual HandlerBase<Everything::Speaker>, public Hearing {
 public:
  using Hearing::Hearing;
  void speak(const std::string& value) override { hear(value); }
  void speak_excep(Holder holder) override { hear(told(holder)); }
  void speak_to_all(const Everything::StringSeq&) override { hear("all"); }
  void speak_to_all_excep(Holder holder) override { hear(told(holder)); }
  void whisper() override { hear("whispered"); }
  void whisper_excep(Holder holder) override { hear(told(holder)); }
};

class BigHandler final : public virtual HandlerBase<Everything::Big>, public Hearing {
 public:
  using Hearing::Hearing;
  void reverse(const Everything::OctetSeq& value) override { hear(std::to_string(value.size())); }
  void reverse_excep(Holder holder) override { hear(told(holder)); }
  void people(const Everything::PersonSeq&) override { hear("people"); }
  void people_excep(Holder holder) override { hear(told(holder)); }
  void numbers(const Everything::LongSeq& value) override { hear(std::to_string(value.size())); }
  void numbers_excep(Holder holder) override { hear(told(holder)); }
};

// Holds all calls until it is released.
class SlowListener final : public virtual CORBA::servant_traits<Everything::Listener>::base_type {
 public:
  std::string hear(const std::string& text) override {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return answers_; });
    return "heard: " + text;
  }
  void notice(const std::string&) override {}
  void answers(bool does) {
    const std::lock_guard lock(mutex_);
    answers_ = does;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool answers_ = false;
};

class Session : public Bindings {
 public:
  Session(CORBA::object_reference<CORBA::ORB> orb, const program::Options& options)
      : Bindings(options.optional("--qos", "")),
        poa_(IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"))) {
    poa_->the_POAManager()->activate();
    root = IDL::traits<Everything::Root>::narrow(orb->string_to_object(options.required("--root")));
    require(static_cast<bool>(root), "--root is no Everything::Root");
  }

  template <class Interface, class Servant>
  CORBA::object_reference<Interface> activate(const CORBA::servant_reference<Servant>& servant) {
    return IDL::traits<Interface>::narrow(poa_->id_to_reference(poa_->activate_object(servant)));
  }
  template <class Interface, class Servant>
  typename CORBA::amic_traits<Interface>::replyhandler_ref_type handler(
      const CORBA::servant_reference<Servant>& servant) {
    return CORBA::amic_traits<Interface>::replyhandler_traits::narrow(
        poa_->id_to_reference(poa_->activate_object(servant)));
  }

  Heard heard;
  CORBA::object_reference<Everything::Root> root;

 private:
  CORBA::object_reference<PortableServer::POA> poa_;
};

#define CHECK(TYPE)                                                                                                \
  checks.run("turn_" #TYPE, [&] {                                                                                  \
    for (std::int32_t seed = 0; seed < seeds; ++seed) {                                                            \
      servant->seed = seed;                                                                                        \
      turns->sendc_turn_##TYPE(handler, seed, sample<Everything::TYPE>(seed), sample<Everything::TYPE>(seed + 1)); \
      require_equal(session.heard.next(), "ok", "seed " + std::to_string(seed));                                   \
    }                                                                                                              \
  });

void check_basic(checks::Checks& checks, Session& session) {
  const auto servant = CORBA::make_reference<TurnsHandler>(session.heard);
  const auto handler = session.handler<Everything::Turns>(servant);
  const auto turns = session.through(session.root->get_turns());
  EVERYTHING_BASIC(CHECK)
  EVERYTHING_STRINGS(CHECK)
}

void check_structs(checks::Checks& checks, Session& session) {
  const auto servant = CORBA::make_reference<StructTurnsHandler>(session.heard);
  const auto handler = session.handler<Everything::StructTurns>(servant);
  const auto turns = session.through(session.root->get_struct_turns());
  EVERYTHING_FIXED_STRUCTS(CHECK)
  EVERYTHING_VARIABLE_STRUCTS(CHECK)
  EVERYTHING_FIXED_ARRAYS(CHECK)
  EVERYTHING_VARIABLE_ARRAYS(CHECK)
}

void check_sequences(checks::Checks& checks, Session& session) {
  const auto servant = CORBA::make_reference<SequenceTurnsHandler>(session.heard);
  const auto handler = session.handler<Everything::SequenceTurns>(servant);
  const auto turns = session.through(session.root->get_sequence_turns());
  EVERYTHING_SEQUENCES(CHECK)
}

void check_errors(checks::Checks& checks, Session& session) {
  const auto handler = session.handler<Everything::Errors>(CORBA::make_reference<ErrorsHandler>(session.heard));
  const auto errors = session.through(session.root->get_errors());
  checks.run("user_exceptions", [&] {
    errors->sendc_raise_empty(handler);
    require_equal(session.heard.next(), "Empty", "raise_empty");
    errors->sendc_raise_rich(handler, 7, "kept");
    require_equal(session.heard.next(), "Rich 7 2 -7", "raise_rich");
    errors->sendc_raise_rich(handler, 0, "kept");
    require_equal(session.heard.next(), "kept, kept", "raise_rich that raises nothing");
    errors->sendc_raise_undeclared(handler);
    require_equal(session.heard.next().substr(0, 7), "UNKNOWN", "raise_undeclared");
  });
  checks.run("system_exceptions", [&] {
    errors->sendc_raise_system(handler, "NO_PERMISSION", 0xfedcba98U, CORBA::COMPLETED_MAYBE);
    require_equal(session.heard.next(), "NO_PERMISSION 4275878552 2", "raise_system");
    errors->sendc_raise_system(handler, "TIMEOUT", 3, CORBA::COMPLETED_NO);
    require_equal(session.heard.next(), "TIMEOUT 3 1", "raise_system");
  });
}

void check_inherited(checks::Checks& checks, Session& session) {
  const auto handler = session.handler<Everything::Bottom>(CORBA::make_reference<BottomHandler>(session.heard));
  checks.run("inherited_operations_and_attributes", [&] {
    const auto bottom =
        session.through(IDL::traits<Everything::Bottom>::narrow(session.root->get_maker()->make("bottom")));
    bottom->sendc_get_name(handler);
    require_equal(session.heard.next(), bottom->name(), "name");
    bottom->sendc_who(handler);
    require_equal(session.heard.next(), bottom->who(), "who");
    bottom->sendc_to_the_left(handler);
    require_equal(session.heard.next(), bottom->to_the_left(), "to_the_left");
    bottom->sendc_to_the_right(handler, "x");
    require_equal(session.heard.next(), bottom->to_the_right("x"), "to_the_right");
    bottom->sendc_set_position(handler, Everything::Point(41, 2));
    require_equal(session.heard.next(), "set", "set_position");
    bottom->sendc_get_position(handler);
    require_equal(session.heard.next(), "41", "get_position");
  });
}

// Makes a thousand calls that the server can only serve one after the other, and some calls that it holds, fewer than
// it has threads, with others after them.
void check_many(checks::Checks& checks, Session& session) {
  constexpr int held = 3;
  constexpr int behind = 20;
  constexpr int many = 1000;
  const auto listener = CORBA::make_reference<SlowListener>();
  const auto slow = session.activate<Everything::Listener>(listener);
  const auto speakers = session.handler<Everything::Speaker>(CORBA::make_reference<SpeakerHandler>(session.heard));
  const auto bigs = session.handler<Everything::Big>(CORBA::make_reference<BigHandler>(session.heard));
  const auto speaker = session.through(session.root->get_speaker());
  const auto big = session.through(session.root->get_big());
  const Everything::OctetSeq octets(3000, 1);
  checks.run("a_thousand_in_progress", [&] {
    for (int i = 0; i < many; ++i) big->sendc_reverse(bigs, octets);
    for (int i = 0; i < many; ++i) require_equal(session.heard.next(), "3000", "a reply");
  });
  checks.run("some_that_are_held", [&] {
    for (int i = 0; i < held; ++i) speaker->sendc_speak(speakers, slow, std::to_string(i));
    for (int i = 0; i < behind; ++i) big->sendc_reverse(bigs, octets);
    for (int i = 0; i < behind; ++i) require_equal(session.heard.next(), "3000", "a reply");
    require_equal(big->numbers(5).size(), 5U, "a call that is waited for");
    listener->answers(true);
    std::set<std::string> answers;
    for (int i = 0; i < held; ++i) answers.insert(session.heard.next());
    require(answers == std::set<std::string>{"heard: 0", "heard: 1", "heard: 2"},
            "the held calls were answered otherwise");
  });
}

void check_death(checks::Checks& checks, Session& session, unsigned long server) {
  constexpr int held = 3;
  const auto listener = CORBA::make_reference<SlowListener>();
  const auto slow = session.activate<Everything::Listener>(listener);
  const auto handler = session.handler<Everything::Speaker>(CORBA::make_reference<SpeakerHandler>(session.heard));
  const auto speaker = session.through(session.root->get_speaker());
  checks.run("a_server_that_dies", [&] {
    for (int i = 0; i < held; ++i) speaker->sendc_speak(handler, slow, "never");
    ::kill(static_cast<pid_t>(server), SIGKILL);
    for (int i = 0; i < held; ++i) {
      require_equal(session.heard.next().substr(0, 12), "COMM_FAILURE", "what a handler heard");
    }
    // The server's port may stay open a moment longer than its connections.
    try {
      speaker->sendc_speak(handler, slow, "to nobody");
      require(session.heard.next().substr(0, 6) != "heard:", "a dead server answered");
    } catch (const CORBA::TRANSIENT&) {
    }
  });
  listener->answers(true);
}

int check(int argc, char** argv) {
  auto orb = CORBA::ORB_init(argc, argv);
  const program::Options options(argc, argv);
  checks::Checks checks(describe_exception);
  {
    Session session(orb, options);
    check_basic(checks, session);
    check_structs(checks, session);
    check_sequences(checks, session);
    check_errors(checks, session);
    check_inherited(checks, session);
    check_many(checks, session);
    if (const auto server = options.number("--kill", 0)) check_death(checks, session, server);
    orb->destroy();  // its threads use the session
  }
  return checks.finish();
}

}  // namespace
}  // namespace mapped

int main(int argc, char** argv) {
  try {
    return mapped::check(argc, argv);
  } catch (...) {
    std::cerr << "asynchronous_client: " << mapped::describe_exception() << '\n';
  }
  return 1;
}
