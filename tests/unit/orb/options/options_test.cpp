// The options of an ORB.

#include "orb/options/read_options.hpp"

#include "base/sync/sync.hpp"
#include "orb/options/option_table.hpp"

#include <dimma/exception.hpp>
#include <dimma/minor.hpp>

#include <gtest/gtest.h>

namespace dimma::orb {
namespace {

const char* nothing(const char*) { return nullptr; }

Options read(std::vector<std::string> arguments) { return read_options(arguments, nothing); }

void expect_refused(std::vector<std::string> arguments, const std::string& named) {
  const auto text = testing::PrintToString(arguments);
  try {
    read(std::move(arguments));
    ADD_FAILURE() << text << " was accepted";
  } catch (const CORBA::BAD_PARAM& refused) {
    EXPECT_EQ(refused.minor(), minor::bad_param_option);
    EXPECT_NE(refused._detail().find(named), std::string::npos) << refused._detail();
  }
}

TEST(Options, AreTakenOutOfTheArguments) {
  std::vector<std::string> arguments{
      "a",  "-ORBid", "id",  "-x", "-ORBNoProprietaryActivation", "--other", "b", "--dimma-giop=1.1",
      "--", "-ORBid", "kept"};
  const auto options = read_options(arguments, nothing);
  EXPECT_EQ(arguments, (std::vector<std::string>{"a", "-x", "--other", "b", "--", "-ORBid", "kept"}));
  EXPECT_EQ(options.id, "id");
  EXPECT_EQ(options.giop_minor, 1);
}

TEST(Options, ThoseOfOtherOrbsArePassedOverWithAWarning) {
  std::vector<std::string> arguments{"-ORBdebuglevel",
                                     "10",
                                     "a",
                                     "-ORBtraceLevel",
                                     "25",
                                     "-ORBobjrefstyle",
                                     "url",
                                     "-ORBDaemon",
                                     "b",
                                     "-ORBmaxGIOPVersion",
                                     "1.0",
                                     "-ORBEndpoint",
                                     "iiop://here:1"};
  const auto options = read_options(arguments, nothing);
  EXPECT_EQ(arguments, (std::vector<std::string>{"a", "b"}));
  ASSERT_EQ(options.warnings.size(), 5U);
  EXPECT_EQ(options.warnings[0], "the option -ORBdebuglevel of another ORB has no effect");
  EXPECT_EQ(options.warnings[4],
            "the option -ORBmaxGIOPVersion of another ORB has no effect; --dimma-giop VERSION sets it");
  EXPECT_EQ(options.giop_minor, 2);
  ASSERT_EQ(options.listen.size(), 1U);
  EXPECT_EQ(options.listen[0].host, "here");
}

TEST(Options, OmniOrbsArePassedOverWithTheirValues) {
  std::vector<std::string> arguments{
      "-ORBofferBiDirectionalGIOP", "1", "-ORBhelp", "a", "-ORBclientTransportRule", "* unix,tcp", "b",
      "-ORBscanGranularity",        "0"};
  const auto options = read_options(arguments, nothing);
  EXPECT_EQ(arguments, (std::vector<std::string>{"a", "b"}));
  ASSERT_EQ(options.warnings.size(), 4U);
  EXPECT_EQ(options.warnings[0],
            "the option -ORBofferBiDirectionalGIOP of another ORB has no effect; --dimma-bidirectional offer does it");
  EXPECT_EQ(options.warnings[1], "the option -ORBhelp of another ORB has no effect; --dimma-help lists the options");
}

TEST(Options, AnUnknownOptionIsNamed) {
  expect_refused({"-ORBfrobnicate", "1"}, "-ORBfrobnicate: unknown option");
  expect_refused({"-ORBInitref", "A=B"}, "did you mean -ORBInitRef?");
  expect_refused({"--dimma-endpiont", "iiop://:1"}, "did you mean --dimma-endpoint?");
  for (const char* unlike : {"--dimma-foo", "--dimma-"}) {  // similar to the others only in their common prefix
    try {
      read({unlike, "1"});
      ADD_FAILURE() << unlike;
    } catch (const std::exception& refused) {
      EXPECT_EQ(std::string(refused.what()).find("did you mean"), std::string::npos) << refused.what();
    }
  }
  try {
    read({"-ORBfrobnicate"});
  } catch (const std::exception& refused) {
    EXPECT_NE(std::string(refused.what()).find("-ORBfrobnicate"), std::string::npos) << refused.what();
  }
}

using Addresses = std::vector<channel::ListenAddress>;

TEST(Options, Endpoints) {
  EXPECT_EQ(read({}).listen, Addresses{});
  EXPECT_EQ(read({"-ORBListenEndpoints", "iiop://here:2809"}).listen, (Addresses{{"here", 2809}}));
  EXPECT_EQ(read({"-ORBendPoint", "giop:tcp:[::1]:1"}).listen, (Addresses{{"::1", 1}}));
  EXPECT_EQ(read({"-ORBendPoint", "giop:tcp:127.0.0.1:,giop:tcp:[::1]:,giop:tcp::,giop:tcp:here"}).listen,
            (Addresses{{"127.0.0.1", 0}, {"::1", 0}, {"", 0}, {"here", 0}}));
  expect_refused({"-ORBendPoint", "giop:tcp:here::"}, "port");
  EXPECT_EQ(read({"--dimma-endpoint=iiop://:7"}).listen, (Addresses{{"", 7}}));
  EXPECT_EQ(read({"--dimma-endpoint", "iiop://here"}).listen, (Addresses{{"here", 0}}));
  EXPECT_EQ(read({"-ORBListenEndpoints", "iiop://a:1,iiop://[::1]:2", "-ORBendPoint", "giop:tcp:c:3"}).listen,
            (Addresses{{"a", 1}, {"::1", 2}, {"c", 3}}));
  EXPECT_EQ(read({"--dimma-endpoint", "iiop://[fe80::1%25eth0]:1,iiop://[fe80::1%eth0]:2"}).listen,
            (Addresses{{"fe80::1%eth0", 1}, {"fe80::1%eth0", 2}}));
  EXPECT_EQ(read({"-ORBendPoint", "giop:tcp:[fe80::1%25eth0.7]:1"}).listen, (Addresses{{"fe80::1%eth0.7", 1}}));
  expect_refused({"--dimma-endpoint", "iiop://[fe80::1%]:1"}, "'[fe80::1%]' is not an IPv6 address");
  expect_refused({"--dimma-endpoint", "iiop://[fe80::1%25eth%zz]:1"}, "is not an IPv6 address");
  expect_refused({"--dimma-endpoint", "iiop://[]:1"}, "'[]' is not an IPv6 address");
  expect_refused({"--dimma-endpoint", "here:1"}, "--dimma-endpoint");
  expect_refused({"--dimma-endpoint", "iiop://here:65536"}, "65536");
  expect_refused({"--dimma-endpoint", "iiop://here:"}, "port");
  expect_refused({"--dimma-endpoint", "iiop://::1:5"}, "brackets");
  expect_refused({"--dimma-endpoint", "iiop://[::1"}, "]");
  expect_refused({"--dimma-endpoint", "iiop://[::1]5"}, "host:port");
  expect_refused({"-ORBListenEndpoints", "iiop://a:1,b:2"}, "'b:2'");
  expect_refused({"-ORBListenEndpoints", "iiop://a:1,"}, "'' is neither iiop://host:port nor ssliop://host:port");
  expect_refused({"-ORBListenEndpoints", "iiop://a:1,iiop://b:2,iiop://a:1"}, "twice");
}

TEST(Options, EndpointsWithTls) {
  EXPECT_EQ(
      read({"--dimma-endpoint", "ssliop://here:2809,iiop://here:2808", "-ORBendPoint", "giop:ssl:[::1]:1"}).listen,
      (Addresses{{"here", 2809, true}, {"here", 2808}, {"::1", 1, true}}));
  EXPECT_EQ(read({"--dimma-publish", "ssliop://a:1,a:2"}).publish, (Addresses{{"a", 1, true}, {"a", 2}}));
}

TEST(Options, Tls) {
  const auto options =
      read({"--dimma-tls-certificate", "c.pem", "--dimma-tls-key", "c.key", "--dimma-tls-authorities", "ca.pem",
            "--dimma-tls-revocations", "ca.crl", "--dimma-tls-version", "1.3", "--dimma-tls-clients", "optional",
            "--dimma-tls-name", "name", "--dimma-tls-handshake-timeout", "3s", "--dimma-tls-handshakes", "7"});
  EXPECT_EQ(options.tls, (tls::Credentials{.certificate_chain = "c.pem",
                                           .private_key = "c.key",
                                           .passphrase = "",
                                           .authorities = "ca.pem",
                                           .revocations = "ca.crl",
                                           .version_min = tls::Version::tls_1_3,
                                           .client_certificates = tls::ClientCertificates::optional,
                                           .peer_name = "name"}));
  EXPECT_EQ(options.tls_option, "--dimma-tls-certificate");
  EXPECT_EQ(options.handshake_timeout, std::chrono::seconds(3));
  EXPECT_EQ(options.handshakes_max, 7U);
  EXPECT_EQ(read({}).tls_option, "");
  expect_refused({"--dimma-tls-version", "1.1"}, "'1.1' is neither 1.2 nor 1.3");
  expect_refused({"--dimma-tls-clients", "maybe"}, "'maybe' is not none, optional or required");
  expect_refused({"--dimma-tls-handshakes", "0"}, "from 1 to");
  expect_refused({"--dimma-tls-handshake-timeout", "0s"}, "greater than zero");
  expect_refused({"--dimma-tls-passphrase-file", "/nowhere/at/all"}, "cannot be read");
}

TEST(Options, PublishedAddresses) {
  EXPECT_EQ(read({"--dimma-publish", "example.org:80"}).publish, (Addresses{{"example.org", 80}}));
  EXPECT_EQ(read({"--dimma-publish", "a,b:2", "--dimma-publish=[::1]"}).publish,
            (Addresses{{"a", 0}, {"b", 2}, {"::1", 0}}));
  expect_refused({"--dimma-publish", ":80"}, "host is missing");
  expect_refused({"--dimma-publish", "a,"}, "host is missing");
  expect_refused({"--dimma-publish", "0.0.0.0"}, "reach");
  expect_refused({"--dimma-publish", "[::]"}, "reach");
  expect_refused({"--dimma-publish", "[fe80::1%25eth0]"}, "the zone '%eth0' has a meaning on this machine only");
  expect_refused({"--dimma-publish", "[fe80::1%eth0]"}, "the zone '%eth0' has a meaning on this machine only");
  expect_refused({"--dimma-publish", "a%b"}, "'a%b' is neither");
  expect_refused({"--dimma-publish", "a,b c"}, "'b c' is neither");
  expect_refused({"--dimma-publish", "a/b"}, "neither");
  expect_refused({"--dimma-publish", "a:1,b,a:1"}, "'a:1' is given twice");
  expect_refused({"--dimma-publish", "a", "--dimma-publish", "a"}, "twice");
}

// As in the standard, and in TAO.
TEST(Options, AValueMayFollowItsNameWithoutASpace) {
  const auto options = read({"-ORBInitRefNameService=corbaloc::x/NameService", "-ORBId", "mine", "-ORBServerIds"});
  EXPECT_EQ(options.initial_references.at("NameService"), "corbaloc::x/NameService");
  EXPECT_EQ(options.id, "mine");
  EXPECT_EQ(options.server_id, "s");
  expect_refused({"-ORBInitRefx"}, "NAME=URL");
}

TEST(Options, TheRest) {
  const auto options = read({"-ORBInitRef",
                             "A=corbaloc::x/A",
                             "-ORBInitRef",
                             "B=IOR:00=",
                             "-ORBDefaultInitRef",
                             "corbaloc::y",
                             "-ORBServerId",
                             "s",
                             "--dimma-qos",
                             "processing=nullTask",
                             "--dimma-max-message",
                             "4k",
                             "--dimma-byte-order",
                             "big",
                             "--dimma-giop",
                             "1.0",
                             "--dimma-connections",
                             "5",
                             "--dimma-connection-memory=3M",
                             "--dimma-max-memory",
                             "20G"});
  EXPECT_EQ(options.initial_references.at("A"), "corbaloc::x/A");
  EXPECT_EQ(options.initial_references.at("B"), "IOR:00=");
  EXPECT_EQ(options.default_initial_reference, "corbaloc::y");
  EXPECT_EQ(options.server_id, "s");
  EXPECT_TRUE(options.qos.is_null_task());
  EXPECT_EQ(options.message_octets_max, 4096U);
  EXPECT_EQ(options.byte_order, std::endian::big);
  EXPECT_EQ(options.giop_minor, 0);
  EXPECT_EQ(options.connections_max, 5U);
  EXPECT_EQ(options.connection_memory, std::size_t{3} << 20);
  EXPECT_EQ(options.memory_max, std::size_t{20} << 30);
}

TEST(Options, MalformedOptionsAreNamed) {
  expect_refused({"-ORBUnknown", "x"}, "-ORBUnknown");
  expect_refused({"--dimma-unknown=1"}, "--dimma-unknown");
  expect_refused({"-ORBid"}, "-ORBid: the value is missing");
  expect_refused({"-ORBInitRef", "=x"}, "NAME=URL");
  expect_refused({"-ORBInitRef", "x="}, "NAME=URL");
  expect_refused({"-ORBInitRef", "x"}, "NAME=URL");
  expect_refused({"--dimma-qos", "messages=0"}, "messages");
  expect_refused({"--dimma-giop", "2.0"}, "1.2");
  expect_refused({"--dimma-byte-order", "middle"}, "middle");
  EXPECT_EQ(read({}).native_code_set, cdr::code_set_utf8);
  EXPECT_EQ(read({"--dimma-code-set=UTF-8"}).native_code_set, cdr::code_set_utf8);
  EXPECT_EQ(read({"--dimma-code-set", "ISO-8859-1"}).native_code_set, cdr::code_set_latin1);
  expect_refused({"--dimma-code-set", "EBCDIC"}, "EBCDIC");
  for (const char* const size : {"", "0", "5X", "k", "4kk", "5000000000", "99999999999999999999", "5G", "-1"}) {
    expect_refused({"--dimma-max-message", size}, "number of octets");
  }
  for (const char* const size : {"", "0", "5X", "4kk", "65537G"}) {
    expect_refused({"--dimma-max-memory", size}, "number of octets");
    expect_refused({"--dimma-connection-memory", size}, "number of octets");
  }
  for (const char* const connections : {"", "0", "65", "-1", "2x"}) {
    expect_refused({"--dimma-connections", connections}, "number of connections");
  }
}

TEST(Options, WhichServersAreToldOfACallGivenUp) {
  EXPECT_FALSE(read({}).cancel_peers);
  EXPECT_EQ(read({"--dimma-cancel", "any"}).cancel_peers, channel::CancelPeers::any);
  EXPECT_EQ(read({"--dimma-cancel=dimma"}).cancel_peers, channel::CancelPeers::dimma);
  EXPECT_EQ(read({"--dimma-cancel", "none"}).cancel_peers, channel::CancelPeers::none);
  expect_refused({"--dimma-cancel", "all"}, "'all' is not any, dimma or none");
}

TEST(Options, TimesHaveUnits) {
  const auto options =
      read({"--dimma-connect-timeout", "1500ms", "--dimma-nested-wait", "2s", "--dimma-peer-silence", "0s",
            "--dimma-send-timeout", "7s", "--dimma-drain-timeout", "300ms", "--dimma-idle", "5m"});
  EXPECT_EQ(options.idle_limit, std::chrono::minutes(5));
  EXPECT_EQ(options.connect_timeout, std::chrono::milliseconds(1500));
  EXPECT_EQ(options.nested_wait, std::chrono::seconds(2));
  EXPECT_EQ(options.peer_silence_max, std::chrono::milliseconds(0));
  EXPECT_EQ(options.send_timeout, std::chrono::seconds(7));
  EXPECT_EQ(options.drain_timeout, std::chrono::milliseconds(300));
  for (const std::string time : {"", "s", "5", "5 s", "-1s", "1.5s", "2592001s", "99999999999s", "5d", "1500us"}) {
    expect_refused({"--dimma-connect-timeout", time}, "is not a time");
    expect_refused({"--dimma-peer-silence", time}, "is not a time");
  }
  expect_refused({"--dimma-connect-timeout", "0s"}, "greater than zero");
  expect_refused({"--dimma-nested-wait", "0ms"}, "greater than zero");
}

TEST(Options, Bidirectional) {
  EXPECT_FALSE(read({}).offers_callbacks || read({}).accepts_callbacks);
  EXPECT_FALSE(read({"--dimma-bidirectional", "off"}).offers_callbacks);
  expect_refused({"--dimma-bidirectional", "yes"}, "'yes' is not offer, accept, both or off");
  if constexpr (!sync::has_threads) return expect_refused({"--dimma-bidirectional", "both"}, "need threads");
  EXPECT_TRUE(read({"--dimma-bidirectional", "offer"}).offers_callbacks);
  EXPECT_FALSE(read({"--dimma-bidirectional", "offer"}).accepts_callbacks);
  EXPECT_TRUE(read({"--dimma-bidirectional=accept"}).accepts_callbacks);
  EXPECT_TRUE(read({"--dimma-bidirectional=both"}).accepts_callbacks);
  EXPECT_TRUE(read({"--dimma-bidirectional=both"}).offers_callbacks);
}

TEST(Options, TheEnvironmentSaysWhatTheArgumentsDoNot) {
  const auto environment = [](const char* name) -> const char* {
    const std::string_view variable = name;
    if (variable == "DIMMA_QOS") return "messages=3";
    if (variable == "DIMMA_PUBLISH") return "env";
    if (variable == "DIMMA_ENDPOINT") return "iiop://env:1,iiop://env:2";
    if (variable == "DIMMA_GIOP") return "";
    return nullptr;
  };
  std::vector<std::string> arguments{"--dimma-publish", "argument"};
  const auto options = read_options(arguments, environment);
  EXPECT_EQ(options.qos.message_concurrency, CountLimit(3));
  EXPECT_EQ(options.publish, (Addresses{{"argument", 0}}));
  EXPECT_EQ(options.listen, (Addresses{{"env", 1}, {"env", 2}}));
  EXPECT_EQ(options.giop_minor, 2);
  std::vector<std::string> none;
  try {
    read_options(none, [](const char*) { return "nonsense"; });
    FAIL();
  } catch (const CORBA::BAD_PARAM& refused) {
    EXPECT_NE(refused._detail().find("DIMMA_"), std::string::npos);
  }
}

TEST(Options, HelpIsWantedWhateverElseIsSaid) {
  EXPECT_FALSE(read({}).wants_help);
  EXPECT_FALSE(read({"--", "--dimma-help"}).wants_help);
  EXPECT_TRUE(read({"--dimma-idle", "nonsense", "--dimma-help"}).wants_help);
  std::vector<std::string> arguments{"a", "--dimma-help"};
  EXPECT_TRUE(read_options(arguments, [](const char*) { return "nonsense"; }).wants_help);
  expect_refused({"--dimma-help=all"}, "--dimma-help: this option takes no value");
  expect_refused({"--dimma-hlep"}, "did you mean --dimma-help?");
}

TEST(Options, HelpHasEachOptionWithItsValueDefaultAndPurpose) {
  const std::string help = options_help();
  EXPECT_NE(help.find("\n  --dimma-idle TIME (default: 180s)\n      a server closes"), std::string::npos) << help;
  for (const OptionSection& section : option_sections()) {
    EXPECT_NE(help.find("\n" + std::string(section.title) + ":\n"), std::string::npos) << section.title;
    for (const Option& option : section.options) {
      EXPECT_EQ(find_option(option.name), &option) << option.name << " is in the table twice";
      EXPECT_NE(help.find("\n  " + std::string(option.name)), std::string::npos) << option.name;
      EXPECT_FALSE(option.help.empty() || option.help.size() > 105) << option.name;
      EXPECT_EQ(option.help.find('\n'), std::string_view::npos) << option.name;
      EXPECT_EQ(find_option(option.subject())->set, option.set) << option.name;
    }
  }
}

TEST(Options, VariablesHaveTheNamesOfTheOptions) {
  EXPECT_EQ(variable_of(*find_option("--dimma-max-message")), "DIMMA_MAX_MESSAGE");
  EXPECT_EQ(variable_of(*find_option("--dimma-help")), "");
  EXPECT_EQ(variable_of(*find_option("-ORBInitRef")), "");
}

TEST(Options, LocalUsersAreNamesAndNumbers) {
  using Users = std::vector<std::uint32_t>;
  EXPECT_FALSE(read({}).local_users);
  EXPECT_FALSE(read({"--dimma-local-users", "own"}).local_users);
  EXPECT_EQ(read({"--dimma-local-users", "any"}).local_users, Users{});
  EXPECT_EQ(read({"--dimma-local-users", "root,7"}).local_users, (Users{0, 7}));
  expect_refused({"--dimma-local-users", "no-such-user-here"}, "'no-such-user-here'");
  expect_refused({"--dimma-local-users", "7,"}, "--dimma-local-users");
  EXPECT_EQ(read({"--dimma-access", "rules"}).access_file, "rules");
  expect_refused({"--dimma-access="}, "--dimma-access");
}

}  // namespace
}  // namespace dimma::orb
