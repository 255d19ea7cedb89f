// A file of options: what it sets, what overrides it, and its errors.

#include "orb/options/config_file.hpp"
#include "orb/options/read_options.hpp"

#include <dimma/binding.hpp>
#include <dimma/exception.hpp>
#include <dimma/minor.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <sys/stat.h>

namespace dimma::orb {
namespace {

using Addresses = std::vector<channel::ListenAddress>;

class ConfigFile : public testing::Test {
 protected:
  ConfigFile() {
    std::string pattern = (std::filesystem::temp_directory_path() / "dimma-config-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
    file_ = folder_ / "plant.conf";
  }
  ~ConfigFile() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& text) const { std::ofstream(file_) << text; }
  Options read(
      std::vector<std::string> arguments,
      const Environment& environment = [](const char*) { return static_cast<const char*>(nullptr); }) const {
    arguments.insert(arguments.begin(), {"--dimma-config", file_.string()});
    return read_options(arguments, environment);
  }
  std::string refusal(const std::vector<std::string>& arguments = {}) const {
    try {
      read(arguments);
    } catch (const CORBA::BAD_PARAM& refused) {
      EXPECT_EQ(refused.minor(), minor::bad_param_option);
      return refused._detail();
    }
    return "nothing was refused";
  }

  std::filesystem::path folder_;
  std::filesystem::path file_;
};

std::vector<std::string> faults_of(std::string_view text) {
  std::vector<std::string> all;
  for (const ConfigFault& fault : parse_config(text).faults) all.push_back(text_of("f", fault));
  return all;
}

std::vector<std::string> said_in(const Options& options) {
  std::vector<std::string> all;
  for (const SaidOption& said : options.said) all.push_back(said.option + ' ' + said.value + ' ' + said.from);
  return all;
}

TEST_F(ConfigFile, SetsOptionsByTheirNames) {
  write(
      "\xEF\xBB\xBF# a plant\r\n\n  idle=60s # seconds\r\n\tqos = deadline=2s,transport=tcp\n"
      "ORBInitRef = Lab=corbaname::host#lab/clock\nORBInitRef = Mill=corbaloc::mill/Mill\nmax-message =\t16M");
  const auto options = read({});
  EXPECT_EQ(options.idle_limit, std::chrono::seconds(60));
  EXPECT_EQ(options.qos, EngineeringQoS::parse("deadline=2s,transport=tcp"));
  EXPECT_EQ(options.initial_references.at("Lab"), "corbaname::host#lab/clock");
  EXPECT_EQ(options.initial_references.at("Mill"), "corbaloc::mill/Mill");
  EXPECT_EQ(options.message_octets_max, std::size_t{16} << 20);
  EXPECT_EQ(options.config_file, file_.string());
}

TEST_F(ConfigFile, IsWeakerThanTheEnvironmentAndThatThanTheCommandLine) {
  write("idle = 1s\nsend-timeout = 1s\ndrain-timeout = 1s\n");
  const auto environment = [](const char* name) -> const char* {
    const std::string_view variable = name;
    return variable == "DIMMA_SEND_TIMEOUT" || variable == "DIMMA_DRAIN_TIMEOUT" ? "2s" : nullptr;
  };
  const auto options = read({"--dimma-drain-timeout", "3s"}, environment);
  EXPECT_EQ(options.idle_limit, std::chrono::seconds(1));
  EXPECT_EQ(options.send_timeout, std::chrono::seconds(2));
  EXPECT_EQ(options.drain_timeout, std::chrono::seconds(3));
  EXPECT_EQ(said_in(options),
            (std::vector<std::string>{
                "--dimma-idle 1s " + file_.string() + ":1", "--dimma-send-timeout 2s DIMMA_SEND_TIMEOUT",
                "--dimma-config " + file_.string() + " command line", "--dimma-drain-timeout 3s command line"}));
}

TEST_F(ConfigFile, ListsGrowInAFileAndGiveWayToTheCommandLine) {
  write("endpoint = iiop://:1\nORBendPoint = giop:tcp::2\npublish = a\nORBInitRef = A=x\nORBInitRef = B=y\n");
  EXPECT_EQ(read({}).listen, (Addresses{{"", 1}, {"", 2}}));
  const auto options = read({"-ORBListenEndpoints", "iiop://:3", "-ORBInitRef", "B=z"});
  EXPECT_EQ(options.listen, (Addresses{{"", 3}}));
  EXPECT_EQ(options.publish, (Addresses{{"a", 0}}));
  EXPECT_EQ(options.initial_references.at("A"), "x");
  EXPECT_EQ(options.initial_references.at("B"), "z");
  EXPECT_EQ(said_in(options),
            (std::vector<std::string>{"--dimma-publish a " + file_.string() + ":3",
                                      "-ORBInitRef A=x " + file_.string() + ":4",
                                      "--dimma-config " + file_.string() + " command line",
                                      "--dimma-endpoint iiop://:3 command line", "-ORBInitRef B=z command line"}));
}

TEST_F(ConfigFile, IsNamedByTheVariableUnlessAnOptionNamesOne) {
  write("idle = 1s\n");
  const std::string name = file_.string();
  const auto environment = [&](const char* variable) {
    return std::string_view(variable) == "DIMMA_CONFIG" ? name.c_str() : nullptr;
  };
  std::vector<std::string> none;
  EXPECT_EQ(read_options(none, environment).idle_limit, std::chrono::seconds(1));
  const auto other = folder_ / "other";
  std::ofstream(other) << "nested-wait = 2s\n";
  std::vector<std::string> arguments{"--dimma-config", "/nowhere", "--dimma-config=" + other.string()};
  const auto options = read_options(arguments, environment);
  EXPECT_FALSE(options.idle_limit);
  EXPECT_EQ(options.nested_wait, std::chrono::seconds(2));
}

TEST_F(ConfigFile, FaultsSayWhereAndWhatToDo) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"idle 60s", "f:1:1: expected NAME = VALUE, not 'idle 60s'"},
      {"\n  = 60s # x", "f:2:3: expected NAME = VALUE, not '= 60s'"},
      {"log level = info", "f:1:1: expected NAME = VALUE, not 'log level = info'"},
      {"idle # = 5s", "f:1:1: expected NAME = VALUE, not 'idle'"},
      {"idle =   # 60s", "f:1:6: idle: the value is missing after '='"},
      {"idel = 60s", "f:1:1: 'idel' is not an option of the ORB; did you mean idle?"},
      {"ORBInitref = A=b", "f:1:1: 'ORBInitref' is not an option of the ORB; did you mean ORBInitRef?"},
      {"frobnicate = 1", "f:1:1: 'frobnicate' is not an option of the ORB; --dimma-help lists them"},
      {" --dimma-idle = 60s", "f:1:2: '--dimma-idle': names in a config file omit '--dimma-'; write 'idle'"},
      {"-ORBid = x", "f:1:1: '-ORBid': names in a config file omit '-'; write 'ORBid'"},
      {"help = x", "f:1:1: help is allowed on the command line only; remove it"},
      {"config = x", "f:1:1: config is allowed on the command line only; remove it"},
      {"ORBNoProprietaryActivation = 1",
       "f:1:1: ORBNoProprietaryActivation is allowed on the command line only; remove it"},
      {"idle = 1s\n\nidle = 1s", "f:3:1: idle: line 1 already sets it; remove one of them"},
      {"ORBid = a\nORBId = b", "f:2:1: ORBId: line 1 already sets it; remove one of them"},
      {"ORBInitRef = A=x\nORBInitRef = B=x\nORBInitRef = A=y",
       "f:3:1: ORBInitRef: line 1 already sets it; remove one of them"},
      {"ORBtraceLevel = 25", "f:1:1: the option ORBtraceLevel of another ORB has no effect"},
      {std::string("idle = 6\0s", 10), "f:1:9: this is not text; a config file is UTF-8 without control characters"},
      {"\x7f"
       "ELF\n\x01",
       "f:1:1: this is not text; a config file is UTF-8 without control characters"},
      {"tls-name = \xc3\xa9\xe9", "f:1:13: this is not text; a config file is UTF-8 without control characters"}};
  for (const auto& [text, fault] : cases) EXPECT_EQ(faults_of(text), std::vector<std::string>{fault}) << text;
  std::string many;
  for (std::size_t line = 0; line < 2 * config_faults_max; ++line) many += "x\n";
  EXPECT_EQ(faults_of(many).size(), config_faults_max);
  std::string long_list;
  for (std::size_t line = 0; line <= config_options_max; ++line) long_list += "publish = a\n";
  EXPECT_EQ(faults_of(long_list), std::vector<std::string>{"f:1001:1: a config file has at most 1000 options"});
  EXPECT_TRUE(faults_of("").empty());
  EXPECT_TRUE(faults_of("# idle").empty());
}

