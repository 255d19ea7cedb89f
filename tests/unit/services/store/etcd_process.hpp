#pragma once
// A member of etcd, a process on free ports with an empty data folder; both go with it.

#include <filesystem>
#include <string>
#include <vector>

#include <sys/types.h>

namespace store_test {

// How a member is started beyond what all need.
struct EtcdSetup {
  std::string certificate;  // the member's, in PEM form; empty: it speaks plain HTTP
  std::string key;
  std::string client_authority;  // the authority of clients' certificates; empty: they show none
  std::vector<std::string> arguments;
};

class EtcdProcess {
 public:
  // Waits until it answers. Throws std::runtime_error with its log.
  explicit EtcdProcess(EtcdSetup setup = {});
  ~EtcdProcess();
  EtcdProcess(const EtcdProcess&) = delete;
  EtcdProcess& operator=(const EtcdProcess&) = delete;

  std::string endpoint() const { return scheme() + "://127.0.0.1:" + std::to_string(client_port_); }
  int port() const { return client_port_; }
  void signal(int number) const;
  // The number of its metrics that begins so; 0 if there is none.
  int count(const std::string& metric) const;
  // SIGKILL, and it is gone.
  void kill();
  // With the same ports and data.
  void start();

 private:
  std::string scheme() const { return setup_.certificate.empty() ? "http" : "https"; }
  std::vector<std::string> words() const;
  void await() const;

  const EtcdSetup setup_;
  std::filesystem::path folder_;
  int client_port_ = 0;
  int peer_port_ = 0;
  int health_port_ = 0;  // which always speaks plain HTTP
  pid_t process_ = -1;
};

}  // namespace store_test
