#pragma once
// A member of etcd: a process on free ports with an empty data folder, both of which are removed with the object.

#include <filesystem>
#include <string>
#include <vector>

#include <sys/types.h>

namespace store_test {

// Options of a member in addition to those that all members need.
struct EtcdSetup {
  std::string certificate;  // the member's, in PEM form; empty: it speaks plain HTTP
  std::string key;
  std::string client_authority;  // the authority of clients' certificates; empty: they show none
  std::vector<std::string> arguments;
};

class EtcdProcess {
 public:
  // Waits until the member answers. Throws std::runtime_error with its log if it does not.
  explicit EtcdProcess(EtcdSetup setup = {});
  ~EtcdProcess();
  EtcdProcess(const EtcdProcess&) = delete;
  EtcdProcess& operator=(const EtcdProcess&) = delete;

  std::string endpoint() const { return scheme() + "://127.0.0.1:" + std::to_string(client_port_); }
  int port() const { return client_port_; }
  void signal(int number) const;
  // The number of the member's metric whose line begins with `metric`; 0 if there is none.
  int count(const std::string& metric) const;
  // Kills the process by SIGKILL, and waits for its end.
  void kill();
  // Starts the process with the same ports and data.
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
