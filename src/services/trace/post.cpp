#include "services/trace/post.hpp"

#include "base/sync/clock.hpp"

#include <dimma/version.hpp>

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <ctime>
#include <locale>
#include <span>
#include <sstream>
#include <utility>

#include <sys/uio.h>

namespace dimma::trace_export {

namespace {

namespace http = boost::beast::http;
using boost::system::error_code;

// Connecting cannot be interrupted, so the destructor of the exporter may have to wait for it.
constexpr std::chrono::seconds connect_limit{2};
constexpr std::size_t answer_octets_max = std::size_t{1} << 20;

// Parses the value of Retry-After (RFC 9110, 10.2.3): a number of seconds, or a date.
std::optional<std::chrono::seconds> retry_after(std::string_view text) {
  std::uint32_t seconds = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, seconds);
  if (error == std::errc() && end == last) return std::chrono::seconds(seconds);
  std::tm date{};
  const std::string copy(text);
  const char* const stop = ::strptime(copy.c_str(), "%a, %d %b %Y %H:%M:%S GMT", &date);
  if (stop == nullptr || *stop != '\0') return std::nullopt;
  return std::max(std::chrono::seconds(::timegm(&date) - WallClock::to_time_t(WallClock::now())),
                  std::chrono::seconds(0));
}

}  // namespace

Collector::Collector(const Settings& settings) : settings_(settings) {
  if (!settings_.url.has_tls) return;
  const auto make = transport::offered_secure();
  if (make == nullptr) throw std::invalid_argument(std::string(transport::no_tls));
  tls_ = make(tcp_, {});
  tls::Credentials credentials;
  credentials.authorities = settings_.authorities;
  try {
    tls_->set_credentials("", credentials);
  } catch (const transport::CredentialsError& error) {
    throw std::invalid_argument(error.what());
  }
}

Collector::~Collector() = default;

void Collector::fail(const std::string& why) const { throw PostError(settings_.url.text() + ": " + why); }

std::shared_ptr<transport::Stream> Collector::open_stream() const {
  const sync::LockGuard lock(mutex_);
  return stream_;
}

std::shared_ptr<transport::Stream> Collector::connect(Deadline deadline) {
  transport::Transport& transport = tls_ ? static_cast<transport::Transport&>(*tls_) : tcp_;
  const transport::Endpoint to{std::string(transport.name()), settings_.url.host, settings_.url.port};
  auto connected = transport.connect(to, std::min(deadline, Clock::now() + connect_limit), {});
  if (!connected.stream) fail(connected.detail);
  const sync::LockGuard lock(mutex_);
  if (has_ended_) fail("the exporter has ended");
  stream_ = std::move(connected.stream);
  return stream_;
}

std::string Collector::request_of(const std::string& body) const {
  http::request<http::string_body> request{http::verb::post, settings_.url.path, 11};
  request.set(http::field::host, settings_.url.authority());
  request.set(http::field::user_agent, "dimma/" DIMMA_VERSION_STRING);
  request.set(http::field::content_type, "application/json");
  for (const auto& [name, value] : settings_.headers) request.set(name, value);
  request.body() = body;
  request.prepare_payload();
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text << request;
  return std::move(text).str();
}

void Collector::send(transport::Stream& stream, const std::string& request, Deadline deadline) {
  iovec piece{const_cast<char*>(request.data()), request.size()};
  const auto sent = stream.send(std::span(&piece, 1), deadline);
  if (!sent) fail("sending: " + transport::describe(sent));
}

Answer Collector::receive(transport::Stream& stream, Deadline deadline) {
  http::response_parser<http::string_body> parser;
  parser.body_limit(answer_octets_max);
  parser.eager(true);
  std::array<std::byte, 4096> octets{};
  boost::beast::flat_buffer unread;
  while (!parser.is_done()) {
    const auto received = stream.receive(octets, deadline);
    error_code error;
    if (received.status == transport::Status::end) {
      parser.put_eof(error);
      if (error || !parser.is_done()) fail("the answer is truncated");
      break;
    }
    if (!received) fail("waiting for the answer: " + transport::describe(received));
    const auto room = unread.prepare(received.octets);
    std::copy_n(reinterpret_cast<const char*>(octets.data()), received.octets, static_cast<char*>(room.data()));
    unread.commit(received.octets);
    while (unread.size() != 0 && !parser.is_done()) {
      const std::size_t used = parser.put(unread.data(), error);
      unread.consume(used);
      if (error == http::error::need_more) break;
      if (error) fail("the answer is not HTTP: " + error.message());
      if (used == 0) break;
    }
  }
  Answer answer{parser.get().result_int(), std::move(parser.get().body()), std::nullopt};
  const auto later = parser.get().find(http::field::retry_after);
  if (later != parser.get().end()) answer.retry_after = retry_after({later->value().data(), later->value().size()});
  if (!parser.keep_alive()) {
    const sync::LockGuard lock(mutex_);
    stream_.reset();
  }
  return answer;
}

Answer Collector::post(const std::string& body, Deadline deadline) {
  const std::string request = request_of(body);
  for (;;) {
    auto stream = open_stream();
    const bool was_open = stream != nullptr;
    try {
      if (!was_open) stream = connect(deadline);
      send(*stream, request, deadline);
      return receive(*stream, deadline);
    } catch (const PostError&) {
      const sync::LockGuard lock(mutex_);
      stream_.reset();
      // The collector may have closed an idle connection; then one retry is made.
      if (!was_open || has_ended_ || Clock::now() >= deadline) throw;
    }
  }
}

void Collector::end() noexcept {
  const sync::LockGuard lock(mutex_);
  has_ended_ = true;
  if (stream_) stream_->shutdown();
}

}  // namespace dimma::trace_export
