#include "services/inspect/http/client_stream.hpp"

#include <sys/socket.h>

namespace dimma::inspect {

namespace {

ClientStream::Moved moved(const transport::Result& result) {
  using transport::Status;
  switch (result.status) {
    case Status::ok:
      break;
    case Status::end:
      return {boost::asio::error::eof, result.octets};
    case Status::timeout:
      if (result.octets != 0) break;
      return {boost::asio::error::would_block, 0};
    case Status::closed:
      return {boost::asio::error::operation_aborted, result.octets};
    case Status::failed:
      return {{result.error, boost::system::system_category()}, result.octets};
  }
  return {{}, result.octets};
}

}  // namespace

ClientStream::ClientStream(const executor_type& executor, std::unique_ptr<transport::Stream> stream)
    : stream_(std::move(stream)), descriptor_(executor, stream_->handle()) {}

ClientStream::~ClientStream() { descriptor_.release(); }

ClientStream::Moved ClientStream::receive(boost::asio::mutable_buffer into) {
  return moved(stream_->receive({static_cast<std::byte*>(into.data()), into.size()}, no_wait));
}

// After a partial send, the transport's stream must be given the remaining octets next. Asio's write operations do so.
ClientStream::Moved ClientStream::send(std::span<const boost::asio::const_buffer> pieces) {
  std::array<iovec, std::tuple_size_v<Pieces>> vectors{};
  for (std::size_t at = 0; at < pieces.size(); ++at) {
    vectors[at] = {const_cast<void*>(pieces[at].data()), pieces[at].size()};
  }
  if (pieces.empty()) return {{}, 0};
  return moved(stream_->send({vectors.data(), pieces.size()}, no_wait));
}

bool ClientStream::end_sending() noexcept {
  if (stream_->peer().transport == "tls") {
    stream_->shutdown();
    return false;
  }
  ::shutdown(stream_->handle(), SHUT_WR);
  return true;
}

void ClientStream::close() noexcept {
  stream_->shutdown();
  Error ignored;
  descriptor_.cancel(ignored);
}

}  // namespace dimma::inspect
