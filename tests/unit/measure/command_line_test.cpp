#include "measure/command_line.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

struct Parsed {
  std::string name = "unnamed";
  std::string folder;
  std::size_t calls = 5;
  bool json = false;
  bool go_on = false;
};

Parsed parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "program");
  Parsed parsed;
  measure::CommandLine line("program --folder DIR", "Does something.");
  line.required("folder", parsed.folder, "where").text("name", parsed.name, "who");
  line.count("calls", parsed.calls, "how many", 100).toggle("json", parsed.json, "report as JSON");
  parsed.go_on = line.parse(static_cast<int>(arguments.size()), arguments.data());
  return parsed;
}

// The error that a bad command line causes.
std::string complaint(const std::vector<const char*>& arguments) {
  try {
    parse(arguments);
  } catch (const measure::UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(CommandLine, SetsWhatIsGivenAndKeepsTheRest) {
  const Parsed parsed = parse({"--folder", "/tmp", "--calls=7", "--json"});
  EXPECT_TRUE(parsed.go_on);
  EXPECT_EQ(parsed.folder, "/tmp");
  EXPECT_EQ(parsed.name, "unnamed");
  EXPECT_EQ(parsed.calls, 7U);
  EXPECT_TRUE(parsed.json);
}

TEST(CommandLine, HelpEndsTheProgram) { EXPECT_FALSE(parse({"--help"}).go_on); }

TEST(CommandLine, NamesTheFlagThatIsWrong) {
  EXPECT_NE(complaint({"--folder", "x", "--colour", "red"}).find("--colour"), std::string::npos);
  EXPECT_NE(complaint({"--folder", "x", "--call", "3"}).find("--call"), std::string::npos) << "abbreviations";
  EXPECT_NE(complaint({"--folder"}).find("--folder"), std::string::npos);
  EXPECT_EQ(complaint({"--json"}), "--folder is missing");
  EXPECT_EQ(complaint({"--folder", "x", "stray"}), "unexpected argument 'stray'");
  EXPECT_NE(complaint({"--folder", "x", "--folder", "y"}).find("--folder"), std::string::npos);
}

TEST(CommandLine, CountsAreWholeNumbersInRange) {
  for (const char* const wrong : {"0", "-3", "101", "3.5", "7x", "", "99999999999999999999"}) {
    EXPECT_EQ(complaint({"--folder", "x", "--calls", wrong}).rfind("--calls: '" + std::string(wrong), 0), 0U) << wrong;
  }
  EXPECT_EQ(parse({"--folder", "x", "--calls", "100"}).calls, 100U);
}

TEST(RunProgram, ToldApartByStatus) {
  EXPECT_EQ(measure::run_program("p", [] { return 0; }), 0);
  EXPECT_EQ(measure::run_program("p", []() -> int { throw measure::UsageError("--x"); }), 2);
  EXPECT_EQ(measure::run_program("p", []() -> int { throw std::runtime_error("broken"); }), 1);
}

}  // namespace
