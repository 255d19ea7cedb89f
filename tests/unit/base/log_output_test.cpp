// The output of the log to a file.

#include "base/log/log_output.hpp"

#include "base/log/log.hpp"
#include "base/text/json_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

namespace log = dimma::log;
using log::detail::Format;

class LogOutput : public testing::Test {
 protected:
  LogOutput() {
    std::string pattern = (std::filesystem::temp_directory_path() / "dimma-log-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
    file_ = folder_ / "log";
    log::set_levels("debug");
  }
  ~LogOutput() override { std::filesystem::remove_all(folder_); }

  std::string append_to(const std::filesystem::path& file, Format format) const {
    log::detail::set_format(format);
    return log::detail::append_to_file(file.string());
  }
  std::string written() const {
    std::ostringstream text;
    text << std::ifstream(file_).rdbuf();
    return text.str();
  }

  std::filesystem::path folder_;
  std::filesystem::path file_;
};

void say(const std::string& text) {
  log::write(log::Event::connection_closed, [&] { return log::Entry{text}; });
}

// 1970-01-02T03:04:05.000678Z
constexpr std::chrono::system_clock::time_point some_time{std::chrono::hours(27) + std::chrono::minutes(4) +
                                                          std::chrono::seconds(5) + std::chrono::microseconds(678)};

log::Record record_of(std::string_view text) {
  return {some_time, log::Level::warning, log::Room::iiop, "connection_closed", text, 0, {}, {}, {}, {}, 0};
}

std::string json_of(std::string_view text) {
  std::string json;
  while (!text.empty()) {
    const dimma::JsonCharacter next(text);
    json += next.octets();
    text.remove_prefix(next.taken());
  }
  return json;
}

TEST_F(LogOutput, AnyOctetsAreAJsonString) {
  EXPECT_EQ(json_of("a\"b\\c/\xc3\xa9\xf0\x9f\x98\x80"), "a\\\"b\\\\c/\xc3\xa9\xf0\x9f\x98\x80");
  EXPECT_EQ(json_of(std::string_view("\0\n\x1f\x7f\xc2\x80\xc2\x9f", 8)), "\\u0000\\u000a\\u001f\\u007f\\u0080\\u009f");
  EXPECT_EQ(json_of("\xff\xc3(\xed\xa0\x80"), "\xef\xbf\xbd\xef\xbf\xbd(\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
  for (int octet = 0; octet < 256; ++octet) {
    const char character = static_cast<char>(octet);
    EXPECT_FALSE(json_of({&character, 1}).empty());
  }
}

TEST_F(LogOutput, LinesOfTextHaveTheirTimeAndAreAppended) {
  std::ofstream(file_) << "before\n";
  ASSERT_EQ(append_to(file_, Format::text), "");
  log::detail::write_line(record_of("a\nb"));
  auto counted = record_of("c");
  counted.held_back = 7;
  log::detail::write_line(counted);
  EXPECT_EQ(written(),
            "before\n1970-01-02T03:04:05.000678Z dimma: warning: a\\x0ab\n"
            "1970-01-02T03:04:05.000678Z dimma: warning: c (7 similar messages suppressed)\n");
}

TEST_F(LogOutput, AJsonLineHasTheMembersThatTheEventHas) {
  ASSERT_EQ(append_to(file_, Format::json), "");
  const std::string begin = R"({"time":"1970-01-02T03:04:05.000678Z","level":"warning","room":"iiop",)"
                            R"("event":"connection_closed","pid":)" +
                            std::to_string(::getpid());
  log::detail::write_line(record_of("a\"b"));
  EXPECT_EQ(written(), begin + ",\"text\":\"a\\\"b\"}\n");
  std::filesystem::resize_file(file_, 0);
  auto whole = record_of("");
  whole.peer = "p";
  whole.endpoint = "e";
  whole.object = "o";
  whole.operation = "f";
  whole.minor = 3;
  whole.held_back = 4;
  log::detail::write_line(whole);
  EXPECT_EQ(written(),
            begin + R"(,"peer":"p","endpoint":"e","object":"o","operation":"f","minor":3,"held_back":4,"text":""})"
                    "\n");
}

TEST_F(LogOutput, ALineIsNoLongerThanAPipeTakesAsOne) {
  for (const Format format : {Format::text, Format::json}) {
    for (const std::string& unit : {std::string("x"), std::string("\""), std::string("\n"), std::string("\xff"),
                                    std::string("\xf0\x9f\x98\x80")}) {
      std::filesystem::remove(file_);
      ASSERT_EQ(append_to(file_, format), "");
      std::string much;
      while (much.size() < 10'000) much += unit;
      auto record = record_of(much);
      record.peer = record.endpoint = record.object = record.operation = much;
      record.minor = 0xffff'ffff;
      record.held_back = ~std::uint64_t{0};
      log::detail::write_line(record);
      const std::string line = written();
      EXPECT_LE(line.size(), log::detail::line_octets_max);
      EXPECT_GT(line.size(), log::detail::line_octets_max - 16) << "more would fit";
      EXPECT_EQ(line.find('\n'), line.size() - 1);
      EXPECT_NE(line.find(format == Format::json ? "...\"}\n" : "... (1844"), std::string::npos) << line;
    }
  }
}

TEST_F(LogOutput, AnotherFileTakesThePlaceOfTheOneBefore) {
  const auto other = folder_ / "other";
  ASSERT_EQ(append_to(other, Format::text), "");
  say("a");
  ASSERT_EQ(append_to(file_, Format::text), "");
  say("b");
  EXPECT_NE(written().find("dimma: info: b\n"), std::string::npos);
  EXPECT_EQ(written().find("dimma: info: a\n"), std::string::npos);
  struct stat found {};
  ASSERT_EQ(::stat(file_.c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0137U, 0U) << "others can read it, or run it";
}

TEST_F(LogOutput, GoesOnAtTheNewEndOfAFileThatIsTruncated) {
  ASSERT_EQ(append_to(file_, Format::text), "");
  say("a");
  std::filesystem::resize_file(file_, 0);
  say("b");
  EXPECT_EQ(written().find("20"), 0U) << written();
  EXPECT_NE(written().find("dimma: info: b\n"), std::string::npos);
}

TEST_F(LogOutput, ABadFileIsRefusedAndTheLogStaysTheSame) {
  ASSERT_EQ(append_to(file_, Format::text), "");
  const auto fifo = folder_ / "fifo";
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  EXPECT_EQ(append_to(fifo, Format::text), "cannot be opened: No such device or address");
  EXPECT_EQ(append_to(folder_, Format::text), "cannot be opened: Is a directory");
  EXPECT_EQ(append_to(folder_ / "none" / "log", Format::text), "cannot be opened: No such file or directory");
  say("a");
  EXPECT_NE(written().find("dimma: info: a\n"), std::string::npos);
}

// As on a disk that is full for a while.
TEST_F(LogOutput, ALineWhoseEndIsLostDoesNotSpoilTheNextOne) {
  ASSERT_EQ(append_to(file_, Format::text), "");
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const rlimit little{10, before.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &little);
  say("a");
  say("b");
  ::setrlimit(RLIMIT_FSIZE, &before);
  say("c");
  say("d");
  const std::string text = written();
  EXPECT_EQ(text.find('\n'), 10U) << text;
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3) << text;
  EXPECT_NE(text.find(" dimma: info: c\n20"), std::string::npos) << text;
}

}  // namespace
