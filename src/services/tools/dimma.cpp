// dimma COMMAND: works with CORBA systems from a shell. The table `commands` lists the commands.
#include "programs/standard_output.hpp"
#include "services/tools/access/access.hpp"
#include "services/tools/call/call.hpp"
#include "services/tools/common/command.hpp"
#include "services/tools/common/output.hpp"
#include "services/tools/config/config.hpp"
#include "services/tools/inspect/inspect.hpp"
#include "services/tools/ior/ior.hpp"
#include "services/tools/naming/naming.hpp"
#include "services/tools/ping/ping.hpp"
#include "services/tools/port/port.hpp"

#include <dimma/corba.hpp>
#include <dimma/version.hpp>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <iostream>

namespace {

using namespace dimma::tools;

constexpr Command commands[] = {
    {"access", "check and explain access rules", access::run},
    {"call", "call an operation of an object, with JSON in and out", call::run},
    {"config", "check a file of options of the ORB", config::run},
    {"describe", "describe the endpoints and bindings of a running process", inspect::run_describe},
    {"ior", "decode a reference, and try its addresses", ior::run},
    {"naming", "list, change and check the names of a naming service", naming::run},
    {"ping", "ask an object repeatedly whether it exists", ping::run},
    {"port", "list what sources of CORBA programs use that dimma has or lacks", port::run},
    {"record", "write the last messages and calls of a running process", inspect::run_record},
    {"top", "show the operations of a running process, live", inspect::run_top},
};

constexpr const char* purpose =
    "Works with CORBA services from a shell.\n\n"
    "Options of the ORB (-ORBInitRef NameService=URL, --dimma-connect-timeout TIME, ...; --dimma-help lists them) may\n"
    "stand anywhere; `--` ends them. The exit status is 0 for success, 1 if the service refused or the answer is no, 2 "
    "for\na wrong command line, and 3 if the service was not reached or did not answer in time.";

// Returns true unless the arguments or the environment select ISO 8859-1. The ORB has no query for its code set.
bool says_utf8(const std::vector<std::string>& words) {
  constexpr std::string_view option = "--dimma-code-set";
  std::string said;
  if (const char* const environment = std::getenv("DIMMA_CODE_SET")) said = environment;
  for (std::size_t index = 0; index < words.size() && words[index] != "--"; ++index) {
    if (words[index] == option && index + 1 < words.size()) said = words[index + 1];
    if (words[index].starts_with(std::string(option) + '=')) said = words[index].substr(option.size() + 1);
  }
  return said != "ISO-8859-1";
}

// Appends the option, so that it overrides earlier ones.
std::vector<std::string> with_utf8(std::vector<std::string> words) {
  words.insert(std::find(words.begin(), words.end(), "--"), "--dimma-code-set=UTF-8");
  return words;
}

// Inserts the option first: other arguments override it, but a configuration file, which is not read here, does not.
std::vector<std::string> with_utf8_first(std::vector<std::string> words) {
  words.insert(words.begin(), "--dimma-code-set=UTF-8");
  return words;
}

void make_orb(Invocation& invocation) {
  try {
    invocation.orb = CORBA::ORB_init(invocation.arguments);
  } catch (const CORBA::BAD_PARAM& wrong) {
    throw UsageError(wrong._detail());
  }
}

int run(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() == 1 && words.front() == "--version") {
    print_line("dimma " DIMMA_VERSION_STRING);
    flush_output();
    return done;
  }
  Invocation invocation{nullptr, "dimma", words, says_utf8(words)};
  const bool needs_orb = words.empty() || (words.front() != "config" && words.front() != "port");
  if (needs_orb && invocation.is_utf8) invocation.arguments = with_utf8_first(words);
  if (needs_orb) make_orb(invocation);
  // A single name that ISO 8859-1 cannot represent would make its whole page of a listing fail.
  if (!invocation.is_utf8 && !invocation.arguments.empty() && invocation.arguments.front() == "naming") {
    invocation.orb->destroy();
    invocation.arguments = with_utf8(words);
    invocation.is_utf8 = true;
    make_orb(invocation);
  }
  const auto orb = invocation.orb;
  const int status = dispatch(commands, purpose, std::move(invocation));
  flush_output();
  if (orb) orb->destroy();
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  dimma::programs::occupy_standard_descriptors();
  std::signal(SIGPIPE, SIG_IGN);
  std::ios::sync_with_stdio(false);
  try {
    return run(argc, argv);
  } catch (const OutputLost& lost) {
    return dimma::programs::report_lost_output("dimma", lost.error(), refused);
  } catch (const Failure& failure) {
    say(dimma::programs::Style::error, failure.what());
    return failure.status();
  } catch (const std::exception& exception) {
    say(dimma::programs::Style::error, exception.what());
    return refused;
  }
}
