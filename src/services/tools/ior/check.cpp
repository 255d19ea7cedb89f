// Implements `dimma ior check`.
#include "services/naming/check/checker.hpp"
#include "services/tools/common/flags.hpp"
#include "services/tools/common/output.hpp"
#include "services/tools/common/reference.hpp"
#include "services/tools/common/words.hpp"
#include "services/tools/ior/ior.hpp"

#include <boost/json.hpp>

#include <unistd.h>

namespace dimma::tools::ior {

namespace {

using naming::AddressCheck;
using naming::CheckResult;

CORBA::object_reference<CORBA::Object> object_of(CORBA::ORB& orb, const std::string& given) {
  try {
    return read_reference(orb, given);
  } catch (const CORBA::SystemException& raised) {
    throw Failure(refused, "the reference cannot be resolved: " + words_of(raised));
  }
}

std::string warning_label() {
  return programs::styled_if(programs::wants_colour(STDOUT_FILENO), programs::Style::warning, "warning:");
}

std::string line_of(const AddressCheck& check, std::string_view remark) {
  std::string line = printable(check.address) + ' ' + std::string(naming::to_string(check.outcome));
  if (check.outcome == naming::Outcome::answers) line += " in " + std::to_string(check.took.count()) + " ms";
  if (!check.words.empty()) line += ": " + printable(check.words);
  if (!remark.empty()) line += "\n  " + warning_label() + ' ' + std::string(remark);
  return line;
}

boost::json::object json_of(const AddressCheck& check, std::string_view remark) {
  boost::json::object json{{"address", printable(check.address)},
                           {"is_local", check.is_local},
                           {"outcome", naming::to_string(check.outcome)},
                           {"words", printable(check.words)},
                           {"took_ms", check.took.count()}};
  json["warning"] = remark.empty() ? boost::json::value() : boost::json::value(remark);
  return json;
}

}  // namespace

int check(Invocation invocation) {
  using namespace std::chrono_literals;
  std::string given;
  bool is_json = false;
  std::chrono::milliseconds patience{3000};
  Flags flags(
      invocation.command,
      "Asks the object whether it exists, by each address and transport of its reference separately, and "
      "reports\nwhich of them fail, and why. Warns of addresses that answer here, but may be unreachable for others: "
      "of the\nloopback, of the link, of containers. If there are addresses for the network, those that only the "
      "server's\nown machine reaches do not count. The exit status is 1 if an address that counts does not answer.");
  flags.time("patience", patience, "the time limit of an address", 10ms, 1h);
  flags.toggle("json", is_json, "print JSON");
  flags.argument("REF", given, reference_help);
  if (!flags.parse(invocation.arguments)) return done;
  const auto object = object_of(*invocation.orb, given);
  constexpr auto tls = naming::TlsAddressing::apart;
  const auto addresses = naming::addresses_of(invocation.orb->object_to_string(object), tls);
  constexpr std::size_t concurrency = 16;
  const CheckResult result = naming::Checker(invocation.orb, patience, concurrency, tls).check(object);
  boost::json::array all;
  for (std::size_t index = 0; index < result.addresses.size(); ++index) {
    const std::string_view remark = naming::reach_remark(addresses.at(index).host);
    const std::string_view shown = addresses[index].host.empty() ? std::string_view() : remark;
    if (is_json) {
      all.push_back(json_of(result.addresses[index], shown));
    } else {
      print_line(line_of(result.addresses[index], shown));
    }
  }
  if (is_json) {
    print_json(boost::json::object{{"health", naming::to_string(result.health)},
                                   {"remark", printable(result.remark)},
                                   {"addresses", std::move(all)}});
  } else {
    print_line(std::string(naming::to_string(result.health)) +
               (result.remark.empty() ? "" : ": " + printable(result.remark)));
  }
  return result.is_good() ? done : refused;
}

}  // namespace dimma::tools::ior
