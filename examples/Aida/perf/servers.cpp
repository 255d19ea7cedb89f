#include "perf/servers.hpp"

#include "common/references.hpp"

#include <aida_skel.hpp>
#include <dimma/binding.hpp>
#include <dimma/poa.hpp>
#include <dimma/signals.hpp>

#include <csignal>
#include <iostream>

namespace perf {
namespace {

constexpr auto patience = std::chrono::seconds(60);
constexpr const char* endpoint = "iiop://127.0.0.1:0";

// Implements one operation directly, without Aida's provider.
class BareServant final : public virtual CORBA::servant_traits<Aida::Provider>::base_type {
 public:
  bool get_boolean(const std::string&, const Aida::Parameters&) override { throw CORBA::NO_IMPLEMENT(); }
  std::uint8_t get_octet(const std::string&, const Aida::Parameters&) override { throw CORBA::NO_IMPLEMENT(); }
  std::int16_t get_short(const std::string&, const Aida::Parameters&) override { throw CORBA::NO_IMPLEMENT(); }
  std::int32_t get_long(const std::string&, const Aida::Parameters&) override { throw CORBA::NO_IMPLEMENT(); }
  std::int64_t get_longlong(const std::string&, const Aida::Parameters&) override { throw CORBA::NO_IMPLEMENT(); }
  float get_float(const std::string&, const Aida::Parameters&) override { throw CORBA::NO_IMPLEMENT(); }
  double get_double(const std::string&, const Aida::Parameters&) override { return 42.5; }
  std::string get_string(const std::string&, const Aida::Parameters&) override { throw CORBA::NO_IMPLEMENT(); }
  Aida::Booleans get_booleans(const std::string&, const Aida::Parameters&) override { throw CORBA::NO_IMPLEMENT(); }
  Aida::Octets get_octets(const std::string&, const Aida::Parameters&) override { throw CORBA::NO_IMPLEMENT(); }
  Aida::Shorts get_shorts(const std::string&, const Aida::Parameters&) override { throw CORBA::NO_IMPLEMENT(); }
  Aida::Longs get_longs(const std::string&, const Aida::Parameters&) override { throw CORBA::NO_IMPLEMENT(); }
  Aida::LongLongs get_longlongs(const std::string&, const Aida::Parameters&) override { throw CORBA::NO_IMPLEMENT(); }
  Aida::Floats get_floats(const std::string&, const Aida::Parameters&) override { throw CORBA::NO_IMPLEMENT(); }
  Aida::Doubles get_doubles(const std::string&, const Aida::Parameters&) override { throw CORBA::NO_IMPLEMENT(); }
  Aida::Strings get_strings(const std::string&, const Aida::Parameters&) override { throw CORBA::NO_IMPLEMENT(); }
  Aida::Table get_table(const std::string&, const Aida::Parameters&) override { throw CORBA::NO_IMPLEMENT(); }
  CORBA::Any get_any(const std::string&, const Aida::Parameters&) override { throw CORBA::NO_IMPLEMENT(); }
  Aida::WatchedBuffer watch_here(const std::string&, const Aida::Parameters&, std::uint32_t) override {
    throw CORBA::NO_IMPLEMENT();
  }
  std::uint64_t watch_there(const std::string&, const Aida::Parameters&, std::uint32_t,
                            IDL::traits<CORBA::Object>::ref_type) override {
    throw CORBA::NO_IMPLEMENT();
  }
  bool keep_watch(std::uint64_t) override { throw CORBA::NO_IMPLEMENT(); }
  void end_watch(std::uint64_t) override { throw CORBA::NO_IMPLEMENT(); }
};

std::string program(const std::string& name) { return measure::program_folder() + '/' + name; }

}  // namespace

const std::vector<ServerQos>& server_qos() {
  static const std::vector<ServerQos> all = {{"dedicated", "processing=nullTask,messages=1"},
                                             {"pool of 4", "processing=pool(4)"},
                                             {"shared", "processing=shared"}};
  return all;
}

Servers::Servers(std::optional<int> processor)
    : directory_url_("file://" + folder_.path() + "/directory.ior"), processor_(processor) {
  directory_ =
      start({program("aida_directory"), "--store", folder_.path() + "/aida.db", "--ior-file",
             folder_.path() + "/directory.ior", "--dimma-endpoint", endpoint, "--qos", server_qos().front().text});
}

Servers::~Servers() {
  try {
    for (auto& [kind, provider] : providers_) provider.stop();
    bare_.stop();
    directory_.stop();
  } catch (const std::exception& exception) {
    std::cerr << "aida_perf: " << exception.what() << '\n';
  }
}

measure::Child Servers::start(const std::vector<std::string>& arguments) {
  auto child = measure::Child::start(arguments, processor_);
  child.wait_for_line("ready", patience);
  return child;
}

void Servers::provide(const std::vector<std::string>& kinds, const std::string& qos) {
  for (const std::string& kind : kinds) {
    const auto before = providers_.find(kind);
    if (before != providers_.end()) {
      before->second.stop();
      providers_.erase(before);
    }
    std::vector<std::string> arguments{program("aida_provider"), "--kind",           kind,    "--directory",
                                       directory_url_,           "--dimma-endpoint", endpoint};
    if (!qos.empty()) arguments.insert(arguments.end(), {"--qos", qos});
    providers_.emplace(kind, start(arguments));
  }
}

std::string Servers::bare(const std::string& qos) {
  const std::string file = folder_.path() + "/bare.ior";
  bare_ = start({program("aida_perf"), "bare", "--ior-file", file, "--qos", qos});
  return "file://" + file;
}

int serve_bare(const std::string& ior_file, const std::string& qos) {
  std::vector<std::string> arguments{"--dimma-endpoint", endpoint};
  const auto orb = CORBA::ORB_init(arguments, "bare");
  const auto root = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  root->the_POAManager()->activate();
  const auto poa = dimma::create_poa(root, "bare", dimma::EngineeringQoS::parse(qos));
  publish(orb->object_to_string(poa->servant_to_reference(CORBA::make_reference<BareServant>())), ior_file);
  dimma::shutdown_on_signals(orb, {SIGTERM, SIGINT});
  std::cout << "ready" << std::endl;
  orb->run();
  orb->destroy();
  return 0;
}

}  // namespace perf
