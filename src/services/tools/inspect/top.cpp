#include "base/sync/clock.hpp"
#include "services/tools/common/flags.hpp"
#include "services/tools/common/output.hpp"
#include "services/tools/common/words.hpp"
#include "services/tools/inspect/inspect.hpp"
#include "services/tools/inspect/inspected.hpp"
#include "services/tools/inspect/top_table.hpp"

#include <boost/json.hpp>

#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <map>
#include <vector>

namespace dimma::tools::inspect {

namespace {

using std::chrono::milliseconds;

volatile std::sig_atomic_t is_interrupted = 0;
void interrupt(int) { is_interrupted = 1; }

// Makes the terminal deliver keys at once and without echo, until destruction.
class Keys {
 public:
  Keys() : is_terminal_(isatty(STDIN_FILENO) == 1 && tcgetattr(STDIN_FILENO, &before_) == 0) {
    if (!is_terminal_) return;
    termios now = before_;
    now.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    tcsetattr(STDIN_FILENO, TCSANOW, &now);
  }
  ~Keys() {
    if (is_terminal_) tcsetattr(STDIN_FILENO, TCSANOW, &before_);
  }
  Keys(const Keys&) = delete;
  Keys& operator=(const Keys&) = delete;

  // Waits. Returns false if the user quits or interrupts the program.
  bool wait(milliseconds time) const {
    pollfd input{is_terminal_ ? STDIN_FILENO : -1, POLLIN, 0};
    const auto until = Clock::now() + time;
    while (is_interrupted == 0) {
      const auto left = std::chrono::ceil<milliseconds>(until - Clock::now());
      if (left.count() <= 0) return true;
      if (poll(&input, 1, static_cast<int>(left.count())) <= 0) continue;
      char key = 0;
      if (read(STDIN_FILENO, &key, 1) != 1 || key == 'q') return false;
    }
    return false;
  }

 private:
  termios before_{};
  const bool is_terminal_;
};

std::string text_of(const boost::json::value& value) { return printable(boost::json::value_to<std::string>(value)); }

// Returns the peer addresses of the operation's calls; the channel's name if they are unknown.
std::string addresses_of(const boost::json::value& channel, const boost::json::value& operation) {
  std::string all;
  if (const auto* const addresses = operation.as_object().if_contains("addresses")) {
    for (const auto& address : addresses->as_array()) all += (all.empty() ? "" : ", ") + text_of(address);
  }
  return all.empty() ? text_of(channel.at("name")) : all;
}

class Rounds {
 public:
  // Throws std::exception if the JSON is not a description.
  std::vector<Row> read(const boost::json::value& described) {
    const auto now = Clock::now();
    const double seconds = std::chrono::duration<double>(now - last_).count();
    std::map<std::string, std::int64_t> seen;
    std::vector<Row> rows;
    for (const auto& channel : described.at("channels").as_array()) {
      for (const auto& operation : channel.at("operations").as_array()) {
        Row row = row_of(channel, operation);
        const std::string key = boost::json::serialize(channel.at("id")) + ' ' + row.operation;
        const auto before = before_.find(key);
        if (before != before_.end()) row.rate = static_cast<double>(row.calls - before->second) / seconds;
        seen.emplace(key, row.calls);
        rows.push_back(std::move(row));
      }
    }
    before_ = std::move(seen);
    last_ = now;
    std::stable_sort(rows.begin(), rows.end(), [](const Row& one, const Row& other) {
      return one.rate != other.rate ? one.rate > other.rate : one.p99_us > other.p99_us;
    });
    return rows;
  }

 private:
  static Row row_of(const boost::json::value& channel, const boost::json::value& operation) {
    Row row;
    row.operation = text_of(operation.at("operation"));
    row.at = text_of(channel.at("side")) + ", " + addresses_of(channel, operation);
    row.calls = operation.at("calls").to_number<std::int64_t>();
    row.in_progress = operation.at("in_progress").to_number<std::int64_t>();
    for (const auto& failure : operation.at("failures").as_array()) {
      row.failed += failure.at("count").to_number<std::int64_t>();
    }
    row.p50_us = operation.at("p50_us").to_number<double>();
    row.p99_us = operation.at("p99_us").to_number<double>();
    row.max_us = operation.at("max_us").to_number<double>();
    return row;
  }

  std::map<std::string, std::int64_t> before_;
  Clock::time_point last_ = Clock::now();
};

void print_as_json(const std::vector<Row>& rows) {
  boost::json::array operations;
  for (const Row& row : rows) {
    operations.push_back(boost::json::object{{"operation", row.operation},
                                             {"at", row.at},
                                             {"calls_per_s", std::round(row.rate * 10) / 10},
                                             {"calls", row.calls},
                                             {"failed", row.failed},
                                             {"in_progress", row.in_progress},
                                             {"p50_us", row.p50_us},
                                             {"p99_us", row.p99_us},
                                             {"max_us", row.max_us}});
  }
  print_json(boost::json::object{{"operations", std::move(operations)}});
  flush_output();
}

void print(const boost::json::value& described, const std::vector<Row>& rows) {
  const auto& process = described.at("process");
  const Screen screen = Screen::of_standard_output();
  std::vector<std::string> lines{screen.cut(text_of(process.at("program")) + ' ' +
                                            boost::json::serialize(process.at("pid")) + ", " +
                                            boost::json::serialize(process.at("threads")) + " threads, " +
                                            boost::json::serialize(process.at("descriptors")) + " descriptors")};
  if (described.at("orb").at("metrics").as_bool()) {
    for (auto& line : table_of(rows, screen)) lines.push_back(std::move(line));
  } else {
    lines.push_back(screen.cut("no metrics: the process has --dimma-metrics off"));
  }
  if (screen.can_be_cleared) print_text(Screen::clear);
  for (const auto& line : lines) print_line(line);
  flush_output();
}

}  // namespace

int run_top(Invocation invocation) {
  using namespace std::chrono_literals;
  std::string target;
  std::size_t count = 0;
  milliseconds interval{1000};
  bool is_json = false;
  Flags flags(invocation.command,
              "Shows the operations of a running process, and updates them: how often each is called, how long calls "
              "take,\nand how many failed or are in progress. The process must be started with --dimma-inspect, or "
              "with\n--dimma-inspect-objects and --dimma-metrics on.\nThe key q ends it. If standard output is not a "
              "terminal, the rounds are printed one after the other.");
  flags.toggle("json", is_json, "print each round as a line of JSON");
  flags.count("rounds", count, "number of rounds; 0: until interrupted", 0, 1'000'000'000);
  flags.time("interval", interval, "the time between two rounds", 10ms, 24h);
  flags.argument("TARGET", target, target_help);
  if (!flags.parse(invocation.arguments)) return done;
  const auto process = inspected(invocation.orb, target);
  Rounds rounds;
  is_interrupted = 0;
  std::signal(SIGINT, interrupt);
  const Keys keys;
  for (std::size_t number = 1; count == 0 || number <= count; ++number) {
    if (number != 1 && !keys.wait(interval)) break;
    const auto described = process->description();
    try {
      const auto rows = rounds.read(described);
      is_json ? print_as_json(rows) : print(described, rows);
    } catch (const boost::system::system_error&) {
      throw Failure(refused, "the answer is not from this version of dimma");
    } catch (const std::invalid_argument&) {
      throw Failure(refused, "the answer is not from this version of dimma");
    } catch (const std::out_of_range&) {
      throw Failure(refused, "the answer is not from this version of dimma");
    }
  }
  return done;
}

}  // namespace dimma::tools::inspect
