#include "iiop/server/requests/iiop_request.hpp"

#include "base/sealing.hpp"
#include "iiop/giop/exception_text.hpp"
#include "iiop/message/streaming_send.hpp"
#include "iiop/server/requests/held_requests.hpp"
#include "tracing/service_context.hpp"

#include <array>
#include <cstring>

namespace dimma::iiop {

namespace {

// Sends results directly from the servant's memory, while later results are still being encoded.
class StreamingReply final : public StreamingSend {
 public:
  StreamingReply(RequestOrigin& connection, std::uint8_t minor, cdr::Encoder& out,
                 function_ref<void(cdr::Encoder&)> write)
      : StreamingSend(out, write,
                      {minor >= 2 && connection.client().accepts_streamed_fragments(),
                       connection.core()->rules.settings.fragment_octets, connection.replies().permit()}),
        buffer_(out.buffer()),
        connection_(connection) {
    buffer_.gather();
  }
  ~StreamingReply() {
    buffer_.clear_external_blocks();
    buffer_.gather_no_more();
  }
  using StreamingSend::begun;
  using StreamingSend::finish;

  // Gives up a reply whose rest cannot be encoded. It is too late for an exception, but the client must not wait
  // forever.
  void give_up() noexcept {
    try {
      if (can_be_left()) return break_off();
    } catch (const CORBA::SystemException&) {
      // The connection is given up below.
    }
    connection_.give_up("the rest of a reply could not be written");
  }

 private:
  // StreamingSend has taken the permit, which the thread-safety analysis cannot see.
  void send(std::span<iovec> pieces) override DIMMA_NO_THREAD_SAFETY_ANALYSIS {
    connection_.replies().send_part(pieces);
  }

  cdr::Buffer& buffer_;
  RequestOrigin& connection_;
};

// The trace context of a request that has none although its client traces its calls.
constexpr std::byte sampled_out{};

}  // namespace

cdr::Encoder& IiopRequest::begin_failure(std::string_view words) {
  if (words.empty() || !connection_.core()->rules.settings.tells_exception_text || sealing::is_sealed()) {
    return begin_reply(ReplyStatus::system_exception);
  }
  const auto others = reply_contexts_;
  std::vector<iop::ServiceContext> contexts(others.begin(), others.end());
  contexts.push_back(exception_text(words));
  reply_contexts_ = contexts;
  write_header_with_contexts(out_, ReplyStatus::system_exception);
  reply_contexts_ = others;
  return out_;
}

bool IiopRequest::is_forwarded() const noexcept {
  constexpr std::size_t status_at = 16;
  std::array<unsigned char, 4> status{};
  if (!response_expected() || minor_ < 2 || out_.size() < status_at + status.size()) return false;
  std::memcpy(status.data(), serving_.reply.data() + status_at, status.size());
  const unsigned word = status[0] | status[3];  // in either byte order
  return word == static_cast<unsigned>(ReplyStatus::location_forward) ||
         word == static_cast<unsigned>(ReplyStatus::location_forward_perm);
}

void IiopRequest::write_header_with_contexts(cdr::Encoder& out, ReplyStatus status) {
  std::vector<ServiceContext> contexts;
  for (const auto& context : reply_contexts_) contexts.push_back(view_of(context));
  body_ = iiop::begin_reply(out, minor_, header_.request_id, status, contexts);
}

TraceOctets IiopRequest::trace_octets() const noexcept {
  if (!header_.contexts.empty()) return trace_octets_of_contexts();
  return {connection_.client().traces() ? &sampled_out : nullptr, 0};
}

TraceOctets IiopRequest::trace_octets_of_contexts() const noexcept {
  const auto data = header_.contexts.find(tracing::context_trace);
  if (data && !data->empty()) return {data->data(), data->size()};
  return {connection_.client().traces() ? &sampled_out : nullptr, 0};
}

void IiopRequest::give_up_too_long() noexcept { connection_.give_up("a reply exceeds the size limit of GIOP"); }

void IiopRequest::send_reply() noexcept { send_reply_inline(); }

void IiopRequest::answer_now() {
  begin_reply(ReplyStatus::no_exception);
  send_reply();
  answered_ = true;
}

void IiopRequest::write_reply(ArgumentWriter results) {
  if (!response_expected() || !connection_.core()->rules.sends_parts) return ServerRequest::write_reply(results);
  const auto write = [&](cdr::Encoder& out) {
    out.text_form(out_.text_form());
    write_header(out, ReplyStatus::no_exception);
    results(out);
  };
  StreamingReply parted(connection_, minor_, out_, write);
  try {
    write(out_);
    if (parted.begun()) parted.finish();
  } catch (...) {
    answered_ = parted.begun();
    if (answered_) parted.give_up();
    throw;
  }
  answered_ = true;
  if (parted.begun()) return;
  if (out_.buffer().elsewhere() != 0) {
    connection_.replies().send(ended());
  } else {
    answered_ = false;  // a short reply waits until the upcall is over
  }
}

channel::Session* IiopRequest::session() { return &connection_.session(); }

bool IiopRequest::can_be_moved() const noexcept { return !connection_.core()->rules.has_thread_per_connection(); }

std::shared_ptr<WaitingRequest> IiopRequest::put_aside(const std::shared_ptr<WaitingPlace>& place) {
  if (arguments().is_arriving()) arguments().await_all();
  auto& message = take_message();
  // If there is no memory to put the request aside, the message stays in its place, and the request is answered from
  // there.
  auto waiting = connection_.put_aside(header_, arguments(), minor_, std::move(message), place);
  if (kept_ == nullptr) serving_.kept.reset();
  put_aside_ = true;
  return waiting;
}

// The deferred reply keeps nothing of the message. The thread reads on when the upcall returns.
std::shared_ptr<DetachedReply> IiopRequest::detach(std::weak_ptr<DetachedObserver> observer) {
  auto reply = connection_.defer(header_, minor_, out_.text_form(), arguments().offset(), response_expected(),
                                 std::move(observer));
  put_aside_ = deferred_ = true;
  return reply;
}

// Makes the request keep its message from now on. Returns the message.
MessageReader::Kept& IiopRequest::take_message() {
  if (kept_ != nullptr) return *kept_;
  upcall_ended_ = true;
  if (lease_->end_upcall()) serving_.kept.emplace(connection_.keep_message());
  DIMMA_ASSERT(serving_.kept.has_value());
  return *serving_.kept;
}

bool IiopRequest::is_behind_others(const WaitingPlace& place) const noexcept {
  return connection_.held().precede(place);
}

}  // namespace dimma::iiop
