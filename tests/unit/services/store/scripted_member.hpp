#pragma once
// A server in the place of a member of etcd, which answers as a test says.

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace store_test {

// One connection, at the member's end.
class Peer {
 public:
  explicit Peer(int socket) : socket_(socket) {}
  ~Peer();
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  struct Request {
    std::string path;
    std::string body;
  };
  // The next complete request; nothing if the client has closed the connection.
  std::optional<Request> request();
  // Returns false if the client has closed the connection.
  bool send(std::string_view octets) const;
  // Returns when the client has closed the connection, or the member ends.
  void await_close();
  void shut_down() const;

 private:
  const int socket_;
  std::string read_;
};

class ScriptedMember {
 public:
  // Called for each connection, by a thread of its own; the connection is closed when it returns.
  using Script = std::function<void(Peer&)>;

  explicit ScriptedMember(Script script);
  ~ScriptedMember();
  ScriptedMember(const ScriptedMember&) = delete;
  ScriptedMember& operator=(const ScriptedMember&) = delete;

  std::string endpoint() const { return "http://127.0.0.1:" + std::to_string(port_); }
  int connections() const { return connections_; }

 private:
  void accept();

  const Script script_;
  int listener_ = -1;
  int port_ = 0;
  std::atomic<int> connections_{0};
  std::mutex mutex_;  // for the next two
  bool ends_ = false;
  std::vector<std::shared_ptr<Peer>> peers_;
  std::vector<std::thread> serving_;  // belongs to the accepting thread until it ends
  std::thread accepting_;
};

// "HTTP/1.1 STATUS ..." and the body, with its length or in one chunk.
std::string http_answer(int status, std::string_view body, std::string_view type = "application/json");
std::string stream_head();
std::string chunk(std::string_view octets);

}  // namespace store_test
