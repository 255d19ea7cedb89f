// The language server: takes an editor's requests as JSON-RPC messages, and sends replies and diagnostics (LSP 3.17).
//
// Not thread safe. It reads files, but writes none.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "idl/server/server_options.hpp"

namespace dimma::idl {

class Session;

class LanguageServer {
 public:
  // `send` is called with each message to the client, without its header, from within the functions below.
  LanguageServer(ServerOptions options, std::function<void(const std::string&)> send);
  ~LanguageServer();

  // Takes one message with any contents. Errors become replies, or log messages for notifications. Throws only the
  // exceptions of `send`.
  void receive(std::string_view message);
  // Tells the client of octets that were not a message.
  void report_broken(const std::string& problem);
  // Analyses the documents that have changed and publishes their diagnostics. To be called when no message waits, so
  // that an analysis is not repeated for each key of a fast typist.
  void publish();

  bool has_stale_documents() const;
  // has_exited() returns true if the client has sent `exit`. exit_status() is the status of the process then: 0 after
  // `shutdown`, otherwise 1.
  bool has_exited() const;
  int exit_status() const;

 private:
  std::unique_ptr<Session> session_;
};

// Serves a client over two descriptors until it sends `exit` or closes its end. Returns the process's exit status.
int serve_language(ServerOptions options, int input, int output);

}  // namespace dimma::idl
