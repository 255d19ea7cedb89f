#include "services/tools/ping/ping.hpp"

#include "base/sync/clock.hpp"
#include "services/tools/common/flags.hpp"
#include "services/tools/common/output.hpp"
#include "services/tools/common/reference.hpp"
#include "services/tools/common/words.hpp"

#include <dimma/binding.hpp>

#include <boost/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <thread>
#include <vector>

namespace dimma::tools::ping {

namespace {

using ObjectRef = CORBA::object_reference<CORBA::Object>;
using std::chrono::milliseconds;

volatile std::sig_atomic_t is_interrupted = 0;
void interrupt(int) { is_interrupted = 1; }

struct Answer {
  enum class Kind { exists, is_gone, none };
  Kind kind = Kind::none;
  double took_ms = 0;
  std::string from;   // for example "tcp 127.0.0.1:2809"; empty if unknown
  std::string words;  // the message of the exception
};

// Returns the address to which the only binding is connected, from the description of the ORB.
std::string peer_of(const CORBA::object_reference<CORBA::ORB>& orb) {
  std::string planned;
  const Description description = dimma::describe(orb);
  for (const auto& line : description.lines()) {
    if (!line.name.starts_with("binding")) continue;
    if (line.name.ends_with(": connection") && !line.usage.empty()) return printable(line.usage);
    if (line.name.ends_with(": endpoint")) planned = printable(line.planned);
  }
  return planned;
}

// Calls _non_existent(). A server that does not support it replies with an exception, which is an answer too.
Answer ask(const ObjectRef& object) {
  Answer answer;
  const auto begin = Clock::now();
  try {
    answer.kind = object->_non_existent() ? Answer::Kind::is_gone : Answer::Kind::exists;
  } catch (const CORBA::OBJECT_NOT_EXIST& gone) {
    answer.kind = Answer::Kind::is_gone;
    answer.words = words_of(gone);
  } catch (const CORBA::NO_IMPLEMENT&) {
    answer.kind = Answer::Kind::exists;
  } catch (const CORBA::BAD_OPERATION&) {
    answer.kind = Answer::Kind::exists;
  } catch (const CORBA::SystemException& raised) {
    answer.words = words_of(raised);
  }
  answer.took_ms = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
  if (answer.kind != Answer::Kind::none) answer.from = peer_of(object->_get_orb());
  return answer;
}

// Rounds to microseconds.
double shown(double time_ms) { return std::round(time_ms * 1000) / 1000; }

std::string milliseconds_text(double time) {
  char text[40];
  std::snprintf(text, sizeof text, "%.3f ms", time);
  return text;
}

const char* outcome_text(Answer::Kind kind) {
  switch (kind) {
    case Answer::Kind::exists:
      return "answers";
    case Answer::Kind::is_gone:
      return "does not exist";
    case Answer::Kind::none:
      break;
  }
  return "no answer";
}

void print(std::size_t number, const Answer& answer, bool is_json) {
  if (is_json) {
    return print_json(boost::json::object{{"number", number},
                                          {"outcome", outcome_text(answer.kind)},
                                          {"took_ms", shown(answer.took_ms)},
                                          {"from", answer.from},
                                          {"words", answer.words}});
  }
  std::string line = std::to_string(number) + ": " + outcome_text(answer.kind);
  if (answer.kind != Answer::Kind::none) line += " in " + milliseconds_text(answer.took_ms) + ", " + answer.from;
  if (!answer.words.empty()) line += ": " + answer.words;
  print_line(line);
}

// Counts the calls, and collects the times of the answered ones.
struct Summary {
  std::size_t sent = 0;
  std::size_t good = 0;
  std::vector<double> times_ms = {};

  void add(const Answer& answer) {
    ++sent;
    good += answer.kind == Answer::Kind::exists;
    if (answer.kind != Answer::Kind::none) times_ms.push_back(answer.took_ms);
  }

  void print(bool is_json) {
    std::sort(times_ms.begin(), times_ms.end());
    const double median = times_ms.empty() ? 0 : times_ms[times_ms.size() / 2];
    const double loss = sent == 0 ? 0 : 100.0 * static_cast<double>(sent - times_ms.size()) / static_cast<double>(sent);
    if (is_json) {
      boost::json::object json{{"sent", sent}, {"answered", times_ms.size()}, {"exist", good}, {"loss_percent", loss}};
      if (!times_ms.empty()) {
        json["min_ms"] = shown(times_ms.front());
        json["median_ms"] = shown(median);
        json["max_ms"] = shown(times_ms.back());
      }
      return print_json(json);
    }
    std::string line = std::to_string(sent) + " sent, " + std::to_string(times_ms.size()) + " answered";
    char percent[40];
    std::snprintf(percent, sizeof percent, ", %.0f %% lost", loss);
    line += percent;
    if (!times_ms.empty()) {
      line += "; min/median/max " + milliseconds_text(times_ms.front()) + " / " + milliseconds_text(median) + " / " +
              milliseconds_text(times_ms.back());
    }
    print_line(line);
  }
};

// Sleeps. Returns early if the program is interrupted.
void wait(milliseconds interval) {
  constexpr milliseconds step{20};
  const auto until = Clock::now() + interval;
  while (is_interrupted == 0 && Clock::now() < until) {
    std::this_thread::sleep_for(std::min<Clock::duration>(step, until - Clock::now()));
  }
}

ObjectRef object_of(CORBA::ORB& orb, const std::string& given) {
  try {
    return read_reference(orb, given);
  } catch (const CORBA::SystemException& raised) {
    throw Failure(refused, "the reference cannot be resolved: " + words_of(raised));
  }
}

}  // namespace

int run(Invocation invocation) {
  using namespace std::chrono_literals;
  std::string given;
  std::size_t count = 4;
  milliseconds interval{1000};
  milliseconds deadline{3000};
  bool is_json = false;
  Flags flags(invocation.command,
              "Asks an object repeatedly whether it exists, and prints the time of each round trip with its transport "
              "and\naddress; then the minimum, the median and the maximum, and the number of lost requests. The first "
              "request\nconnects. With --json each is an object on a line of its own, and the last line is the "
              "summary. The exit status\nis 1 unless each was answered by an object that exists.");
  flags.count("count", count, "number of requests; 0: until interrupted", 0, 1'000'000'000);
  flags.time("interval", interval, "the time between two requests", 1ms, 24h);
  flags.time("deadline", deadline, "the time limit of each request", 1ms, 24h);
  flags.toggle("json", is_json, "print JSON");
  flags.argument("REF", given, reference_help);
  if (!flags.parse(invocation.arguments)) return done;
  const ObjectRef object = with_deadline(object_of(*invocation.orb, given), deadline);
  is_interrupted = 0;
  std::signal(SIGINT, interrupt);
  Summary summary;
  for (std::size_t number = 1; is_interrupted == 0 && (count == 0 || number <= count); ++number) {
    if (number != 1) wait(interval);
    if (is_interrupted != 0) break;
    const Answer answer = ask(object);
    summary.add(answer);
    print(number, answer, is_json);
    flush_output();
  }
  summary.print(is_json);
  return summary.sent != 0 && summary.good == summary.sent ? done : refused;
}

}  // namespace dimma::tools::ping
