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

// Used by one thread at a time. Made and kept by Servings.
struct Serving {
  Serving(std::size_t octets_first, std::size_t octets_max) : reply(octets_first, octets_max) {}

  cdr::Buffer reply;
  DispatchMemo memo;
  std::optional<MessageReader::Kept> kept;  // the request, if the reading side was given away during its upcall
  std::optional<cdr::Buffer> spare;         // a buffer that the reading side uses in that case
  std::uint32_t eager_since = 0;            // the tick at which the reading side was given away early; 0 if not
  bool old = false;                         // not used since Servings::age()
  bool is_new = true;                       // for sealed requests: no request has been served with this object

  // Releases the kept request.
  void release_kept() noexcept {
    DIMMA_ASSERT(kept.has_value());
    if (auto buffer = kept->take_ordinary()) spare = std::move(buffer);
    kept.reset();
  }

  // The members below are guarded by the lock of Servings.
  ServedConnection* connection = nullptr;  // the connection that the monitor checks; may be nullptr
  std::size_t index = 0;                   // in Servings::all_
};

}  // namespace dimma::iiop
