#include "services/trace/exporter.hpp"

#include "base/log/log.hpp"
#include "base/sync/assert.hpp"
#include "base/without_signals.hpp"
#include "services/trace/batch.hpp"

#include <dimma/minor.hpp>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <system_error>

#include <pthread.h>

namespace dimma::trace_export {

namespace {

constexpr std::chrono::milliseconds shortest_pause{1'000};
constexpr std::chrono::milliseconds longest_pause{30'000};
// The longest pause that a collector may request.
constexpr std::chrono::milliseconds longest_asked{300'000};
constexpr unsigned attempts_max = 5;
// The time limit for sending the remaining spans when the ORB is destroyed.
constexpr std::chrono::seconds end_limit{2};

// Returns true for transient failures (OTLP/HTTP, "Failures").
bool may_pass(unsigned status) noexcept { return status == 429 || status == 502 || status == 503 || status == 504; }

}  // namespace

Exporting::Exporting(std::shared_ptr<tracing::Tracer> tracer, const Settings& settings)
    : tracer_(std::move(tracer)), settings_(settings), collector_(settings), random_(std::random_device{}()) {
  const WithoutSignals of_this_thread;
  thread_ = sync::Thread([this] {
    pthread_setname_np(pthread_self(), "dimma-trace");
    run();
  });
}

Exporting::~Exporting() {
  {
    const sync::LockGuard lock(mutex_);
    ends_at_ = Clock::now() + end_limit;
  }
  tracer_->queue().stop();
  {
    sync::UniqueLock lock(mutex_);
    changed_.wait_until(lock, ends_at_, [this]() DIMMA_REQUIRES(mutex_) { return has_ended_; });
  }
  collector_.end();
  thread_.join();
}

void Exporting::run() noexcept {
  try {
    while (tracer_->queue().await(settings_.batch, settings_.interval)) send(tracer_->queue().take(settings_.batch));
    send_the_last();
  } catch (const std::exception& error) {
    // Out of memory: spans are no longer exported, and new spans are dropped.
    log::write(log::Event::spans_not_exported,
               [&] { return log::Entry{std::string("exporting spans has stopped: ") + error.what()}; });
  }
  {
    const sync::LockGuard lock(mutex_);
    has_ended_ = true;
  }
  changed_.notify_all();
}

Exporting::Clock::time_point Exporting::deadline() {
  const sync::LockGuard lock(mutex_);
  return std::min(ends_at_, Clock::now() + settings_.timeout);
}

void Exporting::send(const std::vector<trace::Span>& spans) {
  if (spans.empty()) return;
  const std::string body = request_body(settings_.resource, spans);
  attempts_ = 0;
  for (;;) {
    const Attempt attempt = try_to_send(body, spans.size());
    if (attempt.is_over) return;
    if (!tracer_->queue().pause(attempt.pause)) {
      // The ORB is being destroyed: makes only one more attempt.
      attempts_ = attempts_max - 1;
    }
  }
}

void Exporting::send_the_last() {
  for (;;) {
    const auto spans = tracer_->queue().take(settings_.batch);
    if (spans.empty()) return;
    if (Clock::now() >= deadline()) {
      drop(spans.size() + tracer_->queue().counts().waiting, "the ORB has ended");
      return;
    }
    send(spans);
  }
}

Exporting::Attempt Exporting::try_to_send(const std::string& body, std::size_t spans) {
  ++attempts_;
  try {
    const Answer answer = collector_.post(body, deadline());
    if (answer.status / 100 == 2) {
      failures_ = 0;
      const Refused refused = read_response(answer.body);
      if (refused.spans != 0) drop(refused.spans, "the collector refused them: " + refused.why);
      return {};
    }
    const std::string why = settings_.url.text() + " answers with HTTP status " + std::to_string(answer.status);
    if (may_pass(answer.status)) return refused(why, spans, answer.retry_after.value_or(std::chrono::seconds(0)));
    drop(spans, why);
  } catch (const PostError& error) {
    return refused(error.what(), spans, {});
  }
  return {};
}

Exporting::Attempt Exporting::refused(const std::string& why, std::size_t spans, std::chrono::milliseconds asked) {
  ++failures_;
  if (attempts_ >= attempts_max) {
    drop(spans, why);
    return {};
  }
  log::write(log::Event::spans_not_exported, [&] {
    return log::Entry{std::to_string(spans) + " spans could not be exported yet, and will be retried: " + why};
  });
  return {.is_over = false, .pause = std::max(std::min(asked, longest_asked), back_off())};
}

void Exporting::drop(std::size_t spans, const std::string& why) {
  tracer_->queue().drop(spans);
  log::write(log::Event::spans_not_exported,
             [&] { return log::Entry{std::to_string(spans) + " spans were dropped: " + why}; });
}

// Returns a random pause that grows exponentially with the number of failures.
std::chrono::milliseconds Exporting::back_off() {
  DIMMA_ASSERT(failures_ != 0);
  const auto longest = std::min(longest_pause, shortest_pause * (1U << std::min(failures_ - 1, 5U)));
  return std::chrono::milliseconds(
      std::uniform_int_distribution<std::int64_t>(longest.count() / 2, longest.count())(random_));
}

namespace {

std::unique_ptr<orb::Exporter> begin(std::shared_ptr<tracing::Tracer> tracer, const orb::Export& wanted) {
  const auto refuse = [](const std::string& why) -> std::unique_ptr<orb::Exporter> {
    throw CORBA::BAD_PARAM(minor::bad_param_option, CORBA::COMPLETED_NO, why);
  };
  Settings settings;
  try {
    settings = read_settings({wanted.endpoint, wanted.option, wanted.batch, wanted.interval},
                             [](const char* name) { return std::getenv(name); });
  } catch (const std::invalid_argument& wrong) {
    return refuse(wrong.what());
  }
  try {
    return std::make_unique<Exporting>(std::move(tracer), settings);
  } catch (const std::invalid_argument& wrong) {
    return refuse("spans cannot be exported to " + settings.url.text() + ": " + wrong.what());
  } catch (const std::system_error& error) {
    throw CORBA::NO_RESOURCES(minor::no_resources_exhausted, CORBA::COMPLETED_NO,
                              std::string("cannot start a thread to export spans: ") + error.what());
  }
}

[[maybe_unused]] const bool is_offered = (orb::offer_export(begin), true);

}  // namespace

}  // namespace dimma::trace_export

// Programs that are linked with the library refer to this symbol, so that the linker includes this file.
extern "C" {
extern const char dimma_trace_is_linked;
const char dimma_trace_is_linked = 1;
}
