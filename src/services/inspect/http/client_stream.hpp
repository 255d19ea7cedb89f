#pragma once
// A client's connection, with or without TLS, that meets Asio's requirements of asynchronous streams. Uses a stream of
// the ORB's transports for non-blocking receives and sends when its descriptor is ready.

#include "transport/transport.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/compose.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>

#include <array>
#include <memory>
#include <span>
#include <utility>

namespace dimma::inspect {

class ClientStream {
 public:
  using executor_type = boost::asio::any_io_executor;
  using Error = boost::system::error_code;
  using Moved = std::pair<Error, std::size_t>;  // would_block if no octets can be moved now

  ClientStream(const executor_type& executor, std::unique_ptr<transport::Stream> stream);
  ~ClientStream();
  ClientStream(const ClientStream&) = delete;
  ClientStream& operator=(const ClientStream&) = delete;

  executor_type get_executor() { return descriptor_.get_executor(); }
  const transport::Stream& stream() const noexcept { return *stream_; }

  template <class Buffers, class Token>
  auto async_read_some(const Buffers& buffers, Token&& token) {
    boost::asio::mutable_buffer into;
    for (auto each = boost::asio::buffer_sequence_begin(buffers); each != boost::asio::buffer_sequence_end(buffers);
         ++each) {
      into = *each;
      if (into.size() != 0) break;
    }
    return boost::asio::async_compose<Token, void(Error, std::size_t)>(Receive{*this, into, false}, token, descriptor_);
  }
  template <class Buffers, class Token>
  auto async_write_some(const Buffers& buffers, Token&& token) {
    Send send{*this, {}, 0, false};
    for (auto each = boost::asio::buffer_sequence_begin(buffers);
         each != boost::asio::buffer_sequence_end(buffers) && send.count < send.pieces.size(); ++each) {
      const boost::asio::const_buffer buffer = *each;
      if (buffer.size() != 0) send.pieces[send.count++] = buffer;
    }
    return boost::asio::async_compose<Token, void(Error, std::size_t)>(std::move(send), token, descriptor_);
  }

  // Ends sending. Returns true if the caller must still read what the client sends, so that the answer is not lost.
  bool end_sending() noexcept;
  // Cancels all pending waits.
  void close() noexcept;

 private:
  using Pieces = std::array<boost::asio::const_buffer, 8>;

  struct Receive {
    ClientStream& client;
    boost::asio::mutable_buffer into;
    bool has_waited;

    template <class Self>
    void operator()(Self& self, Error error = {}) {
      if (error) return self.complete(error, 0);
      if (std::exchange(has_waited, true)) {
        const auto [failed, octets] = client.receive(into);
        if (failed != boost::asio::error::would_block) return self.complete(failed, octets);
      }
      if (client.stream_->prepare_poll()) {
        client.descriptor_.async_wait(boost::asio::posix::descriptor_base::wait_read, std::move(self));
      } else {
        boost::asio::post(client.descriptor_.get_executor(), std::move(self));
      }
    }
  };
  struct Send {
    ClientStream& client;
    Pieces pieces;
    std::size_t count;
    bool has_waited;

    template <class Self>
    void operator()(Self& self, Error error = {}) {
      if (error) return self.complete(error, 0);
      if (std::exchange(has_waited, true)) {
        const auto [failed, octets] = client.send({pieces.data(), count});
        if (failed != boost::asio::error::would_block) return self.complete(failed, octets);
      }
      client.descriptor_.async_wait(boost::asio::posix::descriptor_base::wait_write, std::move(self));
    }
  };

  Moved receive(boost::asio::mutable_buffer into);
  Moved send(std::span<const boost::asio::const_buffer> pieces);

  const std::unique_ptr<transport::Stream> stream_;  // owns the descriptor
  boost::asio::posix::stream_descriptor descriptor_;
};

}  // namespace dimma::inspect
