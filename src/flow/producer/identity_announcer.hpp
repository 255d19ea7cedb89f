#pragma once
// Decides which messages of a flow carry its identity, by the producer's rule of the protocol. Used by one thread at a
// time.

#include "flow/wire/limits.hpp"
#include "flow/wire/packet.hpp"

#include <string_view>
#include <vector>

namespace dimma::flow {

class IdentityAnnouncer {
 public:
  static constexpr std::uint32_t first_messages = 8;
  static constexpr std::uint32_t one_in = 32;
  static constexpr Time again_after = std::chrono::milliseconds(100);

  struct Decision {
    std::uint16_t operation = 0;
    bool tells = false;
  };
  // Returns the operation's number, for a message that carries its identity in any case.
  std::uint16_t number(std::string_view operation) { return static_cast<std::uint16_t>(last_ = find(operation)); }
  // Decides for the next message. `operation` must outlive this object. Throws CORBA::IMP_LIMIT for too many
  // operations.
  Decision next(std::string_view operation, Time now);
  // Called if the message of the last decision was not sent, so that the next one carries the identity.
  void not_sent() noexcept {
    if (uses_[last_].messages != 0) --uses_[last_].messages;
  }

 private:
  struct Use {
    std::string_view name;
    std::uint32_t messages = 0;  // counted up to first_messages
    std::uint32_t since = 0;     // messages since the last one with the identity
    Time told{0};
  };
  std::size_t find(std::string_view operation);

  std::vector<Use> uses_;
  std::size_t last_ = 0;
};

}  // namespace dimma::flow
