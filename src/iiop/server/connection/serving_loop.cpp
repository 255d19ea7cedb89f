#include "iiop/server/connection/serving_loop.hpp"

#include "execution/task.hpp"
#include "iiop/server/requests/deferred_replies.hpp"
#include "iiop/server/requests/locate_request.hpp"
#include "iiop/server/requests/refusals.hpp"
#include "iiop/server/requests/request_task.hpp"

#include <string>
#include <utility>

namespace dimma::iiop {

ServingLoop::End ServingLoop::run() {
  while (reads()) serve_next();
  if (end_ != End::no) reading_.lease = std::move(ended_lease_);
  return end_;
}

void ServingLoop::end(End how) noexcept {
  end_ = how;
  ended_lease_ = std::move(reading_.lease);
}

void ServingLoop::end_by(Fault fault) noexcept {
  fault_ = std::move(fault);
  end(End::fault);
}

void ServingLoop::end_by(const char* what, const CORBA::MARSHAL& malformed) {
  end_by({Fault::Kind::malformed, std::string(what) + " is malformed: " + malformed._detail()});
}

// This function and those that are always inlined are on the path of every request.
[[gnu::always_inline]] inline void ServingLoop::serve_next() {
  auto& replies = connection_.replies();
  if (replies.holds_up_reading()) return reader_.rest_for_replies(reading_);
  auto& messages = reader_.messages();
  const Progress progress = messages.next();
  if (progress == Progress::need_more) {
    if (reader_.begins_streamed()) return serve_streamed();
    if (replies.follows_others()) replies.end_batch();
    const auto received = reader_.receive(reading_);
    if (received == RequestReader::Received::message) return serve_message();
    if (received == RequestReader::Received::end) end(End::of_stream);
    return;
  }
  if (progress == Progress::message) return serve_message();
  if (progress == Progress::fault) return end_by(messages.fault());
  if (reader_.begins_streamed()) serve_streamed();
}

[[gnu::always_inline]] inline void ServingLoop::serve_message() {
  connection_.client().speaks(reader_.messages().minor());
  if (reader_.messages().header().type == MessageType::request) return serve_request();
  serve_other_message();
}

void ServingLoop::serve_other_message() {
  switch (reader_.messages().header().type) {
    case MessageType::locate_request:
      return serve_locate_request();
    case MessageType::cancel_request:
      return cancel_request();
    case MessageType::close_connection:
      return end(End::closed);
    case MessageType::message_error:
      return end(End::client_objected);
    default:
      return end_by({Fault::Kind::malformed, std::string("a ") + to_string(reader_.messages().header().type) +
                                                 ", which a client must not send"});
  }
}

void ServingLoop::serve_streamed() {
  const auto begin = [this](bool response_expected) { begin_upcall(response_expected); };
  const StreamedRequest early(reader_, core(), connection_.stream(), streaming_, observer_, begin);
  serve_message();
}

// Returns true if the message's header equals that of the last request except for the id. header_ then has the new id.
[[gnu::always_inline]] inline bool ServingLoop::has_header_of_last() noexcept {
  const auto& messages = reader_.messages();
  return request_ && streaming_ == nullptr && messages.header().minor == 2 &&
         messages.header().order == std::endian::native && header_.is_like(messages.octets());
}

[[gnu::always_inline]] inline void ServingLoop::serve_request() {
  if (!connection_.counts().enter()) return;  // closed: the client infers from CloseConnection that it is not served
  if (!core().rules.serves_in_turn) return serve_otherwise();
  if (has_header_of_last()) {
    const auto message = reader_.messages().octets();
    if (!header_.lies_in_place(message)) {
      header_.move_to(message);
      request_->header_has_moved();
    }
    request_->serve_again(message, header_.header_end());
  } else if (!read_request()) {
    return;
  }
  IiopRequest& request = *request_;
  upcall(request);
  if (request.is_put_aside()) return go_on_without(request);
  if (header_.header().response_expected()) reply_in_turn(request);
  reader_.pace().served();
  connection_.request_ended();
}

// Returns false if the request is malformed. The connection has then ended, or ends when its replies have been taken.
bool ServingLoop::read_request() {
  request_.reset();
  const auto& messages = reader_.messages();
  const auto& header = header_.header();
  try {
    const auto body = open_request([&](cdr::Decoder& in) -> const RequestHeader& {
      header_.read(in, messages.header(), messages.octets());
      return header;
    });
    request_.emplace(header, body, messages.header().minor, serving_, connection_);
  } catch (const CORBA::MARSHAL& malformed) {
    connection_.request_ended();
    end_by("the header of a Request", malformed);
    return false;
  }
  if (connection_.is_both_ways()) request_->came(connection_.request_way());
  return true;
}

template <class ReadHeader>
cdr::Decoder ServingLoop::open_request(ReadHeader read) {
  const auto& messages = reader_.messages();
  const auto minor = messages.header().minor;
  auto in = body_of(messages.header(), messages.octets(), CORBA::COMPLETED_NO);
  in.arrival(streaming_);
  const RequestHeader& header = read(in);
  if (!header.contexts.empty()) {
    connection_.client().learn(header.contexts);
    // A client announces its listen points again if there are more of them.
    if (path_ != nullptr && minor >= 2) {
      if (const auto points = header.contexts.find(context_bidirectional)) path_->learn(*points);
    }
  }
  in.text_form(connection_.client().text_form(minor));
  return in;
}

// Upcalls -------------------------------------------------------------------------------------------------------------

[[gnu::always_inline]] inline void ServingLoop::upcall(IiopRequest& request) {
  reader_.serves_with(serving_);
  request.read_by(reading_.lease);
  if (held_.may_precede()) request.may_be_behind_others(true);
  StreamedRequest* const early = streaming_;
  if (early == nullptr) {
    begin_upcall(request.response_expected());
  } else {
    early->dispatched(request.response_expected());
  }
  {
    const channel::CurrentUpcall current(early == nullptr ? observer_ : *early);
    core().dispatcher.dispatch(request);
  }
  if (request.has_ended_upcall()) return;
  if (early != nullptr && !early->is_whole()) return;
  if (!reading_.lease.end_upcall()) end_apart();
}

[[gnu::always_inline]] inline void ServingLoop::begin_upcall(bool response_expected) noexcept {
  const auto tick = core().tick.load(std::memory_order_relaxed);
  // Keeps the order of oneways: messages after a oneway stay unread until it has been served, or has proved slow.
  if (!response_expected) return reading_.lease.begin_upcall(tick + UpcallMonitor::ticks_more_for_oneways);
  reading_.lease.begin_upcall(tick);
  if (reader_.pace().is_eager()) begin_eagerly();
}

// Gives the reading side away before the upcall, unless the monitor has already done so.
void ServingLoop::begin_eagerly() noexcept {
  serving_.eager_since = core().tick.load(std::memory_order_relaxed);
  reader_.give_away_if_admitted();
}

void ServingLoop::end_apart() noexcept {
  reader_.pace().ended_apart(std::exchange(serving_.eager_since, 0), core().tick.load(std::memory_order_relaxed));
}

// Requests that are not served in turn --------------------------------------------------------------------------------

void ServingLoop::serve_otherwise() {
  RequestHeader header;
  std::optional<cdr::Decoder> body;
  try {
    body = open_request([&](cdr::Decoder& in) -> const RequestHeader& {
      header = read_request_header(in, reader_.messages().header().minor);
      return header;
    });
  } catch (const CORBA::MARSHAL& malformed) {
    connection_.request_ended();
    return end_by("the header of a Request", malformed);
  }
  auto& counts = connection_.counts();
  counts.admit();
  if (counts.is_over_limit()) {
    refuse_over_limit(connection_, serving_, header, reader_.messages().header().minor);
  } else if (core().rules.has_thread_per_request()) {
    serve_by_a_new_thread(header, *body);
  } else {
    serve_within_limit(header, *body);
  }
}

void ServingLoop::serve_within_limit(const RequestHeader& header, const cdr::Decoder& body) {
  IiopRequest request(header, body, reader_.messages().header().minor, serving_, connection_);
  if (connection_.is_both_ways()) request.came(connection_.request_way());
  upcall(request);
  if (request.is_put_aside()) return go_on_without(request);
  connection_.counts().end_admitted();
  if (header.response_expected()) reply_in_turn(request);
  connection_.request_ended();
  // Octets that had to wait for a request to end may be read now, although the reading thread is in an upcall.
  reader_.give_away_if_admitted();
}

void ServingLoop::serve_by_a_new_thread(const RequestHeader& header, const cdr::Decoder& body) {
  auto& messages = reader_.messages();
  const auto task = std::make_shared<RequestTask>(connection_.shared_from_this(), header, body, messages.header().minor,
                                                  messages.keep());
  task->begin_in_order();
  if (!core().start_thread(execution::thread_name::request, [task] { task->run(); })) {
    task->answer_refusal(no_thread_for_request);
  }
  if (reader_.may_read_on()) return;
  core().counters.messages_waits.fetch_add(1, std::memory_order_relaxed);
  reader_.rest(reading_);
}

// Called if the request waits for its object adapter, or its servant replies later. It stays in progress meanwhile.
void ServingLoop::go_on_without(const IiopRequest& request) {
  if (request.is_deferred()) {
    reader_.pace().served();
    // The message of the request is no longer needed, and must not keep the next one from being read.
    if (!reads()) {
      serving_.release_kept();
      reader_.read_on();
    } else if (!reader_.has_room_for_a_message()) {
      reader_.messages().rest();
    }
  }
  if (!reads() || core().rules.has_thread_per_connection() || reader_.may_read_on()) return;
  reader_.rest(reading_);
}

// Replies -------------------------------------------------------------------------------------------------------------

[[gnu::always_inline]] inline void ServingLoop::reply_in_turn(IiopRequest& request) noexcept {
  if (reads() && (reader_.messages().has_octets_ahead() || connection_.replies().follows_others()))
    return reply_in_batch(request);
  request.send_reply_inline();
}

// Called by the thread that serves the next request, too. No other thread takes the reading side away before that.
void ServingLoop::reply_in_batch(IiopRequest& request) noexcept {
  if (core().rules.has_thread_per_connection() || request.is_answered()) return request.send_reply();
  bool waits = false;
  if (auto* const message = request.ended_or_given_up()) {
    waits = connection_.replies().send_or_batch(*message, next_is_like(request) && !reader_.pace().is_eager());
  }
  if (!waits && reader_.messages().has_octets_ahead()) connection_.replies().sent_amid_others();
}

// True if the next request has been received, and is for the same operation of the same object. The duration of other
// operations is unknown.
bool ServingLoop::next_is_like(const IiopRequest& request) const noexcept {
  constexpr std::size_t request_id_end = header_octets + 4;  // in GIOP 1.2
  const auto& messages = reader_.messages();
  if (messages.header().minor < 2) return false;
  return messages.next_is_like(request_id_end, request.octets_to_operation(messages.octets()));
}

// Other messages ------------------------------------------------------------------------------------------------------

// A request that is served or about to be is still answered, because an unwanted reply does no harm. A servant that
// replies later is notified.
void ServingLoop::cancel_request() {
  try {
    auto in = body_of(reader_.messages().header(), reader_.messages().octets(), CORBA::COMPLETED_NO);
    const auto request_id = read_cancel_request(in);
    held_.cancel(request_id);
    connection_.deferred().cancel(request_id);
  } catch (const CORBA::MARSHAL& malformed) {
    end_by("a CancelRequest", malformed);
  }
}

void ServingLoop::serve_locate_request() {
  if (!connection_.counts().enter()) return;
  std::optional<CORBA::MARSHAL> malformed;
  try {
    answer_locate_request(connection_, serving_, reader_.messages().header(), reader_.messages().octets());
  } catch (const CORBA::MARSHAL& caught) {
    malformed = caught;
  }
  connection_.request_ended();
  if (malformed) end_by("a LocateRequest", *malformed);
}

}  // namespace dimma::iiop
