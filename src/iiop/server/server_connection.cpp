#include "iiop/server/server_connection.hpp"

#include "cdr/stream/exceptions.hpp"
#include "channel/forward.hpp"
#include "iiop/giop/giop_reply.hpp"
#include "iiop/giop/streamed_fragments.hpp"
#include "iiop/message/send.hpp"
#include "iiop/resources/options.hpp"
#include "iiop/server/request_task.hpp"
#include "iiop/server/sealed_requests.hpp"
#include "iiop/server/streamed_request.hpp"
#include "tracing/service_context.hpp"

#include <dimma/minor.hpp>

#include <algorithm>

namespace dimma::iiop {

namespace {
// Fewer requests than this in a tick, with more of them waiting, are slow ones: they are better served in parallel.
constexpr std::uint32_t slow_requests_per_tick = 20;
// This many upcalls in a row, each within a tick, are quick: even upcalls of a millisecond hardly ever achieve that.
constexpr std::uint32_t quick_upcalls_max = 64;
// A client that sends its next request within this time of the last one is worth a thread that waits for it.
constexpr std::chrono::milliseconds worth_staying_max{1};

constexpr const char* no_memory_left =
    "connection memory limit exceeded (--dimma-connection-memory, --dimma-max-memory)";

// The address of a local peer says nothing. A client may be gone before its connection is accepted.
std::string name_of(const transport::Stream& stream) {
  const auto peer = stream.peer();
  if (is_local(peer)) return to_string(stream.identify_peer());
  return peer.host.empty() ? "an unknown client" : to_string(peer);
}

ReaderOptions counted_in(ReaderOptions options, std::shared_ptr<MemoryShare> memory) {
  options.memory = std::move(memory);
  return options;
}
}  // namespace

ServerConnection::ServerConnection(std::shared_ptr<ServerCore> core, std::unique_ptr<transport::Stream> stream,
                                   ConnectionDirection direction)
    : core_(std::move(core)),
      stream_(std::move(stream)),
      peer_(name_of(*stream_)),
      direction_(std::move(direction)),
      is_both_ways_(direction_.path != nullptr || direction_.is_from_server),
      memory_(std::make_shared<MemoryShare>(core_->settings.memory,
                                            [this] { give_up(no_memory_left, log::Event::memory_exhausted); })),
      reader_(counted_in(core_->reading, memory_)),
      text_form_(assumed_text_form(core_->settings.native_code_set)),
      eager_(core_->refuses_more),
      opened_(coarse_now()) {}

ServerConnection::~ServerConnection() {
  memory_->retire();
  if (direction_.path) direction_.path->end();
}

void ServerConnection::start() {
  say(log::Event::connection_accepted, "is open");
  if (core_->mode != ServerCore::Mode::thread_per_connection) {
    stream_->receive_timeout(core_->settings.linger);
    begin_to_watch();
    park();
  } else if (!core_->start_thread(shared_from_this())) {
    end("no thread is available to serve it");
  }
}

void ServerConnection::begin_to_watch() {
  auto& poller = core_->workers->poller();
  if (sync::has_threads && stream_->shows_edges() && !core_->workers->is_run_by_application()) {
    edges_ = &poller.watch_edges(stream_->handle(), *this);
  } else {
    poller.add(stream_->handle(), *this);
  }
}

void ServerConnection::end_watching() noexcept {
  auto& poller = core_->workers->poller();
  if (edges_ != nullptr) {
    poller.remove(*std::exchange(edges_, nullptr));
  } else {
    poller.remove(stream_->handle());
  }
}

void ServerConnection::readable() noexcept {
  const auto self = shared_from_this();
  const execution::WorkerPool::Busy busy(*core_->workers);
  core_->begin_serving();
  serve();
  core_->end_serving();
}

bool ServerConnection::handle_message(Turn& turn) {
  switch (reader_.header().type) {
    case MessageType::request:
      return serve_request_apart(turn);
    case MessageType::locate_request:
      return serve_locate_request(turn.serving);
    case MessageType::cancel_request:
      return cancel_request();
    case MessageType::close_connection:
    case MessageType::message_error:
      return end_by_client();
    default:
      return refuse_type();
  }
}

bool ServerConnection::begins_streamed() {
  if (core_->streamed_requests.load(std::memory_order_relaxed) >= StreamedRequest::at_once_max) return false;
  if (core_->mode == ServerCore::Mode::pool && !core_->workers->someone_waits()) return false;
  return reader_.begin_streaming();
}

bool ServerConnection::serve_streamed(Turn& turn) {
  const StreamedRequest early(*this, turn.epoch);
  minor_.store(reader_.minor(), std::memory_order_relaxed);
  return handle_message(turn);
}

// Sends the reply of a request that was served in turn. The functions below use it for others too.
[[gnu::always_inline]] inline void ServerConnection::send_message(cdr::Encoder& message) noexcept {
  transport::Result result;
  {
    const sync::LockGuard lock(replies_.permit());
    if (farewell_said_.load(std::memory_order_relaxed)) return;
    if (is_short(message, core_->settings)) [[likely]] {
      iovec piece{message.buffer().data(), message.size()};
      result = replies_.send({&piece, 1});
    } else {
      // Called right here, with the permit held.
      const auto send_pieces = [this](std::span<iovec> pieces)
                                   DIMMA_NO_THREAD_SAFETY_ANALYSIS { return replies_.send(pieces); };
      result = send_long_message(send_pieces, message, core_->settings, core_->packets_max);
    }
  }
  if (!result) give_up(result);  // the thread that reads sees the end, and ends the connection
}

void ServerConnection::send(cdr::Encoder& message) noexcept { send_message(message); }

[[gnu::always_inline]] inline void ServerConnection::send_reply(IiopRequest& request) noexcept {
  if (request.is_answered()) return;
  try {
    send_message(request.ended());
  } catch (const CORBA::SystemException&) {
    give_up("a reply exceeds the size limit of GIOP");  //: the client is told by the loss of the connection
  }
}

void ServerConnection::reply(IiopRequest& request) noexcept { send_reply(request); }

[[gnu::always_inline]] inline void ServerConnection::reply_in_turn(IiopRequest& request, bool still_reading) noexcept {
  if (still_reading && (reader_.has_octets_ahead() || batch_.is_following())) [[unlikely]]
    return reply_in_batch(request);
  send_reply(request);
}

[[gnu::always_inline]] inline void ServerConnection::begin_upcall(Serving& serving, ReadingSide::Epoch epoch,
                                                                  bool response_expected) noexcept {
  const auto tick = core_->tick.load(std::memory_order_relaxed);
  // Oneways keep their order: what comes after one is read only when it has been served, or takes really long.
  if (!response_expected) [[unlikely]]
    return reading_.begin_upcall(epoch, tick + UpcallMonitor::ticks_more_for_oneways);
  reading_.begin_upcall(epoch, tick);
  if (eager_.load(std::memory_order_relaxed)) [[unlikely]]
    begin_eagerly(serving);
}

// The monitor may have given the reading side away by now, and serving_ with it.
void ServerConnection::begin_eagerly(Serving& serving) noexcept {
  serving.eager_since = core_->tick.load(std::memory_order_relaxed);
  give_away_if_admitted();
}

// Upcalls that were slow once may be quick again.
void ServerConnection::end_apart(Serving& serving) noexcept {
  const auto began = std::exchange(serving.eager_since, 0);
  if (began != core_->tick.load(std::memory_order_relaxed)) {
    quick_upcalls_.store(0, std::memory_order_relaxed);
  } else if (quick_upcalls_.fetch_add(1, std::memory_order_relaxed) + 1 >= quick_upcalls_max && !core_->refuses_more) {
    quick_upcalls_.store(0, std::memory_order_relaxed);
    eager_.store(false, std::memory_order_relaxed);
  }
}

// Inlined into both callers.
[[gnu::always_inline]] inline bool ServerConnection::upcall(Serving& serving, ReadingSide::Epoch epoch,
                                                            IiopRequest& request) {
  serving_ = &serving;
  request.read_in(epoch);
  if (held_.may_precede()) [[unlikely]]
    request.may_be_behind_others(true);
  StreamedRequest* const early = streaming_;
  if (early == nullptr) [[likely]] {
    begin_upcall(serving, epoch, request.response_expected());
  } else {
    early->dispatched(request.response_expected());
  }
  {
    channel::BlockingObserver& self = *this;
    const channel::CurrentUpcall current(early == nullptr ? self : *early);
    core_->dispatcher.dispatch(request);
  }
  if (request.has_ended_upcall()) [[unlikely]]
    return request.is_still_reading();
  if (early != nullptr && !early->is_whole()) [[unlikely]]
    return true;
  if (reading_.end_upcall(epoch)) [[likely]]
    return true;
  end_apart(serving);
  return false;
}

// Once it has returned true, the header has the message's id.
[[gnu::always_inline]] inline bool ServerConnection::has_header_of_last(Turn& turn) noexcept {
  return turn.request && streaming_ == nullptr && reader_.header().minor == 2 &&
         reader_.header().order == std::endian::native && turn.header.is_like(reader_.octets());
}

[[gnu::always_inline]] inline bool ServerConnection::serve_request(Turn& turn) {
  if (!requests_.enter()) return true;  // closing: not served, and CloseConnection tells the client so
  if (!core_->serves_in_turn) [[unlikely]]
    return serve_otherwise(turn);
  if (has_header_of_last(turn)) [[likely]] {
    if (!turn.header.lies_in_place(reader_.octets())) {
      turn.header.move_to(reader_.octets());
      turn.request->header_has_moved();
    }
    turn.request->serve_again(reader_.octets(), turn.header.header_end());
  } else if (!read_request(turn)) {
    return false;
  }
  IiopRequest& request = *turn.request;
  const bool still_reading = upcall(turn.serving, turn.epoch, request);
  if (request.is_put_aside()) [[unlikely]]
    return go_on_without(request, turn.serving, still_reading);
  if (turn.header.header().response_expected()) reply_in_turn(request, still_reading);
  served_.store(served_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  exit();
  return still_reading;
}

bool ServerConnection::serve_request_apart(Turn& turn) { return serve_request(turn); }

// The thread's next step when all received requests have been served.
[[gnu::always_inline]] inline ServerConnection::Next ServerConnection::next_of(Turn& turn) noexcept {
  if (core_->mode == ServerCore::Mode::thread_per_connection) return Next::wait;
  if (!staying_pays_ || !core_->workers->someone_waits() || !turn.stay.begin(*core_->workers)) return Next::park;
  has_taken_all_ = false;
  return Next::wait;
}

// This and the next two are inlined into serve(), which is on the path of every request.
[[gnu::always_inline]] inline bool ServerConnection::has_received(Turn& turn, const transport::Result& result) {
  if (result) [[likely]] {
    reader_.received(result.octets);
    heard_.store(Heard::something, std::memory_order_relaxed);
    turn.next = next_of(turn);
    return true;
  }
  if (result.status == transport::Status::timeout) {
    staying_pays_ = false;
    has_taken_all_ = true;
    eager_.store(core_->refuses_more, std::memory_order_relaxed);
    park();
  } else {
    end(result);
  }
  return false;
}

[[gnu::always_inline]] inline bool ServerConnection::receive(Turn& turn) {
  if (batch_.is_following()) [[unlikely]]
    end_batch();
  if (turn.next != Next::wait) [[unlikely]] {
    if (turn.next == Next::look) return receive_at_once(turn);
    park();
    return false;
  }
  const auto space = reader_.space();
  in_message_.store(reader_.is_in_message(), std::memory_order_relaxed);
  return has_received(turn, stream_->receive(space));
}

bool ServerConnection::receive_at_once(Turn& turn) {
  const auto space = reader_.space();
  in_message_.store(reader_.is_in_message(), std::memory_order_relaxed);
  const auto result = stream_->receive(space, no_wait);
  has_taken_all_ = result.octets < space.size();
  if (result.status != transport::Status::timeout) return has_received(turn, result);
  edges_->came_early();
  park();
  return false;
}

[[gnu::always_inline]] inline bool ServerConnection::serve_next(Turn& turn) {
  if (must_rest_for_replies()) [[unlikely]]
    return rest_for_replies();
  switch (reader_.next()) {
    case Progress::need_more:
      if (may_serve_streamed()) [[unlikely]]
        return serve_streamed(turn);
      if (!receive(turn)) return false;
      if (must_rest_for_replies() || !reader_.take_usual()) [[unlikely]]
        return true;
      break;
    case Progress::begun:
      return may_serve_streamed() ? serve_streamed(turn) : true;
    case Progress::message:
      break;
    case Progress::fault:
      return refuse(reader_.fault());
  }
  minor_.store(reader_.minor(), std::memory_order_relaxed);
  return reader_.header().type == MessageType::request ? serve_request(turn) : handle_message(turn);
}

void ServerConnection::serve() noexcept {
  const auto epoch = reading_.take_over();
  const auto now = Clock::now();
  if (!staying_pays_) staying_pays_ = now - given_at_ < worth_staying_max;
  given_at_ = now;
  has_taken_all_ = false;  // it may be left unread for now, until its client has taken its replies
  // A thread that has the connection for good needs no monitor.
  const bool is_watched = core_->mode != ServerCore::Mode::thread_per_connection;
  std::unique_ptr<Serving> serving;
  try {
    serving = core_->take_serving(is_watched ? this : nullptr);
    Turn turn{*serving, epoch, edges_ != nullptr ? Next::look : Next::wait};
    while (serve_next(turn)) {
    }
    if (has_batch_.load(std::memory_order_relaxed)) [[unlikely]]
      send_batch();
    core_->give_back(std::move(serving));
  } catch (const CORBA::NO_MEMORY&) {
    refuse_for_want_of_memory();
  } catch (const std::exception&) {
    // Out of memory: the connection is lost, the process goes on.
    end("the process is out of memory");
  }
  if (serving) [[unlikely]]
    core_->discard(std::move(serving));
  if (core_->sealed) SealedRequests::leave();
}

// Returns false if it is malformed: the connection has ended, or ends when its replies have been taken.
bool ServerConnection::read_request(Turn& turn) {
  turn.request.reset();
  const auto& header = turn.header.header();
  try {
    const auto body = open_request([&](cdr::Decoder& in) -> const RequestHeader& {
      turn.header.read(in, reader_.header(), reader_.octets());
      return header;
    });
    turn.request.emplace(header, body, reader_.header().minor, turn.serving, core_->settings.byte_order, *this);
  } catch (const CORBA::MARSHAL& malformed) {
    exit();
    return refuse("the header of a Request", malformed);
  }
  if (is_both_ways_) turn.request->came(way_of_both());
  return true;
}

template <class ReadHeader>
cdr::Decoder ServerConnection::open_request(ReadHeader read) {
  auto in = body_of(reader_.header(), reader_.octets(), CORBA::COMPLETED_NO);
  in.arrival(streaming_);
  const RequestHeader& header = read(in);
  if (!header.contexts.empty()) learn_of_client(header.contexts);
  text_form_.giop_minor = reader_.header().minor;
  in.text_form(text_form_);
  return in;
}

bool ServerConnection::serve_otherwise(Turn& turn) {
  RequestHeader header;
  std::optional<cdr::Decoder> body;
  try {
    body = open_request([&](cdr::Decoder& in) -> const RequestHeader& {
      header = read_request_header(in, reader_.header().minor);
      return header;
    });
  } catch (const CORBA::MARSHAL& malformed) {
    exit();
    return refuse("the header of a Request", malformed);
  }
  return serve_otherwise(turn, header, *body);
}

bool ServerConnection::serve_otherwise(Turn& turn, const RequestHeader& header, const cdr::Decoder& body) {
  const auto minor = reader_.header().minor;
  if (core_->limits_messages) admitted_.fetch_add(1);
  if (core_->refuses_more && admitted_.load() - nested_.load() > core_->messages_max) {
    core_->messages_refused.fetch_add(1, std::memory_order_relaxed);
    say_refused(header);
    end_admitted();
    answer_no_resources(turn.serving, header, minor,
                        "the server already serves as many requests of this connection as it allows at once");
    exit();
    return true;
  }
  if (core_->mode == ServerCore::Mode::thread_per_request) return serve_by_a_new_thread(header, body);
  IiopRequest request(header, body, minor, turn.serving, core_->settings.byte_order, *this);
  if (is_both_ways_) [[unlikely]]
    request.came(way_of_both());
  const bool still_reading = upcall(turn.serving, turn.epoch, request);
  if (request.is_put_aside()) [[unlikely]]
    return go_on_without(request, turn.serving, still_reading);
  end_admitted();
  if (header.response_expected()) reply_in_turn(request, still_reading);
  exit();
  // Octets that waited for a request to end may be read now, although the thread with the reading side is in an upcall.
  give_away_if_admitted();
  return still_reading;
}

// The request waits for its object adapter, or its servant replies later. It counts as in progress meanwhile.
bool ServerConnection::go_on_without(const IiopRequest& request, Serving& serving, bool still_reading) {
  if (request.is_deferred()) {
    served_.store(served_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    // Its message, which is no longer needed, must not keep the next one from being read.
    if (!still_reading) {
      serving.release_kept();
      read_on();
    } else if (!has_room_for_a_message()) {
      reader_.rest();
    }
  }
  if (!still_reading) return false;
  return core_->mode == ServerCore::Mode::thread_per_connection || may_read_on() || rest();
}

// Called by the thread that goes on to the next request: no other takes the reading side away before that.
void ServerConnection::reply_in_batch(IiopRequest& request) noexcept {
  if (core_->mode == ServerCore::Mode::thread_per_connection || request.is_answered()) return reply(request);
  if (!is_kept_for_others(request) && reader_.has_octets_ahead()) batch_.sent(Clock::now());
}

// Returns false if the reply has been sent, with those before it.
bool ServerConnection::is_kept_for_others(IiopRequest& request) noexcept {
  const bool is_quick = batch_.may_wait(core_->tick.load(std::memory_order_relaxed), Clock::now);
  const bool waits = is_quick && next_is_like(request) && !eager_.load(std::memory_order_relaxed);
  transport::Result result;
  try {
    cdr::Encoder& message = request.ended();
    const bool is_long = message.size() > ReplyBatch::message_octets_max || message.buffer().elsewhere() != 0;
    if (is_long && has_batch_.load(std::memory_order_relaxed)) send_batch();
    if (is_long || (!waits && !has_batch_.load(std::memory_order_relaxed))) {
      send(message);
      return false;
    }
    const sync::LockGuard lock(replies_.permit());
    if (farewell_said_.load(std::memory_order_relaxed)) return false;
    if (batch_.add({message.buffer().data(), message.size()})) {
      has_batch_.store(true, std::memory_order_relaxed);
      if (waits && !batch_.is_due()) return true;
      result = send_batch_locked();
    } else {
      result.status = transport::Status::failed;
    }
  } catch (const CORBA::SystemException&) {
    result.status = transport::Status::failed;  // a reply of 4 GiB
  }
  if (!result) give_up(result);
  return false;
}

// True if the next request that has been received is for the same operation of the same object. Nothing is known of the
// time that another operation takes.
bool ServerConnection::next_is_like(const IiopRequest& request) const noexcept {
  constexpr std::size_t request_id_end = header_octets + 4;  // as GIOP 1.2 begins
  if (reader_.header().minor < 2) return false;
  return reader_.next_is_like(request_id_end, request.octets_to_operation(reader_.octets()));
}

transport::Result ServerConnection::send_batch_locked() noexcept {
  if (batch_.empty()) return {};
  auto piece = batch_.piece();
  const auto result = replies_.send({&piece, 1});
  batch_.clear();
  has_batch_.store(false, std::memory_order_relaxed);
  return result;
}

// Called when all received requests have been served.
void ServerConnection::end_batch() noexcept {
  batch_.pause();
  if (has_batch_.load(std::memory_order_relaxed)) send_batch();
}

void ServerConnection::send_batch() noexcept {
  transport::Result result;
  {
    const sync::LockGuard lock(replies_.permit());
    if (!farewell_said_.load(std::memory_order_relaxed)) result = send_batch_locked();
  }
  if (!result) give_up(result);
}

void ServerConnection::answer_no_resources(Serving& serving, const RequestHeader& header, std::uint8_t minor,
                                           const char* why) noexcept {
  if (!header.response_expected()) return;
  try {
    cdr::Encoder out(serving.reply, core_->settings.byte_order);
    const auto body = begin_reply(out, minor, header.request_id, ServerRequest::ReplyStatus::system_exception);
    cdr::write_exception(out, CORBA::NO_RESOURCES(minor::no_resources_exhausted, CORBA::COMPLETED_NO, why));
    end_message(out, body);
    send(out);
  } catch (const CORBA::SystemException&) {
    stream_->shutdown();
  }
}

bool ServerConnection::serve_by_a_new_thread(const RequestHeader& header, const cdr::Decoder& body) {
  const auto task =
      std::make_shared<RequestTask>(shared_from_this(), header, body, reader_.header().minor, reader_.keep());
  task->begin_in_order();
  if (!core_->start_thread(task)) task->answer_refusal(no_thread_for_request);
  if (may_read_on()) return true;
  core_->messages_waits.fetch_add(1, std::memory_order_relaxed);
  return rest();
}

// Stops reading until a request has ended, whose thread then calls read_on().
bool ServerConnection::rest() {
  reading_.put_down();
  resting_.store(true);
  return may_read_on() && resting_.exchange(false);
}

void ServerConnection::read_on() noexcept {
  if (may_read_on() && resting_.exchange(false)) begin_to_read();
}

// Stops reading until the client has taken its replies.
bool ServerConnection::rest_for_replies() noexcept {
  reading_.put_down();
  rests_for_replies_.store(true);
  return !replies_.pending() && rests_for_replies_.exchange(false);
}

void ServerConnection::read_on_after_replies() noexcept {
  if (!replies_.pending() && rests_for_replies_.exchange(false)) begin_to_read();
}

void ServerConnection::begin_to_read() noexcept {
  if (reader_.octets_ahead() > 0) {
    core_->workers->post(*this);
  } else {
    park();
  }
}

RequestWay ServerConnection::way_of_both() const noexcept {
  if (direction_.is_from_server) return RequestWay::from_server;
  return direction_.path->is_offered() ? RequestWay::from_client_to_be_called : RequestWay::from_client;
}

// The client says these once, in its first request. It announces again where it may be called back if there are more
// places.
void ServerConnection::learn_of_client(const ServiceContexts& contexts) {
  if (accepts_streamed_fragments(contexts)) client_accepts_streamed_fragments_.store(true, std::memory_order_relaxed);
  if (contexts.find(tracing::context_trace)) client_traces_.store(true, std::memory_order_relaxed);
  if (direction_.path && reader_.header().minor >= 2) {
    if (const auto points = contexts.find(context_bidirectional)) direction_.path->learn(*points);
  }
  if (contexts.find(context_code_sets)) {
    text_form_ = text_form(read_context(contexts), text_form_.giop_minor, core_->settings.native_code_set);
  }
}

// A request that is served or about to be is still answered: a reply that nobody waits for does no harm. A servant
// that replies later is told.
bool ServerConnection::cancel_request() {
  try {
    auto in = body_of(reader_.header(), reader_.octets(), CORBA::COMPLETED_NO);
    const auto request_id = read_cancel_request(in);
    held_.cancel(request_id);
    deferred_.cancel(request_id);
  } catch (const CORBA::MARSHAL& malformed) {
    return refuse("a CancelRequest", malformed);
  }
  return true;
}

bool ServerConnection::serve_locate_request(Serving& serving) {
  if (!requests_.enter()) return true;
  Fault fault;
  try {
    answer_locate_request(serving);
  } catch (const CORBA::MARSHAL& malformed) {
    fault = {Fault::Kind::malformed, "a LocateRequest is malformed: " + malformed._detail()};
  }
  exit();
  return !fault || refuse(fault);
}

void ServerConnection::answer_locate_request(Serving& serving) {
  const auto minor = reader_.header().minor;
  auto in = body_of(reader_.header(), reader_.octets(), CORBA::COMPLETED_NO);
  const auto header = read_locate_request(in, minor);
  channel::Octets forward_to;
  const auto found = core_->dispatcher.locate(header.object_key, forward_to, &session_);
  cdr::Encoder out(serving.reply, core_->settings.byte_order);
  switch (found) {
    case channel::Located::unknown_object:
      begin_locate_reply(out, minor, header.request_id, LocateStatus::unknown_object);
      break;
    case channel::Located::object_here:
      begin_locate_reply(out, minor, header.request_id, LocateStatus::object_here);
      break;
    case channel::Located::object_forward:
      begin_locate_reply(out, minor, header.request_id, LocateStatus::object_forward);
      channel::write_forward(out, forward_to);
      break;
  }
  end_message(out);
  send(out);
}

// As a rule, the connection has reached what it may hold.
void ServerConnection::refuse_for_want_of_memory() noexcept {
  try {
    say(log::Event::memory_exhausted, std::string("is closed: ") + no_memory_left);
    why_closed_.store(no_memory_left);
    refuse({Fault::Kind::memory_exhausted, no_memory_left});
  } catch (const std::exception&) {
    end(no_memory_left);
  }
}

bool ServerConnection::refuse(const char* what, const CORBA::MARSHAL& malformed) {
  return refuse({Fault::Kind::malformed, std::string(what) + " is malformed: " + malformed._detail()});
}

bool ServerConnection::refuse_type() {
  return refuse({Fault::Kind::malformed,
                 std::string("a ") + to_string(reader_.header().type) + ", which a client must not send"});
}

bool ServerConnection::end_by_client() {
  const dimma::unsealed at_the_end;
  if (reader_.header().type == MessageType::close_connection) {
    end("the client sent CloseConnection");
    return false;
  }
  constexpr const char* why = "the client sent MessageError";
  say(log::Event::message_malformed, std::string("is closed: ") + why);
  end(why);
  return false;
}

void ServerConnection::say_refused(const RequestHeader& header) const noexcept {
  log::write(log::Event::requests_exhausted, [&] {
    return log::Entry{.text = "a request for " + std::string(header.operation) + " by " + peer_ +
                              " is refused with NO_RESOURCES: its connection has " +
                              std::to_string(core_->messages_max) + " in progress, the limit of its QoS",
                      .peer = peer_,
                      .endpoint = to_string(stream_->local()),
                      .operation = std::string(header.operation),
                      .minor = minor::no_resources_exhausted};
  });
}

bool ServerConnection::refuse(const Fault& fault) {
  if (why_closed_.load() == nullptr) say(event_of(fault.kind), "is closed: " + fault.text);
  end_batch();
  cdr::Buffer buffer(32);
  cdr::Encoder out(buffer, core_->settings.byte_order);
  // In the version that the client speaks, or the highest if it has not said one.
  write_message_error(out, std::min(minor_.load(std::memory_order_relaxed), core_->settings.giop_minor));
  send(out);
  if (!replies_.pending() || core_->mode == ServerCore::Mode::thread_per_connection) {
    end(fault.text);
    return false;
  }
  // The error waits for replies that the client has not taken. Nothing is served or sent after it.
  requests_.close();
  farewell_said_.store(true);
  replies_.end_when_sent();
  if (rest_for_replies()) end(fault.text);
  return false;
}

void ServerConnection::give_up(const char* why, log::Event event) noexcept {
  const char* none = nullptr;
  if (!requests_.is_closed() && why_closed_.compare_exchange_strong(none, why)) {
    say(event, std::string("is aborted: ") + why);
  }
  requests_.close();
  farewell_said_.store(true);
  stream_->shutdown();
}

void ServerConnection::give_up(const transport::Result& result) noexcept {
  const bool is_full = result.status == transport::Status::failed && result.error == ENOBUFS;
  if (is_full) return give_up("the client does not read its replies", log::Event::connection_stalled);
  give_up("a reply could not be sent");
}

void ServerConnection::send_part(std::span<iovec> pieces) {
  const auto result = farewell_said_.load(std::memory_order_relaxed) ? transport::Result{transport::Status::closed}
                                                                     : replies_.send(pieces);
  if (result) return;
  give_up(result);
  throw CORBA::COMM_FAILURE(minor::comm_failure_connection_lost, CORBA::COMPLETED_YES,
                            "the reply could not be sent: " + transport::describe(result));
}

void ServerConnection::before_block() {
  nested_.fetch_add(1);
  if (has_batch_.load(std::memory_order_relaxed)) [[unlikely]]
    send_batch();
  give_away_if_admitted(Giving::for_a_nested_call);
  if (core_->mode != ServerCore::Mode::pool) return;
  try {
    core_->workers->begin_nested();
  } catch (...) {
    end_nested();
    throw;
  }
}

void ServerConnection::done_waiting() noexcept {
  end_nested();
  if (core_->mode == ServerCore::Mode::pool) core_->workers->end_nested();
}

void ServerConnection::give_away_if_admitted(Giving giving) noexcept {
  if (giving == Giving::if_there_is_room && !(has_room_for_a_message() && held_.has_room_for_another())) return;
  while (core_->refuses_more || admits_more()) {
    if (!reading_.take()) return;
    // The upcall may be another request's by now, the last that is admitted. No other can begin while it is being
    // taken.
    if (core_->refuses_more || admits_more()) return hand_over();
    reading_.restore();
  }
}

// Without memory for the message, only the stream is shut down: the peer must not wait for what is not read.
void ServerConnection::hand_over() noexcept {
  DIMMA_ASSERT(serving_ != nullptr);
  try {
    serving_->kept.emplace(reader_.keep(&serving_->spare));
  } catch (const std::exception&) {
    stream_->shutdown();
    return reading_.restore();
  }
  const bool more_waits = reader_.octets_ahead() > 0;
  reading_.taken();
  if (core_->mode == ServerCore::Mode::thread_per_connection) {
    if (!core_->start_thread(shared_from_this())) end("no thread is available to serve it");
  } else if (more_waits) {
    core_->workers->post(*this);
  } else {
    park();
  }
}

void ServerConnection::park() noexcept {
  reader_.rest();
  in_message_.store(reader_.is_in_message(), std::memory_order_relaxed);
  const bool quiet = stream_->prepare_poll();
  reading_.put_down();
  if (!quiet) return core_->workers->post(*this);
  auto& poller = core_->workers->poller();
  if (edges_ == nullptr) return poller.arm(stream_->handle(), *this);
  if (!poller.arm(*edges_, has_taken_all_)) core_->workers->post(*this);
}

void ServerConnection::check_upcall(std::uint32_t tick) noexcept {
  const auto ticks = tick - std::exchange(checked_at_, tick);
  if (ticks == 0) return;  // for another thread that serves it
  if (has_batch_.load(std::memory_order_relaxed) && reading_.upcall_older_than(tick)) send_batch();
  const auto served = served_.load(std::memory_order_relaxed);
  const auto lately = served - std::exchange(served_when_checked_, served);
  if (reading_.upcall_older_than(tick - 1)) {
    eager_.store(true, std::memory_order_relaxed);
    give_away_if_admitted();
  } else if (ticks == 1 && lately < slow_requests_per_tick && reading_.upcall_older_than(tick) &&
             stream_->octets_wait()) {
    eager_.store(true, std::memory_order_relaxed);
  }
}

}  // namespace dimma::iiop
