#include "timing_sizes.hpp"

#include <stdexcept>

namespace bench {

namespace {

constexpr std::size_t request_header_octets = 112;  // with the object key and the operation's name of the example
constexpr std::size_t reply_header_octets = 24;
constexpr std::size_t string_octets = 6;  // "hello" and its terminating zero

// The position of the next octet of a message's body.
class Position {
 public:
  void primitive(std::size_t size, std::size_t count = 1) {
    if (count != 0) at_ = (at_ + size - 1) / size * size + size * count;
  }
  void string() {
    primitive(4);
    at_ += string_octets;
  }
  std::size_t octets() const noexcept { return at_; }

 private:
  std::size_t at_ = 0;
};

void write_prim_seq(Position& at, std::size_t elements) {
  for (const std::size_t size : {2U, 4U, 4U, 8U, 1U}) {
    at.primitive(4);
    at.primitive(size, elements);
  }
  at.primitive(4);
  for (std::size_t i = 0; i < elements; ++i) at.string();
}

void write_struct_seq(Position& at, std::size_t elements) {
  at.primitive(4);
  for (std::size_t i = 0; i < elements; ++i) {
    for (const std::size_t size : {2U, 4U, 4U, 8U, 1U}) at.primitive(size);
    at.string();
  }
}

}  // namespace

measure::MessageSizes timing_sizes(const std::string& operation, std::size_t elements) {
  const bool is_struct = operation == "rpc_struct_seq";
  if (!is_struct && operation != "rpc_prim_seq") throw std::invalid_argument("no size is known of " + operation);
  const auto write = is_struct ? write_struct_seq : write_prim_seq;
  Position request, reply;
  reply.primitive(4);  // the operation's result
  for (int argument = 0; argument < 2; ++argument) {
    write(request, elements);  // in and inout
    write(reply, elements);    // inout and out
  }
  return {static_cast<std::uint32_t>(request_header_octets + request.octets()),
          static_cast<std::uint32_t>(reply_header_octets + reply.octets())};
}

}  // namespace bench
