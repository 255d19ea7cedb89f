// stress_probe --ior-dir DIR --transport T [--deadline-ms N]: calls a Stress::Target as each line of its input
// commands, and prints the findings.
//   "honest MILLISECONDS"  an honest client of a server that others attack: each call has to succeed soon
//   "held MILLISECONDS"    the same on an existing connection
//   "victim MILLISECONDS"  a client of a hostile server: each call has to end by its deadline, with any outcome

#include "bindings.hpp"
#include "common/run_program.hpp"
#include "noise.hpp"
#include "proof.hpp"

#include <dimma/poa.hpp>
#include <stress_ami.hpp>

#include <iostream>
#include <random>
#include <sstream>

namespace {

using namespace std::chrono_literals;
using std::chrono::duration_cast;
using std::chrono::microseconds;
using stress::Clock;

constexpr std::uint64_t probe_id = 1;

// The findings of all threads.
class Findings {
 public:
  // Records the end of a call that may take the time `allowed`.
  void ended(Clock::time_point begin, Clock::duration allowed, stress::Noise& noise) {
    const auto now = Clock::now();
    const std::lock_guard lock(mutex_);
    ++calls_;
    const auto late = now - begin - allowed;
    if (late <= 0ms) return;
    worst_us_ =
        std::max<std::int64_t>(worst_us_, duration_cast<microseconds>(late - 2 * noise.between(begin, now)).count());
  }
  void raised() {
    const std::lock_guard lock(mutex_);
    ++raised_;
  }
  void wrong(const std::string& text) {
    const std::lock_guard lock(mutex_);
    if (texts_.size() < 10) texts_.push_back(text);
  }
  // Returns the findings, and resets them.
  std::string json() {
    const std::lock_guard lock(mutex_);
    std::ostringstream out;
    out << "{\"calls\": " << calls_ << ", \"raised\": " << raised_ << ", \"worst_us\": " << worst_us_
        << ", \"wrong\": [";
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      std::string text = texts_[i];
      for (char& c : text) c = c == '"' || c == '\\' || c < ' ' ? '\'' : c;
      out << (i == 0 ? "\"" : ", \"") << text << '"';
    }
    out << "]}";
    calls_ = raised_ = 0;
    worst_us_ = 0;
    texts_.clear();
    return out.str();
  }

 private:
  std::mutex mutex_;
  std::uint64_t calls_ = 0;
  std::uint64_t raised_ = 0;
  std::int64_t worst_us_ = 0;  // in excess of the allowed time and the machine's noise
  std::vector<std::string> texts_;
};

std::string text_of(const CORBA::Exception& exception) {
  std::ostringstream text;
  text << exception;
  return text.str();
}

void call_honestly(Stress::Target& target, std::size_t octets, Findings& findings, stress::Noise& noise) {
  const auto argument = stress::proven(probe_id, stress::Direction::argument, octets);
  const auto begin = Clock::now();
  try {
    const auto reply = target.call(probe_id, argument, static_cast<std::uint32_t>(octets), 0);
    const auto wrong = stress::wrong_with(reply, probe_id, stress::Direction::reply, octets);
    if (!wrong.empty()) findings.wrong("damaged reply: " + wrong);
  } catch (const CORBA::SystemException& exception) {
    findings.raised();
    findings.wrong("an honest client's call raised " + text_of(exception));
  }
  findings.ended(begin, 0ms, noise);
}

// A reply handler that only counts the ends of calls.
class Heard final : public virtual CORBA::amic_traits<Stress::Target>::replyhandler_base_type {
 public:
  using Holder = IDL::traits<Messaging::ExceptionHolder>::ref_type;
  std::atomic<std::uint64_t> count{0};
  void call(const Stress::Octets&) override { ++count; }
  void call_excep(Holder) override { ++count; }
  void tell_excep(Holder) override {}
  void refuse() override {}
  void refuse_excep(Holder) override {}
  void relay(const Stress::Octets&) override {}
  void relay_excep(Holder) override {}
  void destroy_adapter() override {}
  void destroy_adapter_excep(Holder) override {}
};

class Probe {
 public:
  Probe(stress::OrbRef orb, std::string folder, std::string transport, std::chrono::milliseconds deadline,
        std::size_t seed)
      : orb_(std::move(orb)),
        folder_(std::move(folder)),
        transport_(std::move(transport)),
        deadline_(deadline),
        seed_(seed),
        root_(IDL::traits<PortableServer::POA>::narrow(orb_->resolve_initial_references("RootPOA"))) {
    root_->the_POAManager()->activate();
  }

