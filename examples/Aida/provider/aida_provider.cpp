// aida_provider --kind test|history|machine|epics [--name NAME] [--qos QOS]: serves data until SIGTERM.

#include "common/run_program.hpp"
#include "provider/end_signals.hpp"
#include "provider/kinds.hpp"
#include "provider/provider_servant.hpp"
#include "provider/registration.hpp"

#include <dimma/poa.hpp>

#include <iostream>

namespace {

struct Options {
  std::string kind;
  std::string name;
  std::string directory = aida::directory_url();
  std::string qos;
  std::string pvs;
  std::size_t lease_ms = 10'000;
};

IDL::traits<PortableServer::POA>::ref_type poa_of(const IDL::traits<CORBA::ORB>::ref_type& orb,
                                                  const std::string& qos) {
  const auto root = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  root->the_POAManager()->activate();
  return qos.empty() ? root : dimma::create_poa(root, "provider", dimma::EngineeringQoS::parse(qos));
}

int serve(int argc, char** argv) {
  const aida::EndSignals signals;
  const auto orb = init_orb(argc, argv);
  Options options;
  constexpr std::size_t lease_max_ms = 86'400'000;
  measure::CommandLine flags("aida_provider --kind KIND [--name NAME] [--directory URL] [--qos QOS]",
                             "Registers its data with aida_directory and answers for them until SIGTERM.");
  flags.required("kind", options.kind, aida::kinds_help())
      .text("name", options.name,
            "the provider's, its kind if it is not given; one that registers later takes its place")
      .text("directory", options.directory, "where aida_directory is ($AIDA_DIRECTORY, or this machine)")
      .text("qos", options.qos, "of the provider's end, e.g. processing=pool(4) or processing=nullTask,messages=1")
      .count("lease-ms", options.lease_ms, "so long it stays registered when it has died (10000)", lease_max_ms)
      .text("pvs", options.pvs, "of --kind epics: the names of process variables, joined by commas");
  if (!flags.parse(argc, argv)) return 0;
  if (options.lease_ms < 100) throw measure::UsageError("--lease-ms: at least 100");
  if (options.name.empty()) options.name = options.kind;

  const auto source = aida::source_of_kind(options.kind, options.pvs);
  aida::Watches watches(orb, *source);
  const auto servant = CORBA::make_reference<aida::ProviderServant>(*source, watches);
  const auto where = IDL::traits<Aida::Provider>::narrow(poa_of(orb, options.qos)->servant_to_reference(servant));
  std::string failure;
  {
    const aida::Registration registration(
        orb, options.directory, {options.name, where, source->data(), std::chrono::milliseconds(options.lease_ms)},
        [] { std::cout << "ready" << std::endl; },
        [&](const std::string& why) {
          failure = why;
          aida::EndSignals::send();
        });
    signals.wait();
  }  // withdraws the registration while the provider still answers
  orb->destroy();
  if (!failure.empty()) throw std::runtime_error(failure);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return run_program("aida_provider", [&] { return serve(argc, argv); });
}
