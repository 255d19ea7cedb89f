#include "transport/tcp/race.hpp"

#include "base/deadline.hpp"
#include "base/sync/assert.hpp"
#include "base/sync/one_at_a_time.hpp"
#include "transport/socket/socket_stream.hpp"
#include "transport/tcp/attempt.hpp"

#include <algorithm>
#include <cerrno>
#include <exception>
#include <list>
#include <system_error>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>

namespace dimma::transport {
namespace {

namespace asio = boost::asio;
using ErrorCode = boost::system::error_code;

// Returns true if this machine has no route to addresses of this kind, in which case the peer has not been contacted.
bool no_way(const Result& result) noexcept {
  return result.error == EAFNOSUPPORT || result.error == EADDRNOTAVAIL || result.error == ENETUNREACH;
}

// A socket that Asio watches without owning it.
class Watched {
 public:
  Watched(asio::io_context& loop, int socket) : descriptor_(loop, socket) {}
  ~Watched() { descriptor_.release(); }
  Watched(const Watched&) = delete;
  Watched& operator=(const Watched&) = delete;

  asio::posix::stream_descriptor& operator*() noexcept { return descriptor_; }

 private:
  asio::posix::stream_descriptor descriptor_;
};

}  // namespace

// The attempts of a race. Kept alive by its handlers.
class Race::Lanes : public std::enable_shared_from_this<Lanes> {
 public:
  Lanes(const Endpoint& endpoint, std::vector<Address> addresses, Deadline deadline, const StreamOptions& options,
        std::shared_ptr<LingeringSockets> lingering)
      : to(endpoint),
        addresses_(std::move(addresses)),
        tried_(addresses_.size()),
        deadline_(deadline),
        options_(options),
        lingering_(std::move(lingering)) {}

  // Tries the next address, and further ones while they fail at once. Returns nullopt if attempts are in progress.
  std::optional<Connected> try_more();
  void start(asio::io_context& loop, std::function<void(Connected)> done);
  void stop();
  void give_up() noexcept;  // closes the attempts in progress

  const Endpoint to;
  std::exception_ptr exception;  // the exception that decided the race, if any

 private:
  struct Lane {
    std::size_t address = 0;
    Attempt attempt;
    std::optional<Watched> watched;  // destroyed before its socket is closed
  };

  template <class Body>
  void guarded(Body body);
  void advance();
  void go_on();
  void watch(Lane& lane);
  void answered(std::size_t address);
  void run_out();
  void decide(Connected connected);
  Connected connected(Attempt& attempt, const Address& address) const;
  Connected refusal() const;

