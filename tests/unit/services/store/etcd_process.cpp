#include "etcd_process.hpp"

#include <array>
#include <chrono>
#include <csignal>
#include <fstream>
#include <random>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <utility>

#include <arpa/inet.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace store_test {
namespace {

using namespace std::chrono_literals;

sockaddr_in loopback(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

// A port below those that the kernel gives to connections, one of which might take it before the server does.
int free_port() {
  std::random_device random;
  std::uniform_int_distribution<int> ports(10'000, 32'767);
  for (int tries = 0; tries < 100; ++tries) {
    const int port = ports(random);
    const sockaddr_in address = loopback(port);
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    const bool is_bound = ::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    ::close(socket);
    if (is_bound) return port;
  }
  throw std::runtime_error("there is no free port");
}

// The answer to a GET; empty if there is no server.
std::string got(int port, const std::string& path) {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  const timeval longest{1, 0};
  ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &longest, sizeof longest);
  sockaddr_in address = loopback(port);
  std::string answer;
  if (::connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0) {
    const std::string request = "GET " + path + " HTTP/1.0\r\n\r\n";
    std::array<char, 1024> octets;
    if (::send(socket, request.data(), request.size(), MSG_NOSIGNAL) > 0) {
      for (ssize_t got = 0; (got = ::recv(socket, octets.data(), octets.size(), 0)) > 0;) {
        answer.append(octets.data(), static_cast<std::size_t>(got));
      }
    }
  }
  ::close(socket);
  return answer;
}

}  // namespace

EtcdProcess::EtcdProcess(EtcdSetup setup) : setup_(std::move(setup)) {
  std::string name = (std::filesystem::temp_directory_path() / "etcd-test-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp");
  folder_ = name;
  client_port_ = free_port();
  peer_port_ = free_port();
  health_port_ = free_port();
  start();
}

EtcdProcess::~EtcdProcess() {
  kill();
  std::filesystem::remove_all(folder_);
}

std::vector<std::string> EtcdProcess::words() const {
  const std::string clients = endpoint();
  const std::string peers = "http://127.0.0.1:" + std::to_string(peer_port_);
  std::vector<std::string> words = {"etcd",
                                    "--name=m",
                                    "--data-dir=" + (folder_ / "data").string(),
                                    "--listen-client-urls=" + clients,
                                    "--advertise-client-urls=" + clients,
                                    "--listen-peer-urls=" + peers,
                                    "--initial-advertise-peer-urls=" + peers,
                                    "--listen-metrics-urls=http://127.0.0.1:" + std::to_string(health_port_),
                                    "--initial-cluster=m=" + peers,
                                    "--heartbeat-interval=20",
                                    "--election-timeout=200"};  // one member alone votes for itself
  if (!setup_.certificate.empty()) {
    words.push_back("--cert-file=" + setup_.certificate);
    words.push_back("--key-file=" + setup_.key);
  }
  if (!setup_.client_authority.empty()) {
    words.push_back("--client-cert-auth");
    words.push_back("--trusted-ca-file=" + setup_.client_authority);
  }
  words.insert(words.end(), setup_.arguments.begin(), setup_.arguments.end());
  return words;
}

void EtcdProcess::start() {
  const std::vector<std::string> words = this->words();
  const std::string log = folder_ / "log";
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  process_ = ::fork();
  if (process_ == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int out = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    ::dup2(out, 1);
    ::dup2(out, 2);
    ::execvp("etcd", arguments.data());
    ::_exit(127);
  }
  await();
}

void EtcdProcess::await() const {
  const auto until = std::chrono::steady_clock::now() + 60s;
  while (got(health_port_, "/health").find("\"true\"") == std::string::npos) {
    const bool is_gone = ::waitpid(process_, nullptr, WNOHANG) == process_;
    if (is_gone || std::chrono::steady_clock::now() > until) {
      std::ostringstream log;
      log << std::ifstream(folder_ / "log").rdbuf();
      throw std::runtime_error("etcd does not answer (is the package etcd-server installed?): " + log.str());
    }
    std::this_thread::sleep_for(5ms);
  }
}

int EtcdProcess::count(const std::string& metric) const {
  std::istringstream lines(got(health_port_, "/metrics"));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(metric)) return std::stoi(line.substr(line.rfind(' ') + 1));
  }
  return 0;
}

void EtcdProcess::signal(int number) const { ::kill(process_, number); }

void EtcdProcess::kill() {
  if (process_ <= 0) return;
  ::kill(process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
  process_ = -1;
}

}  // namespace store_test
