// The language server: receives an editor's requests (JSON-RPC messages), sends replies and diagnostics (LSP 3.17).
//
// Not thread-safe. Reads files, but writes none.
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
  // `send` is called by the functions below with each message to the client, without its header.
  LanguageServer(ServerOptions options, std::function<void(const std::string&)> send);
  ~LanguageServer();

  // Handles one message with any contents. Errors become replies, or log messages for notifications. Throws only what
  // `send` throws.
  void receive(std::string_view message);
  // Logs a message at the client about octets that were not a valid message.
  void report_broken(const std::string& problem);
  // Analyses documents that have changed, and publishes their diagnostics. Called when no message is pending, so that
  // fast typing does not cause an analysis for each key.
  void publish();

  bool has_stale_documents() const;
  // has_exited() returns true after the client has sent `exit`. exit_status() is then the status of the process: 0
  // after `shutdown`, otherwise 1.
  bool has_exited() const;
  int exit_status() const;

 private:
  std::unique_ptr<Session> session_;
};

// Serves a client over two descriptors until it sends `exit` or closes the input. Returns the exit status of the
// process.
int serve_language(ServerOptions options, int input, int output);

}  // namespace dimma::idl
