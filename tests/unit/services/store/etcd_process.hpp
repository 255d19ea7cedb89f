#pragma once
// A member of etcd, a process on free ports with an empty data folder; both go with it.

#include <filesystem>
#include <string>
#include <vector>

#include <sys/types.h>

namespace store_test {

class EtcdProcess {
 public:
  // Waits until it answers. Throws std::runtime_error with its log.
  EtcdProcess();
  ~EtcdProcess();
  EtcdProcess(const EtcdProcess&) = delete;
  EtcdProcess& operator=(const EtcdProcess&) = delete;

  std::string endpoint() const { return "http://127.0.0.1:" + std::to_string(client_port_); }
  void signal(int number) const;
  // SIGKILL, and it is gone.
  void kill();
  // With the same ports and data.
  void start();

 private:
  void await() const;

  std::filesystem::path folder_;
  int client_port_ = 0;
  int peer_port_ = 0;
  pid_t process_ = -1;
};

}  // namespace store_test
