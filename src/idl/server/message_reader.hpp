// Splits the octets of a language server's client into messages: headers, an empty line, and as many octets as the
// header Content-Length says (LSP 3.17, "Base Protocol").
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace dimma::idl {

class MessageReader {
 public:
  static constexpr std::size_t header_octets_max = 8192;  // for all headers of a message
  static constexpr std::size_t message_octets_max = std::size_t{64} << 20;

  // A message, or a problem. After a problem the next message is searched for: a message that is too long is skipped,
  // and after broken headers everything up to the next "Content-Length:".
  struct Event {
    bool is_message = false;
    std::string text;  // the message, or the problem for a reader
  };

  // Takes octets in pieces of any size. Keeps at most one message, and the octets given together with its end.
  void add(std::string_view octets);

  // Returns the next message or problem; nullopt while it is not complete.
  std::optional<Event> next();

 private:
  std::optional<Event> read_headers();
  Event broken(std::string problem);
  bool find_next_header();

  std::string pending_;
  std::size_t body_octets_ = 0;     // the length of the message that is expected
  std::size_t skipped_octets_ = 0;  // still to come of a message that is too long
  bool has_headers_ = false;
  bool is_lost_ = false;  // since broken headers
};

// Returns the message with its header, in the form in which it is sent.
std::string framed(std::string_view message);

}  // namespace dimma::idl
