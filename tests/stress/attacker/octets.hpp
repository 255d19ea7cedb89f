#pragma once
// Handmade GIOP messages, valid and invalid, in little endian.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

namespace attacker {

using Octets = std::vector<std::byte>;

class Message {
 public:
  enum Type : std::uint8_t {
    request,
    reply,
    cancel_request,
    locate_request,
    locate_reply,
    close_connection,
    message_error,
    fragment
  };

  explicit Message(Type type, bool more_fragments = false, std::uint8_t minor = 2) {
    for (const char c : {'G', 'I', 'O', 'P'}) octets_.push_back(static_cast<std::byte>(c));
    const std::uint8_t rest[] = {1, minor, static_cast<std::uint8_t>(more_fragments ? 3 : 1), type, 0, 0, 0, 0};
    for (const std::uint8_t octet : rest) octets_.push_back(static_cast<std::byte>(octet));
  }
  Message& align(std::size_t to) {
    octets_.resize((octets_.size() + to - 1) / to * to);
    return *this;
  }
  template <class T>
  Message& put(T value) {
    align(sizeof value);
    const auto at = octets_.size();
    octets_.resize(at + sizeof value);
    std::memcpy(octets_.data() + at, &value, sizeof value);
    return *this;
  }
  Message& octets(std::span<const std::byte> some) {
    put(static_cast<std::uint32_t>(some.size()));
    octets_.insert(octets_.end(), some.begin(), some.end());
    return *this;
  }
  Message& filler(std::size_t count) {
    octets_.resize(octets_.size() + count, std::byte{0x5a});
    return *this;
  }
  Message& text(std::string_view some) {
    put(static_cast<std::uint32_t>(some.size() + 1));
    for (const char c : some) octets_.push_back(static_cast<std::byte>(c));
    octets_.push_back(std::byte{0});
    return *this;
  }
  // The octets, with the actual size in the header, or with another one.
  Octets taken() { return with_size(octets_.size() - 12); }
  Octets with_size(std::size_t octets) {
    const auto size = static_cast<std::uint32_t>(octets);
    std::memcpy(octets_.data() + 8, &size, sizeof size);
    return octets_;
  }

 private:
  Octets octets_;
};

// The header of a request of GIOP 1.2, up to the body, which is aligned to 8.
inline Message request_head(std::uint32_t id, std::span<const std::byte> key, std::string_view operation,
                            bool more_fragments = false) {
  Message message(Message::request, more_fragments);
  message.put(id).put(std::uint8_t{3}).put(std::uint8_t{0}).put(std::uint16_t{0});
  message.put(std::uint16_t{0}).octets(key).text(operation).put(std::uint32_t{0}).align(8);
  return message;
}
// A request of Stress::Target::call, with the given sizes of argument and reply.
inline Octets call(std::uint32_t id, std::span<const std::byte> key, std::size_t argument_octets,
                   std::size_t reply_octets) {
  auto message = request_head(id, key, "call");
  message.put(std::uint64_t{id}).put(static_cast<std::uint32_t>(argument_octets)).filler(argument_octets);
  message.put(static_cast<std::uint32_t>(reply_octets)).put(std::uint32_t{0});
  return message.taken();
}
inline Octets is_a(std::uint32_t id, std::span<const std::byte> key) {
  return request_head(id, key, "_is_a").text("IDL:Stress/Target:1.0").taken();
}

}  // namespace attacker
