#pragma once
// One request that is served on a thread of its own: processing=factory at a server.

#include "iiop/giop_reader.hpp"
#include "iiop/giop_request.hpp"
#include "iiop/nested.hpp"
#include "iiop/server_core.hpp"

#include <memory>

namespace dimma::iiop {

class ServerConnection;

class RequestTask final : private Waitable {
 public:
  // `kept` holds what `header` and `body` are views of. The connection has let the request in.
  RequestTask(std::shared_ptr<ServerConnection> connection, const RequestHeader& header, const cdr::Decoder& body,
              std::uint8_t minor, MessageReader::Kept kept);
  ~RequestTask();

  const std::shared_ptr<ServerCore>& core() const noexcept;
  // Serves it to the end, on the calling thread.
  void run() noexcept;
  // Answers that there is no thread for it.
  void refuse() noexcept;

 private:
  void about_to_wait() override;
  void done_waiting() noexcept override;
  void finish() noexcept;

  const std::shared_ptr<ServerConnection> connection_;
  const MessageReader::Kept kept_;
  const RequestHeader header_;
  const cdr::Decoder body_;
  const std::uint8_t minor_;
  std::unique_ptr<Serving> serving_;
  bool keeps_order_;  // a oneway: what is behind it waits for it
};

}  // namespace dimma::iiop
