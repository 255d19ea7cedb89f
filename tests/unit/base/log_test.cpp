#include "base/log/log.hpp"

#include "base/log/log_history.hpp"
#include "base/log/log_limit.hpp"

#include <dimma/exception.hpp>

#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

namespace log = dimma::log;
using log::Event;
using log::Level;
using log::Room;

class Log : public testing::Test {
 protected:
  Log() { log::set_levels("warning"); }
  ~Log() override {
    log::set_sink({});
    log::set_levels("warning");
  }
};

void say(Event event, const std::string& text) {
  log::write(event, [&] { return log::Entry{text}; });
}

std::string fault_of(const char* levels) {
  try {
    log::set_levels(levels);
  } catch (const CORBA::BAD_PARAM& refused) {
    return refused._detail();
  }
  return {};
}

TEST_F(Log, WritesOneLineWithoutHostileOctets) {
  testing::internal::CaptureStderr();
  say(Event::option_passed_over, "a\nb\x1b[2J\xff'");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "dimma: warning: a\\x0ab\\x1b[2J\\xff'\n");
}

TEST_F(Log, RemembersWhileItIsWanted) {
  EXPECT_TRUE(log::event_counts().empty());
  log::set_levels("off");
  {
    const log::HistoryWanted wanted;
    EXPECT_EQ(log::levels(), "off");
    testing::internal::CaptureStderr();
    for (int i = 0; i < 300; ++i) say(Event::option_passed_over, std::to_string(i));
    say(Event::connection_accepted, "info is counted only");
    say(Event::request_served, "debug is not");
    log::set_levels("off");  // `wanted` stays in effect
    for (int i = 0; i < 20; ++i) say(Event::connection_broken, std::to_string(i));
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
    std::vector<std::pair<Event, std::uint64_t>> counts;
    for (const auto& [event, count] : log::event_counts()) counts.emplace_back(event, count);
    EXPECT_EQ(counts,
              (std::vector<std::pair<Event, std::uint64_t>>{
                  {Event::option_passed_over, 300}, {Event::connection_broken, 20}, {Event::connection_accepted, 1}}));
    const auto records = log::kept_records();
    ASSERT_EQ(records.size(), 256U);
    EXPECT_EQ(records.back().event, Event::connection_broken);
    EXPECT_EQ(records.back().text, "9");  // further ones within a minute are suppressed
    EXPECT_EQ(records.front().text, "54");
  }
  EXPECT_TRUE(log::event_counts().empty());
  EXPECT_TRUE(log::kept_records().empty());
  EXPECT_FALSE(log::wants(Event::connection_accepted));
}

TEST_F(Log, LinesAreBoundedAndDoNotMix) {
  testing::internal::CaptureStderr();
  std::vector<std::thread> threads;
  for (const char letter : {'a', 'b', 'c', 'd'}) {
    threads.emplace_back([letter] {
      for (int i = 0; i < 50; ++i) say(Event::option_passed_over, std::string(5000, letter));
    });
  }
  for (auto& thread : threads) thread.join();
  std::istringstream written(testing::internal::GetCapturedStderr());
  int lines = 0;
  for (std::string line; std::getline(written, line); ++lines) {
    EXPECT_LT(line.size(), 4096U);
    ASSERT_EQ(line.substr(0, 16), "dimma: warning: ");
    const std::string text = line.substr(16);
    EXPECT_EQ(text.find_first_not_of(text.front()), text.size() - 3) << "then three dots";
  }
  EXPECT_EQ(lines, 200);
}

TEST_F(Log, GivesASinkTheFields) {
  std::vector<std::string> said;
  log::set_sink([&](const log::Record& record) {
    std::ostringstream line;
    line << record.event << '|' << log::to_string(record.room) << '|' << log::to_string(record.level) << '|'
         << record.text << '|' << record.peer << '|' << record.endpoint << '|' << record.object << '|'
         << record.operation << '|' << record.minor;
    said.push_back(line.str());
    EXPECT_NE(record.time, std::chrono::system_clock::time_point());
  });
  log::write(Event::servant_threw, [] { return log::Entry{"threw", "tcp:h:1", "tcp:h:2", "42", "pay", 7}; });
  EXPECT_EQ(said, std::vector<std::string>{"servant_threw|poa|error|threw|tcp:h:1|tcp:h:2|42|pay|7"});
}

TEST_F(Log, LevelsAreOfRooms) {
  log::set_levels("iiop=debug,poa=off,error");
  EXPECT_EQ(log::levels(), "error,poa=off,iiop=debug");
  EXPECT_TRUE(log::is_on(Room::iiop, Level::debug));
  EXPECT_TRUE(log::is_on(Room::tls, Level::error));
  EXPECT_FALSE(log::is_on(Room::tls, Level::warning));
  EXPECT_FALSE(log::is_on(Room::poa, Level::error));
  EXPECT_FALSE(log::is_on(Room::iiop, Level::off));
  log::set_levels(log::levels());
  EXPECT_EQ(log::levels(), "error,poa=off,iiop=debug");
  log::set_levels("access=info");
  EXPECT_EQ(log::levels(), "warning,access=info");
}

