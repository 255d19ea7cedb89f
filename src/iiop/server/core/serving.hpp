#pragma once
// The buffers and the state that a thread needs to serve a connection or a request.

#include "base/sync/assert.hpp"
#include "iiop/message/giop_reader.hpp"

#include <dimma/generated/server_request.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace dimma::iiop {

class ServedConnection;

// Belongs to one thread at a time. Made and kept by Servings.
struct Serving {
  Serving(std::size_t octets_first, std::size_t octets_max) : reply(octets_first, octets_max) {}

  cdr::Buffer reply;
  DispatchMemo memo;
  std::optional<MessageReader::Kept> kept;  // the request, when the reading side was given away during its upcall
  std::optional<cdr::Buffer> spare;         // then used by the reading side
  std::uint32_t eager_since = 0;            // the tick when it was given away before the upcall; 0: it was not
  bool old = false;                         // not used since Servings::age()
  bool is_new = true;                       // if requests are sealed: no request has been served with it

  // Ends the request that was kept.
  void release_kept() noexcept {
    DIMMA_ASSERT(kept.has_value());
    if (auto buffer = kept->take_ordinary()) spare = std::move(buffer);
    kept.reset();
  }

  // The members below are guarded by the lock of Servings.
  ServedConnection* connection = nullptr;  // the one that the monitor looks at; may be nullptr
  std::size_t index = 0;                   // in the list of all
};

}  // namespace dimma::iiop
