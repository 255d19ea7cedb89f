#include "idl/server/server.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "idl/server/protocol/message_reader.hpp"
#include "idl/server/session.hpp"

namespace dimma::idl {

LanguageServer::LanguageServer(ServerOptions options, std::function<void(const std::string&)> send)
    : session_(std::make_unique<Session>(std::move(options), std::move(send))) {}
LanguageServer::~LanguageServer() = default;

void LanguageServer::receive(std::string_view message) { session_->receive(message); }
void LanguageServer::report_broken(const std::string& problem) {
  session_->report_error(nullptr, RpcCode::ParseError, problem);
}
void LanguageServer::publish() { session_->publish(); }
bool LanguageServer::has_stale_documents() const { return session_->has_stale_documents(); }
bool LanguageServer::has_exited() const { return session_->has_exited(); }
int LanguageServer::exit_status() const { return session_->exit_status(); }

namespace {

void write_all(int descriptor, std::string_view octets) {
  while (!octets.empty()) {
    const ssize_t written = ::write(descriptor, octets.data(), octets.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw std::system_error(errno, std::generic_category(), "writing to the client of --lsp");
    octets.remove_prefix(static_cast<std::size_t>(written));
  }
}

bool has_input(int descriptor) {
  pollfd waiting{descriptor, POLLIN, 0};
  return ::poll(&waiting, 1, 0) > 0;
}

// Returns an empty text at the end of the input. Throws std::system_error.
std::string_view read_some(int descriptor, char* buffer, std::size_t size) {
  for (;;) {
    const ssize_t got = ::read(descriptor, buffer, size);
    if (got >= 0) return {buffer, static_cast<std::size_t>(got)};
    if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "reading from the client of --lsp");
  }
}

}  // namespace

int serve_language(ServerOptions options, int input, int output) {
  LanguageServer server(std::move(options),
                        [output](const std::string& message) { write_all(output, framed(message)); });
  MessageReader reader;
  char buffer[65536];
  for (;;) {
    const std::string_view octets = read_some(input, buffer, sizeof buffer);
    if (octets.empty()) return server.exit_status();
    reader.add(octets);
    while (const auto event = reader.next()) {
      event->is_message ? server.receive(event->text) : server.report_broken(event->text);
      if (server.has_exited()) return server.exit_status();
    }
    if (!has_input(input)) server.publish();
  }
}

}  // namespace dimma::idl