TEST_F(ConfigFile, AWrongOneIsRefusedWithItsFirstFault) {
  write("send-timeout = 1s\nidle =  5x\n");
  EXPECT_EQ(refusal().find(file_.string() + ":2:9: idle: '5x' is not a time"), 0U) << refusal();
  write("idle = 5x # \xc3\xa9\nidel = 1s\nlog = x\n");
  EXPECT_EQ(refusal().find(file_.string() + ":1:8: idle: '5x' is not a time"), 0U) << refusal();
  EXPECT_NE(refusal().find("(2 more errors; dimma config check FILE prints all)"), std::string::npos) << refusal();
  EXPECT_EQ(refusal({"--dimma-idle", "5s"}), refusal()) << "a value that is overridden";
}

TEST_F(ConfigFile, AnUnreadableOneIsRefused) {
  const std::string begin = "--dimma-config: " + file_.string() + ": ";
  EXPECT_EQ(refusal(), begin + "cannot be read: No such file or directory");
  ASSERT_EQ(::mkfifo(file_.c_str(), 0600), 0);
  EXPECT_EQ(refusal(), begin + "is not a regular file");
  std::filesystem::remove(file_);
  std::filesystem::create_directory(file_);
  EXPECT_EQ(refusal(), begin + "is a directory, not a config file");
  std::filesystem::remove(file_);
  write(std::string(config_octets_max, '\n'));
  EXPECT_EQ(refusal(), "nothing was refused");
  std::filesystem::resize_file(file_, config_octets_max + 1);
  EXPECT_EQ(refusal(), begin + "exceeds the maximum size of a config file (1 MiB)");
  std::vector<std::string> empty{"--dimma-config="};
  EXPECT_THROW(read_options(empty, [](const char*) { return nullptr; }), CORBA::BAD_PARAM);
}

TEST_F(ConfigFile, TheDescriptionOfTheOrbSaysWhereEachValueIsFrom) {
  write("idle = 7s\nheld-requests = 9\n");
  std::vector<std::string> arguments{"--dimma-config", file_.string(), "--dimma-held-requests=8"};
  const auto orb = CORBA::ORB_init(arguments, "configured");
  const Description description = describe(orb);
  orb->destroy();
  EXPECT_EQ(description.value("options: --dimma-idle"), "7s (" + file_.string() + ":1)");
  EXPECT_EQ(description.value("options: --dimma-held-requests"), "8 (command line)");
  EXPECT_EQ(description.value("options: --dimma-config"), file_.string() + " (command line)");
  EXPECT_EQ(description.value("options: --dimma-giop"), "");
}

}  // namespace
}  // namespace dimma::orb
