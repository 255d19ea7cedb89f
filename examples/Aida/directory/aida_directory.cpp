// aida_directory [--store FILE]: serves the directory, which maps data to their providers, until SIGTERM.

#include <dimma/sqlite_store.hpp>
#include "client/access.hpp"
#include "common/references.hpp"
#include "common/run_program.hpp"
#include "directory/directory_servant.hpp"

#include <dimma/binding.hpp>
#include <dimma/poa.hpp>
#include <dimma/publish.hpp>
#include <dimma/signals.hpp>

#include <csignal>
#include <iostream>
#include <vector>

namespace {

// An ORB that listens at the directory's usual port, unless the command line has an endpoint.
IDL::traits<CORBA::ORB>::ref_type orb_of(int& argc, char** argv) {
  const auto says = [&](const std::string& option) {
    for (int i = 1; i < argc; ++i) {
      if (std::string(argv[i]).rfind(option, 0) == 0) return true;
    }
    return false;
  };
  if (says("--dimma-endpoint") || says("-ORBListenEndpoints")) return init_orb(argc, argv);
  static std::string option = "--dimma-endpoint";
  static std::string endpoint = "iiop://:2810";
  std::vector<char*> arguments(argv, argv + argc);
  arguments.push_back(option.data());
  arguments.push_back(endpoint.data());
  int count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  auto orb = init_orb(count, arguments.data());
  argc = count;
  std::copy(arguments.begin(), arguments.begin() + count, argv);
  return orb;
}

int serve(int argc, char** argv) {
  const auto orb = orb_of(argc, argv);
  dimma::store::SqliteOptions options;
  options.file = "aida.db";
  measure::CommandLine flags("aida_directory [--store FILE] [--dimma-endpoint iiop://HOST:PORT]",
                             "Knows which provider has which datum. Its own address is corbaloc:iiop:HOST:PORT/Aida;\n"
                             "the port is 2810 unless --dimma-endpoint says another.");
  std::string ior_file;
  std::string qos;
  flags.text("store", options.file, "where it is remembered: a SQLite file, or :memory: (aida.db)")
      .text("qos", qos, "of the directory's end, e.g. processing=nullTask,messages=1")
      .text("ior-file", ior_file, "where its reference is written, for who does not know its port");
  if (!flags.parse(argc, argv)) return 0;

  Registry registry(orb, dimma::store::open_sqlite(options));
  const auto root = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  const auto servant = CORBA::make_reference<DirectoryServant>(registry);
  const auto poa = qos.empty() ? root : dimma::create_poa(root, "directory", dimma::EngineeringQoS::parse(qos));
  const auto object = poa->servant_to_reference(servant);
  dimma::publish(orb, "Aida", object);
  if (!ior_file.empty()) publish(orb->object_to_string(object), ior_file);
  dimma::shutdown_on_signals(orb, {SIGTERM, SIGINT});
  root->the_POAManager()->activate();
  std::cout << "ready" << std::endl;
  orb->run();
  orb->destroy();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return run_program("aida_directory", [&] { return serve(argc, argv); });
}
