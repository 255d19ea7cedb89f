#pragma once
// Facts about the client of a connection, learned from its messages.

#include "base/sync/sync.hpp"
#include "iiop/giop/code_sets.hpp"
#include "iiop/giop/giop_request.hpp"
#include "transport/transport.hpp"

#include <cstdint>
#include <string>

namespace dimma::iiop {

class ClientFacts {
 public:
  // `code_set` is the native code set of this end.
  ClientFacts(const transport::Stream& stream, std::uint32_t code_set);

  // The client's name in the log.
  const std::string& name() const noexcept { return name_; }

  // The functions below are only for the thread that has the reading side.

  // Called when the client has sent a message in that GIOP minor version.
  void speaks(std::uint8_t minor) noexcept { minor_.store(minor, std::memory_order_relaxed); }
  // Learns from the service contexts of a request. Clients send these facts once, in their first request.
  void learn(const ServiceContexts& contexts);
  // Returns the encoding of text in a message of that GIOP minor version.
  const cdr::TextForm& text_form(std::uint8_t minor) noexcept {
    text_form_.giop_minor = minor;
    return text_form_;
  }

  // The functions below are thread-safe.

  // The GIOP minor version of the client's last message, or `unknown` if there was none.
  std::uint8_t minor_or(std::uint8_t unknown) const noexcept {
    const auto minor = minor_.load(std::memory_order_relaxed);
    return minor == no_minor ? unknown : minor;
  }
  // True if a long reply may be sent in fragments while it is being encoded.
  bool accepts_streamed_fragments() const noexcept {
    return accepts_streamed_fragments_.load(std::memory_order_relaxed);
  }
  // True if the client traces its calls. A call without a trace context is then not sampled.
  bool traces() const noexcept { return traces_.load(std::memory_order_relaxed); }

 private:
  static constexpr std::uint8_t no_minor = 0xff;

  const std::string name_;
  const std::uint32_t code_set_;
  cdr::TextForm text_form_;
  sync::Atomic<std::uint8_t> minor_{no_minor};
  sync::Atomic<bool> accepts_streamed_fragments_{false};
  sync::Atomic<bool> traces_{false};
};

}  // namespace dimma::iiop
