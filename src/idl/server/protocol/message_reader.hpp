// Splits the octets from a language server's client into messages: headers, an empty line, and as many octets as the
// header Content-Length specifies (LSP 3.17, "Base Protocol").
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace dimma::idl {

class MessageReader {
 public:
  static constexpr std::size_t header_octets_max = 8192;  // limit for all headers of a message together
  static constexpr std::size_t message_octets_max = std::size_t{64} << 20;

  // A message, or a problem. After a problem the reader resumes with the next message: it skips a message that is too
  // long, and after invalid headers everything up to the next "Content-Length:".
  struct Event {
    bool is_message = false;
    std::string text;  // the message, or a description of the problem
  };

  // Appends octets, in chunks of any size. The reader holds at most one message, and octets that arrived with its end.
  void add(std::string_view octets);

  // Returns the next message or problem; nullopt if it is incomplete.
  std::optional<Event> next();

 private:
  std::optional<Event> read_headers();
  Event broken(std::string problem);
  bool find_next_header();

  std::string pending_;
  std::size_t body_octets_ = 0;     // the length of the message that is being read
  std::size_t skipped_octets_ = 0;  // the rest of a message that is too long
  bool has_headers_ = false;
  bool is_lost_ = false;  // searching for a header after invalid ones
};

// Returns the message with its header, ready to be sent.
std::string framed(std::string_view message);

}  // namespace dimma::idl
