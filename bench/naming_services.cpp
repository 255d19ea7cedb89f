#include "naming_services.hpp"

#include "measure/free_port.hpp"
#include "measure/memory.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <utility>

#include <unistd.h>

namespace bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* omni_names = "/usr/bin/omniNames";
constexpr const char* etcd = "/usr/bin/etcd";
constexpr auto start_max = std::chrono::seconds(60);
constexpr auto write_max = std::chrono::minutes(10);

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

// Starts a service whose standard error goes to the file `log`.
measure::Child started(std::vector<std::string> arguments, const std::string& log, std::optional<int> processor) {
  std::vector<char*> raw;
  for (std::string& argument : arguments) raw.push_back(argument.data());
  raw.push_back(nullptr);
  return measure::Child::fork(
      arguments[0].substr(arguments[0].rfind('/') + 1),
      [&] {
        if (std::freopen(log.c_str(), "a", stderr) == nullptr) return 126;
        ::execv(raw[0], raw.data());
        return 127;
      },
      processor);
}

measure::Contender client_of(const std::string& url, std::size_t bindings, std::size_t clients,
                             std::optional<int> processor) {
  return measure::Contender(
      measure::Child::start({measure::program_folder() + "/naming_client", "--url", url, "--bindings",
                             std::to_string(std::max<std::size_t>(bindings, 1)), "--clients", std::to_string(clients)},
                            processor));
}

}  // namespace

measure::Contender NamingServer::client(std::size_t clients) const {
  return client_of(url_, bindings_, clients, where_.client);
}

double NamingServer::octets_a_binding() const {
  const auto more = static_cast<double>(measure::private_octets(process_.id())) - static_cast<double>(octets_before_);
  return more / static_cast<double>(bindings_);
}

bool Etcd::is_installed() { return ::access(etcd, X_OK) == 0; }

Etcd::Etcd(const measure::Placement& where) : where_(where) {
  address_ = "127.0.0.1:" + std::to_string(measure::free_port());
  const std::string client = "http://" + address_;
  const std::string peer = "http://127.0.0.1:" + std::to_string(measure::free_port());
  process_ = started({etcd, "--data-dir", folder_.path() + "/data", "--listen-client-urls", client,
                      "--advertise-client-urls", client, "--listen-peer-urls", peer, "--initial-advertise-peer-urls",
                      peer, "--initial-cluster", "default=" + peer, "--logger", "zap"},
                     folder_.path() + "/log", where.server);
}

measure::Contender Etcd::puts() const {
  return measure::Contender(
      measure::Child::start({measure::program_folder() + "/naming_etcd", "--puts", address_}, where_.client));
}

DimmaNaming::DimmaNaming(const measure::Placement& where, const Etcd& etcd, std::size_t bindings)
    : NamingServer(where), store_("etcd:http://" + etcd.address()) {
  start();
  client_of(url_, 1, 1, where_.client).run("fill", bindings);
  bindings_ = bindings;
}

DimmaNaming::DimmaNaming(const measure::Placement& where, std::size_t bindings)
    : NamingServer(where), store_(folder_.path() + "/naming.db") {
  start();
  if (bindings == 0) return;
  client_of(url_, 1, 1, where_.client).run("fill", 1);
  stop();
  auto filling = measure::Child::start(
      {measure::program_folder() + "/naming_store", "--fill", store_, "--bindings", std::to_string(bindings)});
  filling.wait_for_line("filled", write_max);
  bindings_ = bindings;
  start();
}

void DimmaNaming::load() { client(1).run("each", bindings_); }

void DimmaNaming::restart() {
  stop();
  start();
}

void DimmaNaming::start() {
  const auto begin = Clock::now();
  process_ = started({measure::program_folder() + "/dimma-naming", "--store", store_, "--listen", "127.0.0.1:0",
                      "--ior-file", folder_.path() + "/root.ior"},
                     folder_.path() + "/log", where_.server);
  process_.wait_for_line("ready", start_max);
  started_s_ = since(begin);
  std::ifstream(folder_.path() + "/root.ior") >> url_;
  octets_before_ = measure::private_octets(process_.id());
}

void DimmaNaming::stop() {
  const auto begin = Clock::now();
  process_.stop();
  stopped_s_ = since(begin);
}

bool OmniNames::is_installed() { return ::access(omni_names, X_OK) == 0; }

OmniNames::OmniNames(const measure::Placement& where, std::size_t bindings, std::chrono::seconds patience)
    : NamingServer(where) {
  const std::string port = std::to_string(measure::free_port());
  process_ =
      started({omni_names, "-start", port, "-logdir", folder_.path(), "-ORBendPoint", "giop:tcp:127.0.0.1:" + port},
              folder_.path() + "/log", where.server);
  url_ = "corbaloc::127.0.0.1:" + port + "/NameService";
  auto filling = client_of(url_, 1, 1, where.client);
  octets_before_ = measure::private_octets(process_.id());
  const auto end = Clock::now() + patience;
  while (bindings_ < bindings && Clock::now() < end) {
    const std::size_t some = std::min<std::size_t>(bindings - bindings_, 250);
    filling.run("fill", some);
    bindings_ += some;
  }
}

}  // namespace bench
