#include "scripted_member.hpp"

#include <array>
#include <sstream>
#include <stdexcept>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

namespace store_test {

Peer::~Peer() { ::close(socket_); }

void Peer::shut_down() const { ::shutdown(socket_, SHUT_RDWR); }

bool Peer::send(std::string_view octets) const {
  while (!octets.empty()) {
    const ssize_t sent = ::send(socket_, octets.data(), octets.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    octets.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

void Peer::await_close() {
  std::array<char, 4096> octets;
  while (::recv(socket_, octets.data(), octets.size(), 0) > 0) {
  }
}

std::optional<Peer::Request> Peer::request() {
  std::array<char, 4096> octets;
  for (;;) {
    const auto head = read_.find("\r\n\r\n");
    const auto length = read_.find("Content-Length: ");
    if (head != std::string::npos && length < head) {
      const std::size_t whole = head + 4 + std::stoul(read_.substr(length + 16));
      if (read_.size() >= whole) {
        const auto begin = read_.find(' ') + 1;
        Request request{read_.substr(begin, read_.find(' ', begin) - begin), read_.substr(head + 4, whole - head - 4)};
        read_.erase(0, whole);
        return request;
      }
    }
    const ssize_t got = ::recv(socket_, octets.data(), octets.size(), 0);
    if (got <= 0) return std::nullopt;
    read_.append(octets.data(), static_cast<std::size_t>(got));
  }
}

ScriptedMember::ScriptedMember(Script script) : script_(std::move(script)) {
  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (::bind(listener_, reinterpret_cast<sockaddr*>(&address), size) != 0 || ::listen(listener_, 16) != 0 ||
      ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
    throw std::runtime_error("the scripted member can't listen");
  }
  port_ = ntohs(address.sin_port);
  accepting_ = std::thread([this] { accept(); });
}

ScriptedMember::~ScriptedMember() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
    for (const auto& peer : peers_) peer->shut_down();
  }
  ::shutdown(listener_, SHUT_RDWR);
  accepting_.join();
  ::close(listener_);
}

void ScriptedMember::accept() {
  for (int socket = 0; (socket = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC)) >= 0;) {
    const int one = 1;
    ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    ++connections_;
    const auto peer = std::make_shared<Peer>(socket);
    {
      const std::lock_guard lock(mutex_);
      peers_.push_back(peer);
      if (ends_) peer->shut_down();
    }
    serving_.emplace_back([this, peer] {
      script_(*peer);
      peer->shut_down();
    });
  }
  for (std::thread& serving : serving_) serving.join();
}

std::string http_answer(int status, std::string_view body, std::string_view type) {
  std::ostringstream text;
  text << "HTTP/1.1 " << status << " -\r\nContent-Type: " << type << "\r\nContent-Length: " << body.size() << "\r\n\r\n"
       << body;
  return text.str();
}

std::string stream_head() {
  return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
}

std::string chunk(std::string_view octets) {
  std::ostringstream text;
  text << std::hex << octets.size() << "\r\n" << octets << "\r\n";
  return text.str();
}

}  // namespace store_test
