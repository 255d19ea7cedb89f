// Implements `dimma access explain`.
#include "services/naming/text/names.hpp"
#include "services/tools/access/access.hpp"
#include "services/tools/access/caller.hpp"
#include "services/tools/common/flags.hpp"
#include "services/tools/common/output.hpp"

#include <dimma/access.hpp>

#include <boost/json.hpp>

namespace dimma::tools::access {

namespace {

using Effect = AccessDecision::Effect;

// Converts "Plant::Reactor" to the repository id of an interface with that name.
std::string repository_id_of(std::string name) {
  for (std::size_t at = 0; (at = name.find("::", at)) != std::string::npos;) name.replace(at, 2, "/");
  return "IDL:" + name + ":1.0";
}

// `operation` is in the form "Plant::Reactor::start"; `bases` are comma-separated names.
AccessTarget read_target(const std::string& operation, const std::string& bases, const std::string& adapter) {
  const std::size_t colons = operation.rfind("::");
  if (colons == std::string::npos || colons == 0 || colons + 2 == operation.size()) {
    throw UsageError("--operation: '" + operation + "' is not Interface::operation");
  }
  AccessTarget target;
  target.operation = operation.substr(colons + 2);
  target.interfaces.emplace().push_back(repository_id_of(operation.substr(0, colons)));
  for (std::size_t begin = 0; begin < bases.size();) {
    const std::size_t end = std::min(bases.find(',', begin), bases.size());
    if (end > begin) target.interfaces->push_back(repository_id_of(bases.substr(begin, end - begin)));
    begin = end + 1;
  }
  target.adapter = adapter;
  return target;
}

std::string sentence_of(const AccessDecision& decision, const std::string& file) {
  const std::string what = decision.effect == Effect::allow ? "allowed" : "refused";
  if (decision.line == 0) return what + ": no rule of " + file + " allows it";
  return what + " by " + file + ":" + std::to_string(decision.line) + ": " + dimma::naming::printable(decision.rule);
}

void print(const AccessDecision& decision, const std::vector<AccessStep>& steps, const std::string& file) {
  for (const auto& step : steps) {
    print_line("  " + std::to_string(step.line) + ": " + dimma::naming::printable(step.rule) + "  # " +
               dimma::naming::printable(step.reason));
  }
  print_line(sentence_of(decision, file));
}

boost::json::object json_of(const AccessDecision& decision, const std::vector<AccessStep>& steps) {
  boost::json::array looked_at;
  for (const auto& step : steps) {
    looked_at.push_back(boost::json::object{{"line", step.line},
                                            {"rule", dimma::naming::printable(step.rule)},
                                            {"reason", dimma::naming::printable(step.reason)}});
  }
  boost::json::object json{{"is_allowed", decision.effect == Effect::allow}, {"line", nullptr}, {"rule", nullptr}};
  if (decision.line != 0) {
    json["line"] = decision.line;
    json["rule"] = dimma::naming::printable(decision.rule);
  }
  json["looked_at"] = std::move(looked_at);
  return json;
}

std::shared_ptr<AccessRules> rules_of(const std::string& file) {
  try {
    return AccessRules::read_file(file);
  } catch (const AccessRulesError& wrong) {
    throw Failure(refused, wrong.what());
  }
}

}  // namespace

int explain(Invocation invocation) {
  std::string file;
  std::string who = "anonymous";
  std::string transport;
  std::string operation;
  std::string bases;
  std::string adapter = "RootPOA";
  bool is_json = false;
  Flags flags(invocation.command,
              "Shows whether the rules of a file allow a caller to call an operation: prints each rule that was tried "
              "with\nthe reason why it does not fit, and the one that decides. Contacts no server. A certificate "
              "counts as\nverified. The exit status is 1 if the request is refused.");
  flags.text("who", who, "WHO", "the caller, in the words of a rule: \"CN=ops-1 address=10.0.0.7\", uid=33, anonymous");
  flags.text("transport", transport, "NAME", "tcp, tls, unix, shm, udp or multicast (the one that fits --who)");
  flags.text("operation", operation, "NAME", "Interface::operation, with the interface's full name");
  flags.text("bases", bases, "NAMES", "the interface's bases that have the operation, as Plant::Base,Device");
  flags.text("poa", adapter, "PATH", "the object adapter (RootPOA)");
  flags.toggle("json", is_json, "print JSON");
  flags.argument("FILE", file, "the file of access rules");
  if (!flags.parse(invocation.arguments)) return done;
  if (operation.empty()) throw UsageError("--operation is missing");
  const Peer caller = read_caller(who, transport);
  const AccessTarget target = read_target(operation, bases, adapter);
  const auto rules = rules_of(file);
  std::vector<AccessStep> steps;
  const AccessDecision decision = rules->explain(caller, target, steps);
  if (is_json) {
    print_json(json_of(decision, steps));
  } else {
    print(decision, steps, file);
  }
  return decision.effect == Effect::allow ? done : refused;
}

}  // namespace dimma::tools::access