TEST_F(Log, WrongLevelsAreRefusedAndChangeNothing) {
  EXPECT_EQ(fault_of("iiop=debug,warn"),
            "log levels: at character 12, 'warn': expected LEVEL or ROOM=LEVEL; the levels are off, error, "
            "warning, info, debug");
  EXPECT_EQ(fault_of("iop=debug"),
            "log levels: at character 1, 'iop=debug': unknown room; the rooms are orb, poa, access, iiop, transport, "
            "tls, flow");
  EXPECT_EQ(fault_of("iiop=loud"),
            "log levels: at character 1, 'iiop=loud': unknown level; the levels are off, error, warning, info, debug");
  for (const char* const wrong : {"", ",", "error,", "error,info", "tls=info,tls=info", "tls=", "=info", " info"}) {
    EXPECT_NE(fault_of(wrong), "") << wrong;
  }
  EXPECT_NE(fault_of(std::string(1000, 'x').c_str()), "");
  EXPECT_EQ(log::levels(), "warning");
}

TEST_F(Log, MakesNoWordsForWhatIsNotWanted) {
  log::set_levels("off");
  for (std::size_t event = 0; event < log::events.size(); ++event) {
    log::write(static_cast<Event>(event), []() -> log::Entry { throw std::logic_error("must not be made"); });
  }
}

TEST_F(Log, HoldsBackWhatComesTooOftenAndCountsIt) {
  std::vector<std::string> lines;
  log::set_sink([&](const log::Record& record) { lines.push_back(log::line_of(record)); });
  // Lines that were suppressed in other tests are reported first.
  say(Event::accept_failed, "once");
  say(Event::connection_broken, "once");
  log::set_levels("warning");
  lines.clear();
  for (int i = 0; i < 25; ++i) say(Event::accept_failed, std::to_string(i));
  say(Event::connection_broken, "another");
  ASSERT_EQ(lines.size(), 11U);
  EXPECT_EQ(lines.front(), "warning: 0");
  EXPECT_EQ(lines[9], "warning: 9");
  EXPECT_EQ(lines[10], "warning: another");
  log::set_levels("warning");
  say(Event::accept_failed, "again");
  EXPECT_EQ(lines.back(), "warning: again (15 similar messages suppressed)");
}

TEST_F(Log, ALimitLetsThroughItsShareOfAMinute) {
  log::Limit limit;
  auto now = log::Limit::Clock::now();
  const auto admitted = [&](int times) {
    int count = 0;
    for (int i = 0; i < times; ++i) count += limit.admit(10, now) ? 1 : 0;
    return count;
  };
  EXPECT_EQ(admitted(50), 10);
  now += std::chrono::seconds(6);
  EXPECT_EQ(admitted(50), 1);
  now += std::chrono::seconds(18);
  EXPECT_EQ(limit.admit(10, now), 49U) << "since the one that told of forty";
  EXPECT_EQ(admitted(50), 2);
  now += std::chrono::hours(1);
  EXPECT_EQ(admitted(50), 10);
}

TEST_F(Log, ASinkThatThrowsLosesNoRecord) {
  log::set_sink([](const log::Record&) { throw std::runtime_error("no syslog"); });
  testing::internal::CaptureStderr();
  say(Event::option_passed_over, "kept");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "dimma: warning: kept\n");
}

TEST_F(Log, RecordsMadeWithinASinkGoToStderr) {
  int calls = 0;
  log::set_sink([&](const log::Record&) {
    ++calls;
    say(Event::option_passed_over, "inner");
    EXPECT_THROW(log::set_sink({}), CORBA::BAD_INV_ORDER);
  });
  testing::internal::CaptureStderr();
  say(Event::option_passed_over, "outer");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "dimma: warning: inner\n");
  EXPECT_EQ(calls, 1);
}

TEST_F(Log, AnEventWithoutMemoryForItsWordsIsNamed) {
  testing::internal::CaptureStderr();
  log::write(Event::accept_failed, []() -> log::Entry { throw std::bad_alloc(); });
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "dimma: warning: accept_failed\n");
}

// After set_sink() no thread is in the previous sink, so that its captures may be destroyed.
TEST_F(Log, SinksAreReplacedWhileOthersWrite) {
  log::set_sink([](const log::Record&) {});
  std::vector<std::thread> threads;
  dimma::sync::Atomic<bool> ends{false};
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      while (!ends.load()) say(Event::option_passed_over, "x");
    });
  }
  for (int i = 0; i < 200; ++i) {
    auto used = std::make_unique<dimma::sync::Atomic<bool>>(true);
    log::set_sink([&used](const log::Record&) { EXPECT_TRUE(used->load()); });
    log::set_levels(i % 2 == 0 ? "warning" : "debug");
    log::set_sink([](const log::Record&) {});
    used->store(false);
  }
  ends.store(true);
  for (auto& thread : threads) thread.join();
}

TEST_F(Log, TheManualListsEachEvent) {
  std::ifstream manual(std::string(DIMMA_SOURCE_DIR) + "/docs/guides/logging.md");
  std::set<std::string> listed;
  for (std::string line; std::getline(manual, line);) {
    if (line.starts_with("| `"))
      listed.insert(line.substr(0, line.find('|', 2 + line.find('|', 2 + line.find('|', 2)))));
  }
  for (const auto& facts : log::events) {
    const std::string row = "| `" + std::string(facts.name) + "` | " + std::string(log::to_string(facts.room)) + " | " +
                            std::string(log::to_string(facts.level)) + " ";
    EXPECT_TRUE(listed.contains(row)) << row;
  }
}

}  // namespace
