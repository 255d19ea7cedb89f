#include "observe/observed_stream.hpp"

#include "observe/stream_marks.hpp"

#include <algorithm>
#include <utility>

namespace dimma::observe {

namespace {

std::size_t octets_of(std::span<const iovec> pieces) noexcept {
  std::size_t octets = 0;
  for (const iovec& piece : pieces) octets += piece.iov_len;
  return octets;
}

std::vector<std::byte> first_of(std::span<const iovec> pieces, std::size_t octets_max) {
  std::vector<std::byte> first;
  first.reserve(std::min(octets_of(pieces), octets_max));
  for (const iovec& piece : pieces) {
    const std::size_t taken = std::min(piece.iov_len, octets_max - first.size());
    const auto* const octets = static_cast<const std::byte*>(piece.iov_base);
    first.insert(first.end(), octets, octets + taken);
  }
  return first;
}

class ObservedStream final : public transport::Stream {
 public:
  ObservedStream(std::unique_ptr<transport::Stream> within, End end, std::shared_ptr<Capture> capture)
      : within_(std::move(within)),
        peer_(std::make_shared<const std::string>(to_string(within_->peer()))),
        capture_(std::move(capture)),
        connection_(capture_ ? capture_->add_connection(end) : 0) {}
  ~ObservedStream() override {
    if (capture_) capture_->end_connection(connection_);
  }

  transport::Result receive(std::span<std::byte> into, Deadline deadline) override {
    const auto result = within_->receive(into, deadline);
    if (result.octets == 0) return result;
    marks_of_this_thread().received = Clock::now();
    if (capture_) capture_->add(connection_, false, into.first(result.octets), result.octets);
    return result;
  }

  transport::Result send(std::span<iovec> pieces, Deadline deadline) override {
    if (!capture_) {
      const auto result = within_->send(pieces, deadline);
      note_sent();
      return result;
    }
    const std::size_t octets = octets_of(pieces);
    const auto first = first_of(pieces, capture_->octets_each());
    const auto result = within_->send(pieces, deadline);
    note_sent();
    const std::size_t sent = result ? octets : octets - std::min(octets, octets_of(pieces));
    if (sent != 0) capture_->add(connection_, true, first, sent);
    return result;
  }

  void receive_timeout(std::chrono::milliseconds limit) override { within_->receive_timeout(limit); }
  int handle() const noexcept override { return within_->handle(); }
  int send_handle() const noexcept override { return within_->send_handle(); }
  bool prepare_poll() noexcept override { return within_->prepare_poll(); }
  bool shows_edges() const noexcept override { return within_->shows_edges(); }
  bool octets_wait() const noexcept override { return within_->octets_wait(); }
  bool peer_is_silent() const noexcept override { return within_->peer_is_silent(); }
  void shutdown() noexcept override { within_->shutdown(); }
  void end_sending() noexcept override { within_->end_sending(); }
  transport::Endpoint local() const override { return within_->local(); }
  transport::Endpoint peer() const override { return within_->peer(); }
  Peer identify_peer() const override { return within_->identify_peer(); }
  std::string failure() const override { return within_->failure(); }
  std::shared_ptr<dimma::LoanArena> loans() const noexcept override { return within_->loans(); }

 private:
  void note_sent() const noexcept {
    auto& marks = marks_of_this_thread();
    marks.sent = Clock::now();
    if (marks.sent_to != peer_) marks.sent_to = peer_;
  }

  const std::unique_ptr<transport::Stream> within_;
  const std::shared_ptr<const std::string> peer_;
  const std::shared_ptr<Capture> capture_;
  const std::uint32_t connection_;
};

class Tap final : public transport::StreamTap {
 public:
  explicit Tap(std::shared_ptr<Capture> capture) : capture_(std::move(capture)) {}
  std::unique_ptr<transport::Stream> tap(std::unique_ptr<transport::Stream> stream, End end) override {
    return std::make_unique<ObservedStream>(std::move(stream), end, capture_);
  }

 private:
  const std::shared_ptr<Capture> capture_;
};

}  // namespace

std::unique_ptr<transport::StreamTap> make_tap(std::shared_ptr<Capture> capture) {
  return std::make_unique<Tap>(std::move(capture));
}

}  // namespace dimma::observe