  const std::vector<Address> addresses_;
  std::vector<std::optional<Attempt>> tried_;  // the failed attempts
  std::size_t next_ = 0;
  const Deadline deadline_;
  const StreamOptions options_;
  const std::shared_ptr<LingeringSockets> lingering_;
  std::function<void(Connected)> done_;
  asio::io_context* loop_ = nullptr;
  std::list<Lane> lanes_;
  std::optional<asio::steady_timer> limit_;
  std::optional<asio::steady_timer> next_attempt_;
  [[no_unique_address]] OneAtATime users_;
};

std::optional<Connected> Race::Lanes::try_more() {
  const OneAtATime::Use use(users_);
  while (next_ < addresses_.size()) {
    const std::size_t address = next_++;
    Attempt attempt = begin_attempt(addresses_[address], options_);
    if (attempt.in_progress && !passed(deadline_)) {
      Lane& lane = lanes_.emplace_back();
      lane.address = address;
      lane.attempt = std::move(attempt);
      return {};
    }
    if (attempt.socket && !attempt.in_progress) return connected(attempt, addresses_[address]);
    if (attempt.in_progress) attempt = {false, reactor::Descriptor(), {Status::timeout, 0, 0}, ""};
    tried_[address] = std::move(attempt);
  }
  if (!lanes_.empty()) return {};
  return refusal();
}

Connected Race::Lanes::connected(Attempt& attempt, const Address& address) const {
  auto stream = std::make_unique<SocketStream>(std::move(attempt.socket), options_.wait, lingering_, peer_of(options_));
  stream->peer_is(address);
  return {std::move(stream), {}, {}};
}

Connected Race::Lanes::refusal() const {
  Connected refused;
  refused.detail = "connect to " + to_string(to) + ": ";
  for (std::size_t address = 0; address < addresses_.size(); ++address) {
    const Attempt not_tried{false, reactor::Descriptor(), {Status::timeout, 0, 0}, " before it was tried"};
    const Attempt& tried = tried_[address] ? *tried_[address] : not_tried;
    refused.detail += (address == 0 ? "" : "; ") + describe(addresses_[address], to, tried);
    const bool says_more = refused.result || !no_way(tried.result);
    if (refused.result.status != Status::timeout && says_more) refused.result = tried.result;
  }
  return refused;
}

template <class Body>
void Race::Lanes::guarded(Body body) {
  const OneAtATime::Use use(users_);
  if (!done_) return;  // already decided
  try {
    body();
  } catch (const boost::system::system_error& error) {
    decide(failed_connect(to, {Status::failed, 0, error.code().value()}));
  } catch (const std::exception& error) {
    exception = std::current_exception();
    decide(failed_connect(to, error));
  }
}

void Race::Lanes::start(asio::io_context& loop, std::function<void(Connected)> done) {
  DIMMA_ASSERT(loop_ == nullptr);
  DIMMA_ASSERT(!lanes_.empty());
  loop_ = &loop;
  done_ = std::move(done);
  guarded([this] {
    next_attempt_.emplace(*loop_);
    if (deadline_ != no_deadline) {
      limit_.emplace(*loop_, deadline_);
      limit_->async_wait([self = shared_from_this()](ErrorCode error) {
        if (!error) self->guarded([&self] { self->run_out(); });
      });
    }
    go_on();
  });
}

void Race::Lanes::advance() {
  auto decided = try_more();
  decided ? decide(std::move(*decided)) : go_on();
}

// Waits for the attempts in progress, or for the time of the next attempt.
void Race::Lanes::go_on() {
  for (Lane& lane : lanes_) {
    if (!lane.watched) watch(lane);
  }
  if (next_ == addresses_.size()) return;
  const auto left = deadline_ == no_deadline ? Clock::duration::max() : deadline_ - Clock::now();
  next_attempt_->expires_after(delay_of_next_attempt(left, addresses_.size() - next_));
  next_attempt_->async_wait([self = shared_from_this()](ErrorCode error) {
    if (!error) self->guarded([&self] { self->advance(); });
  });
}

void Race::Lanes::watch(Lane& lane) {
  lane.watched.emplace(*loop_, lane.attempt.socket.get());
  (**lane.watched)
      .async_wait(asio::posix::stream_descriptor::wait_write,
                  [self = shared_from_this(), address = lane.address](ErrorCode error) {
                    if (!error) self->guarded([&] { self->answered(address); });
                  });
}

void Race::Lanes::answered(std::size_t address) {
  const auto lane =
      std::find_if(lanes_.begin(), lanes_.end(), [address](const Lane& one) { return one.address == address; });
  if (lane == lanes_.end()) return;
  lane->watched.reset();
  end_attempt(lane->attempt);
  Attempt attempt = std::move(lane->attempt);
  lanes_.erase(lane);
  if (attempt.socket) return decide(connected(attempt, addresses_[address]));
  tried_[address] = std::move(attempt);
  advance();
}

void Race::Lanes::run_out() {
  for (const Lane& lane : lanes_) tried_[lane.address] = {false, reactor::Descriptor(), {Status::timeout, 0, 0}, ""};
  decide(refusal());
}

void Race::Lanes::stop() {
  guarded([this] { decide(failed_connect(to, {Status::closed, 0, 0})); });
}

void Race::Lanes::decide(Connected connected) {
  DIMMA_ASSERT(done_ != nullptr);
  give_up();
  std::exchange(done_, nullptr)(std::move(connected));
}

void Race::Lanes::give_up() noexcept {
  lanes_.clear();
  limit_.reset();
  next_attempt_.reset();
}

std::vector<Address> interleaved(const std::vector<Address>& addresses) {
  std::vector<Address> result;
  std::vector<Address> others;
  for (const Address& address : addresses) {
    (address.family() == addresses.front().family() ? result : others).push_back(address);
  }
  std::size_t place = 1;
  for (const Address& other : others) {
    result.insert(result.begin() + static_cast<std::ptrdiff_t>(std::min(place, result.size())), other);
    place += 2;
  }
  return result;
}

Clock::duration delay_of_next_attempt(Clock::duration left, std::size_t to_try) {
  const Clock::duration share = left / (static_cast<Clock::rep>(to_try) + 1);
  return std::clamp<Clock::duration>(share, Race::attempt_delay_min, Race::attempt_delay);
}

Race::Race(const Endpoint& to, std::vector<Address> addresses, Deadline deadline, const StreamOptions& options,
           const std::shared_ptr<LingeringSockets>& lingering)
    : lanes_(std::make_shared<Lanes>(to, std::move(addresses), deadline, options, lingering)) {}

std::optional<Connected> Race::begin() { return lanes_->try_more(); }

void Race::start(asio::io_context& loop, std::function<void(Connected)> done) {
  const auto alive = lanes_;  // `done` may destroy this race
  alive->start(loop, std::move(done));
}

void Race::stop() {
  const auto alive = lanes_;
  alive->stop();
}

Connected Race::finish() {
  std::optional<Connected> connected;
  try {
    asio::io_context loop(1);
    const std::unique_ptr<Lanes, void (*)(Lanes*)> before_the_loop(lanes_.get(),
                                                                   [](Lanes* lanes) { lanes->give_up(); });
    lanes_->start(loop, [&connected](Connected decided) { connected = std::move(decided); });
    loop.run();
  } catch (const boost::system::system_error& error) {
    return failed_connect(lanes_->to, {Status::failed, 0, error.code().value()});
  }
  if (lanes_->exception) std::rethrow_exception(lanes_->exception);
  return std::move(*connected);
}

}  // namespace dimma::transport
