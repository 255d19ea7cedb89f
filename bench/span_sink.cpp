#include "span_sink.hpp"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <string_view>
#include <system_error>

namespace bench {
namespace {

constexpr std::string_view answer = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";

[[noreturn]] void fail(const char* doing) { throw std::system_error(errno, std::generic_category(), doing); }

// The length of the body, from a complete head.
std::size_t content_length(std::string_view head) {
  constexpr std::string_view name = "Content-Length: ";
  const std::size_t at = head.find(name);
  std::size_t length = 0;
  if (at == std::string_view::npos) return 0;
  const char* const digits = head.data() + at + name.size();
  std::from_chars(digits, head.data() + head.size(), length);
  return length;
}

}  // namespace

SpanSink::SpanSink() : listening_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  if (listening_ < 0) fail("socket");
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  if (::bind(listening_, generic, size) != 0 || ::listen(listening_, SOMAXCONN) != 0 ||
      ::getsockname(listening_, generic, &size) != 0) {
    const int error = errno;
    ::close(listening_);
    throw std::system_error(error, std::generic_category(), "listening for spans");
  }
  port_ = ntohs(address.sin_port);
}

void SpanSink::begin() {
  accepting_ = std::thread([this] { accept_all(); });
}

SpanSink::~SpanSink() {
  {
    const std::scoped_lock lock(mutex_);
    has_ended_ = true;
    for (const int connection : connections_) ::shutdown(connection, SHUT_RDWR);
  }
  ::shutdown(listening_, SHUT_RDWR);
  if (accepting_.joinable()) accepting_.join();
  for (auto& thread : serving_) thread.join();
  for (const int connection : connections_) ::close(connection);
  ::close(listening_);
}

void SpanSink::accept_all() {
  for (;;) {
    const int connection = ::accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC);
    if (connection < 0) return;
    const std::scoped_lock lock(mutex_);
    connections_.push_back(connection);
    if (has_ended_) return;
    serving_.emplace_back([this, connection] { serve(connection); });
  }
}

void SpanSink::serve(int connection) {
  constexpr std::string_view end_of_head = "\r\n\r\n";
  std::string unread;
  std::array<char, 65'536> octets{};
  for (;;) {
    const std::size_t head = unread.find(end_of_head);
    if (head != std::string::npos) {
      const std::size_t whole = head + end_of_head.size() + content_length(std::string_view(unread).substr(0, head));
      if (unread.size() >= whole) {
        unread.erase(0, whole);
        octets_ += whole;
        ++requests_;
        if (::send(connection, answer.data(), answer.size(), MSG_NOSIGNAL) < 0) return;
        continue;
      }
    }
    const auto received = ::recv(connection, octets.data(), octets.size(), 0);
    if (received <= 0) return;
    unread.append(octets.data(), static_cast<std::size_t>(received));
  }
}

}  // namespace bench