  void obey(const std::string& line) {
    std::istringstream words(line);
    std::string what;
    std::size_t milliseconds = 0;
    words >> what >> milliseconds;
    until_ = Clock::now() + std::chrono::milliseconds(milliseconds);
    std::vector<std::thread> threads;
    if (what == "victim") {
      for (std::size_t i = 0; i < 4; ++i) threads.emplace_back([this, i] { suffer(i); });
      threads.emplace_back([this] { suffer_asynchronously(); });
    } else {
      if (!held_) held_ = bind("", "target.ior");
      if (!large_) large_ = bind("connection=dedicated", "target.ior");
      threads.emplace_back([this] { ask(held_, 100); });
      threads.emplace_back([this] { ask(large_, 100'000); });
      if (what == "honest") threads.emplace_back([this] { ask_anew(); });
    }
    for (std::thread& thread : threads) thread.join();
    ++round_;
    std::cout << findings_.json() << std::endl;
  }

 private:
  bool goes_on() const { return Clock::now() < until_; }
  dimma::Binding<Stress::Target> bind(const std::string& qos, const std::string& file) const {
    std::string text;
    std::ifstream in(std::filesystem::path(folder_) / file);
    std::getline(in, text);
    return dimma::bind(resolve<Stress::Target>(orb_, "ior-dir", text),
                       dimma::EngineeringQoS::parse("transport=" + transport_ + (qos.empty() ? "" : "," + qos)));
  }

  void ask(dimma::Binding<Stress::Target>& binding, std::size_t octets) {
    for (; goes_on(); std::this_thread::sleep_for(10ms)) call_honestly(*binding, octets, findings_, noise_);
  }
  // Each call opens a new connection.
  void ask_anew() {
    for (; goes_on(); std::this_thread::sleep_for(30ms)) {
      const auto begin = Clock::now();
      try {
        const auto binding = bind("connection=dedicated", "target.ior");
        call_honestly(*binding, 1000, findings_, noise_);
      } catch (const CORBA::SystemException& exception) {
        findings_.wrong("an honest client could not bind: " + text_of(exception));
      }
      findings_.ended(begin, 0ms, noise_);
    }
  }

  void suffer(std::size_t number) {
    const std::string deadline = ",deadline=" + std::to_string(deadline_.count()) + "ms";
    const std::array<std::string, 4> kinds{"connection=auto", "connection=dedicated", "processing=nullTask,messages=1",
                                           "demultiplexing=task"};
    std::mt19937_64 random(stress::mix(seed_ + round_ * 100) + number);
    dimma::Binding<Stress::Target> binding;
    while (goes_on()) {
      const auto begin = Clock::now();
      try {
        if (!binding || random() % 4 == 0) {
          binding = {};
          binding = bind(kinds[random() % kinds.size()] + deadline, random() % 2 == 0 ? "target.ior" : "other.ior");
        }
        const auto argument = stress::proven(probe_id, stress::Direction::argument,
                                             random() % 5 == 0 ? random() % 900'000 : random() % 3000);
        (void)binding->call(probe_id, argument, 100, 0);
      } catch (const CORBA::SystemException&) {
        findings_.raised();
      }
      // Binding has a separate deadline of the same length.
      findings_.ended(begin, 2 * deadline_, noise_);
    }
  }
  void suffer_asynchronously() {
    const auto heard = CORBA::make_reference<Heard>();
    const auto handler =
        CORBA::amic_traits<Stress::Target>::replyhandler_traits::narrow(root_->servant_to_reference(heard));
    std::mt19937_64 random(seed_ + round_);
    while (goes_on()) {
      const std::uint64_t before = heard->count;
      std::uint64_t begun = 0;
      const auto begin = Clock::now();
      try {
        const auto binding = bind("deadline=" + std::to_string(deadline_.count()) + "ms",
                                  random() % 2 == 0 ? "target.ior" : "other.ior");
        for (; begun < 5; ++begun) {
          binding.reference()->sendc_call(
              handler, probe_id, stress::proven(probe_id, stress::Direction::argument, random() % 3000), 100, 0);
        }
        await(*heard, before + begun);
      } catch (const CORBA::SystemException&) {
        findings_.raised();
        await(*heard, before + begun);
      }
      findings_.ended(begin, 7 * deadline_, noise_);
    }
    root_->deactivate_object(root_->servant_to_id(heard));
  }
  void await(const Heard& heard, std::uint64_t count) {
    for (const auto until = Clock::now() + 30s; heard.count < count; std::this_thread::sleep_for(1ms)) {
      if (Clock::now() < until) continue;
      findings_.wrong("a handler was not called within 30 s");
      return;
    }
  }

  const stress::OrbRef orb_;
  const std::string folder_;
  const std::string transport_;
  const std::chrono::milliseconds deadline_;
  const std::size_t seed_;
  const IDL::traits<PortableServer::POA>::ref_type root_;
  stress::Noise noise_;
  Findings findings_;
  std::size_t round_ = 0;
  Clock::time_point until_{};
  dimma::Binding<Stress::Target> held_;
  dimma::Binding<Stress::Target> large_;
};

int run(int argc, char** argv) {
  const auto orb = init_orb(argc, argv);
  std::string folder, transport = "tcp";
  std::size_t seed = 1, deadline_ms = 200;
  measure::CommandLine flags("stress_probe --ior-dir DIR --transport T [--deadline-ms N] [--seed N]",
                             "Calls as each line of its input says: 'honest', 'held' or 'victim', and MILLISECONDS.");
  flags.required("ior-dir", folder, "where target.ior is")
      .text("transport", transport, "tcp, unix or shm")
      .count("deadline-ms", deadline_ms, "of a victim's calls (200)")
      .count("seed", seed, "of a victim's calls (1)");
  if (!flags.parse(argc, argv)) return 0;
  {
    Probe probe(orb, folder, transport, std::chrono::milliseconds(deadline_ms), seed);
    for (std::string line; std::getline(std::cin, line);) probe.obey(line);
  }
  orb->destroy();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return run_program("stress_probe", [&] { return run(argc, argv); });
}
