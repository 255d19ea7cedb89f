// dimma-naming: the naming service.

#include "programs/standard_output.hpp"
#include "services/naming/service/health/health_rounds.hpp"
#include "services/naming/service/import/import.hpp"
#include "services/naming/service/naming_service.hpp"
#include "services/naming/service/program/open_store.hpp"
#include "services/naming/service/program/options.hpp"
#include "services/naming/service/program/readiness.hpp"
#include "services/naming/tree/utf8_names.hpp"

#include <dimma/publish.hpp>
#include <dimma/version.hpp>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <system_error>

#include <pthread.h>

namespace {

using namespace dimma::naming;  // NOLINT(google-build-using-namespace): the program consists of this namespace

// The time after which other services drop the addresses of a service that has died.
constexpr std::chrono::seconds member_lifetime{15};

// Waits for SIGTERM and SIGINT. Constructed before other threads start, so that they inherit the blocked signals.
class EndSignals {
 public:
  EndSignals() {
    ::sigemptyset(&signals_);
    ::sigaddset(&signals_, SIGTERM);
    ::sigaddset(&signals_, SIGINT);
    ::pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
  }
  int wait() const {
    int signal = 0;
    ::sigwait(&signals_, &signal);
    return signal;
  }

 private:
  sigset_t signals_{};
};

CORBA::object_reference<CORBA::ORB> make_orb(const Options& options) {
  std::vector<std::string> texts{"dimma-naming"};
  texts.insert(texts.end(), options.orb.begin(), options.orb.end());
  std::vector<char*> arguments;
  for (std::string& text : texts) arguments.push_back(text.data());
  int count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  CORBA::object_reference<CORBA::ORB> orb;
  try {
    orb = CORBA::ORB_init(count, arguments.data());
  } catch (const CORBA::BAD_PARAM& wrong) {
    throw UsageError(wrong._detail());
  }
  if (count > 1) {
    const auto nearest = nearest_option(arguments[1]);
    throw UsageError(std::string("'") + arguments[1] + "' is not an option of dimma-naming; " +
                     (nearest.empty() ? "see --help" : "did you mean " + nearest + "?"));
  }
  return orb;
}

// Replaces the file atomically, so that clients never read an incomplete reference.
void write_reference(const std::string& reference, const std::string& file) {
  const std::string unfinished = file + ".part";
  std::ofstream out(unfinished);
  out << reference << '\n';
  out.close();
  std::error_code error;
  if (out) std::filesystem::rename(unfinished, file, error);
  if (!out || error) throw std::runtime_error("--ior-file: cannot write " + file);
}

void tell_manager(const std::string& state, ServiceLog& log) {
  if (!notify_manager(state)) {
    log.line("cannot send " + state + " to $NOTIFY_SOCKET: " + std::generic_category().message(errno));
  }
}

// Converts the names in a store that was written by a version without UTF-8.
void rename_to_utf8(const NamingService& service, dimma::store::Store& store, ServiceLog& log) {
  if (!service.references().has_utf8()) return;
  const Utf8Names names = make_names_utf8(store);
  if (names.renamed != 0) {
    log.line(std::to_string(names.renamed) + " names were converted from ISO 8859-1 to UTF-8 in the store");
  }
  for (const std::string& left : names.left) {
    log.line(left +
             " stays ISO 8859-1, because the same name in UTF-8 is bound too, or its lease has ended; unbind one");
  }
}

// Serves until a signal arrives. Returns the exit status.
int serve(const Options& options, dimma::store::Store& store, ServiceLog& log, const EndSignals& signals) {
  const auto orb = make_orb(options);
  NamingService service(orb, store, options.limits, log);
  rename_to_utf8(service, store, log);
  // Writes the reference with the addresses of all current services.
  const auto tell_reference = [&] {
    if (!options.ior_file.empty()) write_reference(orb->object_to_string(service.root()), options.ior_file);
  };
  if (is_shared(options.store.file)) {
    service.join_others(member_lifetime, [&] {
      try {
        tell_reference();
      } catch (const std::exception& exception) {
        log.limited(exception.what());
      }
    });
  }
  dimma::publish(orb, "NameService", service.root());
  tell_reference();
  const auto poa = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  poa->the_POAManager()->activate();
  log.line("serving the tree " + service.tree().id().printed() + " at revision " + std::to_string(store.revision()) +
           " of " + (options.store.file.empty() ? default_store() : options.store.file));
  std::cout << "ready" << std::endl;
  if (!std::cout) {  // a program that waits for the line would hang
    const int error = errno;
    service.leave_others();
    service.stop_waiting();
    orb->shutdown(true);
    orb->destroy();
    return dimma::programs::report_lost_output("dimma-naming", error, 1);
  }
  tell_manager("READY=1", log);
  std::optional<HealthRounds> checks;
  if (options.check_interval.count() != 0) {
    checks.emplace(orb, store, service.references(), service.health(), log, options.check_interval);
  }

  const int signal = signals.wait();
  tell_manager("STOPPING=1", log);
  log.line(std::string("ending by ") + (signal == SIGTERM ? "SIGTERM" : "SIGINT"));
  service.leave_others();
  checks.reset();
  service.stop_waiting();
  orb->shutdown(true);
  orb->destroy();
  return 0;
}

int run(int argc, char** argv, ServiceLog& log) {
  const Options options = parse_options(argc, argv);
  if (options.help) {
    std::cout << help_text();
    return 0;
  }
  if (options.version) {
    std::cout << "dimma-naming " DIMMA_VERSION_STRING "\n";
    return 0;
  }
  // Checked before anything is opened: the ORB prints the help and ends the process.
  if (std::ranges::find(options.orb, "--dimma-help") != options.orb.end()) make_orb(options);
  const EndSignals signals;
  const auto store = open_store(options.store, options.etcd);
  if (!options.import_omninames.empty()) {
    Tree tree(*store);
    import_omninames(options.import_omninames, tree, log);
  }
  return options.serves ? serve(options, *store, log, signals) : 0;
}

}  // namespace

int main(int argc, char** argv) {
  ServiceLog log;
  try {
    dimma::programs::occupy_standard_descriptors();
    return dimma::programs::finish_output("dimma-naming", run(argc, argv, log));
  } catch (const UsageError& wrong) {
    log.line(wrong.what());
    return 2;
  } catch (const std::exception& exception) {
    log.line(exception.what());
    return 1;
  }
}
