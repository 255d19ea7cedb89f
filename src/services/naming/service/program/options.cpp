#include "services/naming/service/program/options.hpp"

#include "base/text/duration.hpp"
#include "qos/text.hpp"

#include <boost/program_options.hpp>

#include <algorithm>
#include <charconv>
#include <sstream>
#include <string_view>
#include <utility>

namespace po = boost::program_options;

namespace dimma::naming {
namespace {

struct Numbers {
  std::size_t iterators_max = Limits().iterators_max;
  std::size_t iterator_unused_s = static_cast<std::size_t>(Limits().iterator_unused_max.count() / 1'000);
  std::size_t list_max = Limits().list_max;
  std::size_t changes_max = Limits().changes_max;
  std::size_t cache_mib = 512;
  std::size_t federation_timeout_ms = static_cast<std::size_t>(Limits().federation_timeout.count());
};

template <class T>
auto value(T& into, const char* name) {
  return po::value<T>(&into)->value_name(name);
}

po::options_description described(Options& options, Numbers& numbers) {
  const auto number = [](std::size_t& into) {
    return po::value<std::size_t>(&into)->value_name("N")->default_value(into);
  };
  po::options_description all("Options", 100, 50);
  all.add_options()  //
      ("store", value(options.store.file, "STORE"),
       "where names are stored: a SQLite file, :memory:, or "
       "etcd:http://HOST:PORT,... or etcd:https://HOST:PORT,... (naming.db in the state directory)")  //
      ("etcd-authorities", value(options.etcd.authorities, "FILE"),
       "certificates of the authorities of etcd's members, in PEM form, for https (the system's)")  //
      ("etcd-certificate", value(options.etcd.certificate_chain, "FILE"),
       "the certificate for members that ask for one, in PEM form")                                   //
      ("etcd-key", value(options.etcd.private_key, "FILE"), "its private key, without a passphrase")  //
      ("etcd-user-file", value(options.etcd.user_file, "FILE"),
       "a file with the name of an etcd user in its first line, and the password in its second")  //
      ("listen", po::value<std::vector<std::string>>()->value_name("HOST:PORT")->composing(),
       "where to listen; may be given several times (all addresses, port 2809)")  //
      ("qos", po::value<std::string>()->value_name("QOS"),
       "the EngineeringQoS of the service; its fields are on the manual's page \"EngineeringQoS\" (a pool that grows "
       "up to 64 threads)")  //
      ("durability", po::value<std::string>()->value_name("full|normal")->default_value("full"),
       "the failure that an acknowledged binding in a SQLite file survives: full: a loss of power; normal: a crash "
       "of the process")                                                                                 //
      ("cache", number(numbers.cache_mib), "maximum memory, in MiB, for resolved names")                 //
      ("ior-file", value(options.ior_file, "FILE"), "writes the reference of the root context to FILE")  //
      ("iterators-max", number(numbers.iterators_max),
       "maximum number of open iterators; one more closes the one unused for longest")                            //
      ("iterator-unused", number(numbers.iterator_unused_s), "seconds after which an unused iterator is closed")  //
      ("list-max", number(numbers.list_max), "bindings in one reply, 1 to 10000")                                 //
      ("changes-max", number(numbers.changes_max), "maximum number of calls that wait for changes")               //
      ("federation-timeout", number(numbers.federation_timeout_ms),
       "time limit, in milliseconds, of a call to a context of another service")  //
      ("every", po::value<std::string>()->value_name("TIME"),
       "checks each bound object, by each of its addresses, TIME (30s, 5m, 1h) after the end of the last round; the "
       "results are in list_details and 'dimma naming list --long'")  //
      ("import-omninames", value(options.import_omninames, "LOG"),
       "first imports the names of an omniNames from its omninames-HOST.dat (or .log); existing bindings stay, so that "
       "it can be repeated")                  //
      ("no-serve", "exits after the import")  //
      ("help,h", "prints this text")          //
      ("version", "prints the version");
  return all;
}

std::size_t checked(std::size_t number, const char* option, std::size_t min, std::size_t max) {
  if (number < min || number > max) {
    throw UsageError(std::string("--") + option + ": " + std::to_string(min) + " to " + std::to_string(max) + ", not " +
                     std::to_string(number));
  }
  return number;
}

std::chrono::milliseconds interval_of(const std::string& text) {
  const auto time = parse_duration(text);
  if (time && *time >= std::chrono::seconds(1) && *time <= std::chrono::hours(24)) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(*time);
  }
  throw UsageError("--every: '" + text + "' is not a time from 1s to 24h, such as 30s, 5m or 1h");
}

Limits limits_of(const Numbers& numbers) {
  Limits limits;
  limits.iterators_max = checked(numbers.iterators_max, "iterators-max", 1, 1'000'000);
  limits.iterator_unused_max =
      std::chrono::seconds(checked(numbers.iterator_unused_s, "iterator-unused", 1, 7 * 24 * 3'600));
  limits.list_max = checked(numbers.list_max, "list-max", 1, 10'000);
  limits.changes_max = checked(numbers.changes_max, "changes-max", 1, 1'000'000);
  limits.federation_timeout =
      std::chrono::milliseconds(checked(numbers.federation_timeout_ms, "federation-timeout", 1, 3'600'000));
  return limits;
}

bool names_endpoint(const std::string& option) {
  const auto begins = [&](const char* with) { return option.rfind(with, 0) == 0; };
  return begins("--dimma-endpoint") || begins("-ORBListenEndpoints") || begins("-ORBendPoint") ||
         begins("-ORBEndpoint");
}

// Throws UsageError for an invalid port. The ORB's message would name an option that the user has not given.
void require_port(const std::string& where) {
  const auto text = where.substr(where.rfind(':') + 1);
  const bool is_number = !text.empty() && text.size() <= 5 && text.find_first_not_of("0123456789") == std::string::npos;
  if (is_number && std::stoul(text) <= 65535) return;
  throw UsageError("--listen: '" + where + "': '" + text + "' is not a port number from 0 to 65535");
}

void add_endpoints(const po::variables_map& given, std::vector<std::string>& orb) {
  if (given.count("listen") != 0) {
    for (const std::string& where : given["listen"].as<std::vector<std::string>>()) {
      if (where.rfind(':') == std::string::npos) {
        throw UsageError("--listen: '" + where + "' has no port; use HOST:PORT, or :PORT for all addresses");
      }
      require_port(where);
      orb.push_back("--dimma-endpoint");
      orb.push_back("iiop://" + where);
    }
  } else if (std::none_of(orb.begin(), orb.end(), names_endpoint)) {
    orb.push_back("--dimma-endpoint");
    orb.push_back("iiop://:2809");
  }
}

}  // namespace

std::string nearest_option(const std::string& given) {
  Options options;
  Numbers numbers;
  std::vector<std::string> names;
  const auto all = described(options, numbers);
  for (const auto& option : all.options()) names.push_back("--" + option->long_name());
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  return std::string(qos::nearest_word(given, candidates));
}

Options parse_options(int argc, const char* const* argv) {
  Options options;
  Numbers numbers;
  const auto described_options = described(options, numbers);
  po::variables_map given;
  try {
    using po::command_line_style::unix_style;
    // Abbreviations are not accepted: a word that begins like an option here may be an option of the ORB.
    const auto parsed = po::command_line_parser(argc, argv)
                            .options(described_options)
                            .style(unix_style & ~po::command_line_style::allow_guessing)
                            .allow_unregistered()
                            .run();
    options.orb = po::collect_unrecognized(parsed.options, po::include_positional);
    po::store(parsed, given);
    po::notify(given);
  } catch (const po::error& wrong) {
    throw UsageError(wrong.what());
  }
  options.help = given.count("help") != 0;
  options.version = given.count("version") != 0;
  options.serves = given.count("no-serve") == 0;
  if (!options.serves && options.import_omninames.empty()) {
    throw UsageError("--no-serve: there is nothing to do without --import-omninames");
  }
  options.store.cached_octets_max = checked(numbers.cache_mib, "cache", 0, 1'000'000) << 20;
  const auto& durability = given["durability"].as<std::string>();
  if (durability != "full" && durability != "normal") {
    throw UsageError("--durability: '" + durability + "' is neither full nor normal");
  }
  if (durability == "normal") options.store.durability = store::SqliteOptions::Durability::normal;
  options.limits = limits_of(numbers);
  if (given.count("every") != 0) options.check_interval = interval_of(given["every"].as<std::string>());
  if (given.count("qos") != 0) {
    options.orb.push_back("--dimma-qos");
    options.orb.push_back(given["qos"].as<std::string>());
  }
  add_endpoints(given, options.orb);
  for (const char* const of_etcd : {"etcd-authorities", "etcd-certificate", "etcd-key", "etcd-user-file"}) {
    if (given.count(of_etcd) != 0 && !is_shared(options.store.file)) {
      throw UsageError("--" + std::string(of_etcd) +
                       ": the store is not one of etcd; use --store etcd:https://HOST:PORT");
    }
  }
  return options;
}

std::string help_text() {
  Options options;
  Numbers numbers;
  std::ostringstream text;
  text << "dimma-naming [OPTION...]\n"
          "Serves names: the OMG's naming service (CosNaming 1.3). Clients reach its root context as\n"
          "corbaloc::HOST/NameService. It prints 'ready' when it answers, and runs until SIGTERM or SIGINT.\n\n"
       << described(options, numbers)
       << "\nOptions of the ORB (--dimma-max-memory, -ORBInitRef, ...) may follow; --dimma-help lists them.\n"
          "Exit status: 0 after a signal or an import, 1 if something went wrong, 2 for a wrong command line.\n";
  return text.str();
}

}  // namespace dimma::naming
