// stress_client --ior-dir DIR --journal FILE --log FILE ...: executes each line of its input, and prints the findings.
// Lines: "run MILLISECONDS MIX", "settle", "compare".

#include "caller.hpp"
#include "common/run_program.hpp"
#include "own_target.hpp"

#include <dimma/poa.hpp>

#include <iostream>
#include <sstream>

namespace {

using namespace std::chrono_literals;
using stress::Caller;
using stress::Clock;

std::size_t entries(const char* folder) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) count += entry.exists() ? 1U : 0U;
  return count;
}

struct Options {
  std::string folder, journal, log, transport = "tcp";
  std::size_t calls_max = 0, threads = 8, seed = 1, lateness_ms = 50, hang_s = 60;
};

class Client {
 public:
  Client(const stress::OrbRef& orb, const Options& options)
      : options_(options),
        root_(IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"))),
        bindings_(orb, options.folder, options.transport),
        journal_(options.journal, options.calls_max),
        outcomes_(options.log, options.calls_max),
        run_{.bindings = bindings_,
             .outcomes = outcomes_,
             .noise = noise_,
             .own_target = IDL::traits<Stress::Target>::narrow(
                 root_->servant_to_reference(CORBA::make_reference<stress::OwnTarget>(outcomes_))),
             .dead_target = resolve<Stress::Target>(orb, "dead", dead_target(options.transport)),
             .lateness_max = std::chrono::milliseconds(options.lateness_ms)} {
    root_->the_POAManager()->activate();
    for (std::size_t i = 0; i < options.threads; ++i) {
      callers_.push_back(std::make_unique<Caller>(run_, options.seed, i, root_));
    }
  }

  void obey(const std::string& line) {
    std::istringstream words(line);
    std::string what;
    words >> what;
    if (what == "run") {
      std::size_t milliseconds = 0;
      std::string mix;
      words >> milliseconds >> mix;
      run(std::chrono::milliseconds(milliseconds), stress::mix_of(mix));
    } else if (what == "settle") {
      settle();
    } else if (what == "compare") {
      settle();
      compare();
    } else {
      throw std::runtime_error("the input '" + line + "' is not understood");
    }
    say();
  }

 private:
  // The reference of an object of a destroyed ORB, with a reserved port, at which nothing ever listens.
  static std::string dead_target(const std::string& transport) {
    std::array<std::string, 3> words{"stress_client", "--dimma-publish",
                                     transport == "tls" ? "ssliop://127.0.0.1:1" : "127.0.0.1:1"};
    std::array<char*, 4> arguments{words[0].data(), words[1].data(), words[2].data(), nullptr};
    int count = 3;
    const auto orb = CORBA::ORB_init(count, arguments.data(), "dead");
    const auto root = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
    const auto text = orb->object_to_string(root->create_reference("IDL:Stress/Target:1.0"));
    orb->destroy();
    return text;
  }

  void run(std::chrono::milliseconds how_long, const stress::Mix& mix) {
    run_.is_undisturbed = mix.undisturbed;
    std::atomic<std::size_t> working{callers_.size()};
    const auto until = Clock::now() + how_long;
    std::vector<std::thread> threads;
    for (const auto& caller : callers_) {
      threads.emplace_back([&, until] {
        try {
          while (Clock::now() < until && !outcomes_.is_full()) caller->step(mix);
          if (!caller->all_answered())
            outcomes_.complain(stress::Wrong::untrue, "asynchronous calls were not answered within 60 s");
        } catch (const std::exception& exception) {
          outcomes_.complain(stress::Wrong::unexpected,
                             std::string("a call raised something unexpected: ") + exception.what());
        }
        --working;
      });
    }
    watch(working);
    for (std::thread& thread : threads) thread.join();
    run_.is_undisturbed = false;
  }
  // Ends the process if a call does not end.
  void watch(const std::atomic<std::size_t>& working) {
    while (working != 0) {
      std::this_thread::sleep_for(20ms);
      std::string stuck;
      for (const auto& caller : callers_) {
        const auto busy = caller->busy_with(std::chrono::seconds(options_.hang_s));
        if (!busy.empty()) stuck += "  " + busy + "\n";
      }
      if (stuck.empty()) continue;
      std::cerr << "calls that have not ended within " << options_.hang_s << " s:\n"
                << stuck << "in progress: " << outcomes_.in_progress() << std::endl;
      std::_Exit(3);
    }
  }
  // Afterwards every binding has its connection, and no call is in progress.
  void settle() {
    callers_.front()->call_each();
    bindings_.control()->settle();
  }
  void compare() {
    const auto finding = outcomes_.compare(journal_);
    compared_ = ", \"executed\": " + std::to_string(finding.executed);
    for (const auto& [told, count] : finding.told) {
      compared_ +=
          std::string(", \"") + stress::names_of_told[static_cast<std::size_t>(told)] + "\": " + std::to_string(count);
    }
  }
  static std::string quoted(const std::string& text) {
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' || c == '\\' || c < ' ' ? '\'' : c;
    return quoted + "\"";
  }
  void say() {
    std::ostringstream out;
    const auto count = [&out](const char* name, auto value) { out << '"' << name << "\": " << value << ", "; };
    out << '{';
    count("calls", outcomes_.calls());
    count("failed", run_.failed.load());
    count("with_deadline", run_.with_deadline.load());
    count("latest_us", run_.latest_us.load());
    count("noise_us", std::chrono::duration_cast<std::chrono::microseconds>(noise_.worst()).count());
    count("descriptors", entries("/proc/self/fd"));
    count("threads", entries("/proc/self/task"));
    out << "\"texts\": [";
    std::string counted;
    bool first = true;
    for (std::size_t i = 0; i < stress::names_of_wrong.size(); ++i) {
      std::uint64_t complaints = 0;
      for (const auto* record : {&outcomes_.record(), &journal_.record()}) {
        complaints += record->complaints(static_cast<stress::Wrong>(i));
        for (const auto& text : record->texts(static_cast<stress::Wrong>(i))) {
          out << (first ? "" : ", ") << quoted(text);
          first = false;
        }
      }
      counted +=
          std::string(i == 0 ? "" : ", ") + '"' + stress::names_of_wrong[i] + "\": " + std::to_string(complaints);
    }
    out << "], \"wrong\": {" << counted << '}' << compared_ << '}';
    std::cout << out.str() << std::endl;
  }

  const Options options_;
  const IDL::traits<PortableServer::POA>::ref_type root_;
  stress::Bindings bindings_;
  const stress::Journal journal_;
  stress::Outcomes outcomes_;
  stress::Noise noise_;
  stress::Run run_;
  std::vector<std::unique_ptr<Caller>> callers_;
  std::string compared_;
};

int run(int argc, char** argv) {
  const auto orb = init_orb(argc, argv);
  Options options;
  constexpr std::size_t calls_limit = 4'000'000'000;
  measure::CommandLine flags("stress_client --ior-dir DIR --journal FILE --log FILE --calls-max N",
                             "Does what each line of its input says: 'run MILLISECONDS MIX', 'settle', 'compare'.");
  flags.required("ior-dir", options.folder, "where the server writes its references")
      .required("journal", options.journal, "where the server writes what it has executed")
      .required("log", options.log, "where this client writes what it was told")
      .count("calls-max", options.calls_max, "how many calls both have room for", calls_limit)
      .text("transport", options.transport, "tcp, unix, shm or tls")
      .count("threads", options.threads, "how many threads call (8)")
      .count("seed", options.seed, "of what they do (1)")
      .count("lateness-ms", options.lateness_ms, "how late a call may be, beyond the machine's noise (50)")
      .count("hang-s", options.hang_s, "after which time a call counts as one that never ends (60)");
  if (!flags.parse(argc, argv)) return 0;
  {
    Client client(orb, options);
    for (std::string line; std::getline(std::cin, line);) client.obey(line);
  }
  orb->destroy();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return run_program("stress_client", [&] { return run(argc, argv); });
}
