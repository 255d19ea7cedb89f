#include "iiop/server/server_connection.hpp"

#include "cdr/stream/exceptions.hpp"
#include "channel/forward.hpp"
#include "iiop/giop/giop_reply.hpp"
#include "iiop/giop/streamed_fragments.hpp"
#include "iiop/message/send.hpp"
#include "iiop/resources/options.hpp"
#include "iiop/server/request_task.hpp"
#include "iiop/server/streamed_request.hpp"

#include <dimma/minor.hpp>

namespace dimma::iiop {

namespace {
// So few requests in a tick, with more of them waiting, are slow ones: they are better served in parallel.
constexpr std::uint32_t slow_requests_per_tick = 20;
constexpr std::chrono::milliseconds farewell_limit{100};
// However short the limit for idle connections, one that has just been opened is given this long.
constexpr std::chrono::seconds unheard_limit{10};
// And one from which a part of a message has come.
constexpr std::chrono::seconds stalled_limit{30};

ReaderOptions counted_in(ReaderOptions options, std::shared_ptr<MemoryShare> memory) {
  options.memory = std::move(memory);
  return options;
}
}  // namespace

ServerConnection::ServerConnection(std::shared_ptr<ServerCore> core, std::unique_ptr<transport::Stream> stream)
    : core_(std::move(core)),
      stream_(std::move(stream)),
      memory_(std::make_shared<MemoryShare>(core_->settings.memory, [this] { give_up(); })),
      reader_(counted_in(core_->reading, memory_)),
      text_form_(assumed_text_form(core_->settings.native_code_set)),
      eager_(core_->refuses_more),
      opened_(coarse_now()) {}

ServerConnection::~ServerConnection() { memory_->retire(); }

void ServerConnection::start() {
  if (core_->mode != ServerCore::Mode::thread_per_connection) {
    stream_->receive_timeout(core_->settings.linger);
    core_->workers->poller().add(stream_->handle(), *this);
    park();
  } else if (!core_->start_thread(shared_from_this())) {
    end();
  }
}

void ServerConnection::readable() noexcept {
  const auto self = shared_from_this();
  const WorkerPool::Busy busy(*core_->workers);
  core_->begin_serving();
  serve();
  core_->end_serving();
}

void ServerConnection::serve() noexcept {
  const auto epoch = reading_.take_over();
  try {
    auto serving = core_->take_serving();
    // The first receive finds something; after that the thread may stay only if it is not needed elsewhere.
    bool may_block = true;
    while (serve_next(*serving, epoch, may_block)) {
    }
    core_->give_back(std::move(serving));
  } catch (const CORBA::NO_MEMORY&) {
    refuse_for_want_of_memory();
  } catch (const std::exception&) {
    // Out of memory: the connection is lost, the process goes on.
    end();
  }
}

bool ServerConnection::serve_next(Serving& serving, ReadingSide::Epoch epoch, bool& may_block) {
  if (replies_.pending() && core_->mode != ServerCore::Mode::thread_per_connection) [[unlikely]]
    return rest_for_replies();
  switch (reader_.next()) {
    case Progress::need_more:
      if (core_->serves_in_turn && may_serve_streamed()) [[unlikely]]
        return serve_streamed(serving, epoch);
      return receive(may_block);
    case Progress::begun:
      return core_->serves_in_turn && may_serve_streamed() ? serve_streamed(serving, epoch) : true;
    case Progress::message:
      minor_.store(reader_.minor(), std::memory_order_relaxed);
      return handle_message(serving, epoch);
    case Progress::fault:
      break;
  }
  return refuse();
}

bool ServerConnection::receive(bool& may_block) {
  if (!may_block) {
    park();
    return false;
  }
  const auto space = reader_.space();
  in_message_.store(reader_.is_in_message(), std::memory_order_relaxed);
  const auto result = stream_->receive(space);
  if (result) [[likely]] {
    reader_.received(result.octets);
    heard_.store(Heard::something, std::memory_order_relaxed);
    may_block = core_->mode == ServerCore::Mode::thread_per_connection || core_->workers->someone_waits();
    return true;
  }
  if (result.status == transport::Status::timeout) {
    eager_.store(core_->refuses_more, std::memory_order_relaxed);
    park();
  } else {
    end();
  }
  return false;
}

bool ServerConnection::handle_message(Serving& serving, ReadingSide::Epoch epoch) {
  switch (reader_.header().type) {
    case MessageType::request:
      return serve_request(serving, epoch);
    case MessageType::locate_request:
      return serve_locate_request(serving);
    case MessageType::cancel_request:
      return cancel_request();
    case MessageType::close_connection:
    case MessageType::message_error:
      end();
      return false;
    default:
      return refuse();
  }
}

// Only a peer that sends faster than it is read: for any other there would be nothing but waiting.
bool ServerConnection::may_serve_streamed() {
  if (!sync::has_threads || !reader_.arrives_fast()) [[likely]]
    return false;
  if (core_->streamed_requests.load(std::memory_order_relaxed) >= StreamedRequest::at_once_max) return false;
  if (core_->mode == ServerCore::Mode::pool && !core_->workers->someone_waits()) return false;
  return reader_.begin_streaming();
}

bool ServerConnection::serve_streamed(Serving& serving, ReadingSide::Epoch epoch) {
  const StreamedRequest early(*this, epoch);
  minor_.store(reader_.minor(), std::memory_order_relaxed);
  return handle_message(serving, epoch);
}

bool ServerConnection::serve_request(Serving& serving, ReadingSide::Epoch epoch) {
  if (!requests_.enter()) return true;  // closing: not served, and CloseConnection tells the client so
  const auto minor = reader_.header().minor;
  auto in = body_of(reader_.header(), reader_.octets(), CORBA::COMPLETED_NO);
  in.arrival(streaming_);
  RequestHeader header;
  try {
    header = read_request_header(in, minor);
  } catch (const CORBA::MARSHAL&) {
    exit();
    return refuse();
  }
  if (!header.contexts.empty()) [[unlikely]]
    learn_of_client(header.contexts);
  text_form_.giop_minor = minor;
  in.text_form(text_form_);
  if (!core_->serves_in_turn) [[unlikely]]
    return serve_otherwise(serving, epoch, header, in);
  IiopRequest request(header, in, minor, serving, core_->settings.byte_order, *this);
  const bool still_reading = upcall(serving, epoch, request);
  if (request.is_put_aside()) [[unlikely]]
    return go_on_without(request, serving, still_reading);
  if (header.response_expected()) reply(request);
  served_.store(served_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  exit();
  return still_reading;
}

bool ServerConnection::serve_otherwise(Serving& serving, ReadingSide::Epoch epoch, const RequestHeader& header,
                                       const cdr::Decoder& body) {
  const auto minor = reader_.header().minor;
  if (core_->limits_messages) admitted_.fetch_add(1);
  if (core_->refuses_more && admitted_.load() - nested_.load() > core_->messages_max) {
    core_->messages_refused.fetch_add(1, std::memory_order_relaxed);
    end_admitted();
    answer_no_resources(serving, header, minor, "as many requests of the connection as its server serves at once");
    exit();
    return true;
  }
  if (core_->mode == ServerCore::Mode::thread_per_request) return serve_by_a_new_thread(header, body);
  IiopRequest request(header, body, minor, serving, core_->settings.byte_order, *this);
  const bool still_reading = upcall(serving, epoch, request);
  if (request.is_put_aside()) [[unlikely]]
    return go_on_without(request, serving, still_reading);
  end_admitted();
  if (header.response_expected()) reply(request);
  exit();
  // What waited for a request to end may be read now, though the thread that has it to read is in an upcall.
  give_away_if_admitted();
  return still_reading;
}

// It waits for its object adapter, or its servant replies later. It counts as in progress meanwhile.
bool ServerConnection::go_on_without(const IiopRequest& request, Serving& serving, bool still_reading) {
  if (request.is_deferred()) {
    served_.store(served_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    // Its message, of which nothing is needed any more, must not keep the next one from being read.
    if (!still_reading) {
      serving.kept.reset();
      read_on();
    } else if (!has_room_for_a_message()) {
      reader_.rest();
    }
  }
  if (!still_reading) return false;
  return core_->mode == ServerCore::Mode::thread_per_connection || may_read_on() || rest();
}

void ServerConnection::reply(IiopRequest& request) noexcept {
  if (request.is_answered()) return;
  try {
    send(request.ended());
  } catch (const CORBA::SystemException&) {
    give_up();  // a reply of 4 GiB: the client is told by the loss of the connection
  }
}

void ServerConnection::answer_no_resources(Serving& serving, const RequestHeader& header, std::uint8_t minor,
                                           const char* why) noexcept {
  if (!header.response_expected()) return;
  try {
    cdr::Encoder out(serving.reply, core_->settings.byte_order);
    const auto body = begin_reply(out, minor, header.request_id, ServerRequest::Status::system_exception);
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

// Reads no more until a request has ended, whose thread then calls read_on().
bool ServerConnection::rest() {
  reading_.put_down();
  resting_.store(true);
  return may_read_on() && resting_.exchange(false);
}

void ServerConnection::read_on() noexcept {
  if (may_read_on() && resting_.exchange(false)) begin_to_read();
}

// Reads no more until the client has taken its replies.
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

// The client says it once, in its first request.
void ServerConnection::learn_of_client(const ServiceContexts& contexts) {
  if (accepts_streamed_fragments(contexts)) client_accepts_streamed_fragments_.store(true, std::memory_order_relaxed);
  if (contexts.find(context_code_sets)) {
    text_form_ = text_form(read_context(contexts), text_form_.giop_minor, core_->settings.native_code_set);
  }
}

bool ServerConnection::upcall(Serving& serving, ReadingSide::Epoch epoch, IiopRequest& request) {
  serving_ = &serving;
  request.read_in(epoch);
  if (held_.may_precede()) [[unlikely]]
    request.may_be_behind_others(true);
  StreamedRequest* const early = streaming_;
  if (early == nullptr) [[likely]] {
    begin_upcall(epoch, request.response_expected());
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
  return reading_.end_upcall(epoch);
}

void ServerConnection::begin_upcall(ReadingSide::Epoch epoch, bool response_expected) noexcept {
  reading_.begin_upcall(epoch, core_->tick.load(std::memory_order_relaxed));
  // Oneways keep their order: what is behind one is read only when it has been served.
  if (response_expected && eager_.load(std::memory_order_relaxed)) give_away_if_admitted();
}

// One that is served or about to be is answered all the same: a reply that nobody waits for is no harm. A servant that
// replies later is told.
bool ServerConnection::cancel_request() {
  try {
    auto in = body_of(reader_.header(), reader_.octets(), CORBA::COMPLETED_NO);
    const auto request_id = read_cancel_request(in);
    held_.cancel(request_id);
    deferred_.cancel(request_id);
  } catch (const CORBA::MARSHAL&) {
    return refuse();
  }
  return true;
}

bool ServerConnection::serve_locate_request(Serving& serving) {
  if (!requests_.enter()) return true;
  bool is_sound = true;
  try {
    answer_locate_request(serving);
  } catch (const CORBA::MARSHAL&) {
    is_sound = false;
  }
  exit();
  return is_sound || refuse();
}

void ServerConnection::answer_locate_request(Serving& serving) {
  const auto minor = reader_.header().minor;
  auto in = body_of(reader_.header(), reader_.octets(), CORBA::COMPLETED_NO);
  const auto header = read_locate_request(in, minor);
  channel::Octets forward_to;
  const auto found = core_->dispatcher.locate(header.object_key, forward_to);
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

// More than the connection may hold, as a rule.
void ServerConnection::refuse_for_want_of_memory() noexcept {
  try {
    refuse();
  } catch (const std::exception&) {
    end();
  }
}

bool ServerConnection::refuse() {
  cdr::Buffer buffer(32);
  cdr::Encoder out(buffer, core_->settings.byte_order);
  write_message_error(out, core_->settings.giop_minor);
  send(out);
  if (!replies_.pending() || core_->mode == ServerCore::Mode::thread_per_connection) {
    end();
    return false;
  }
  // It waits behind replies that the client has not taken. Nothing is served or sent after it.
  requests_.close();
  farewell_said_.store(true);
  replies_.end_when_sent();
  if (rest_for_replies()) end();
  return false;
}

void ServerConnection::send(cdr::Encoder& message) noexcept {
  transport::Result result;
  {
    const std::lock_guard lock(replies_.permit());
    if (farewell_said_.load(std::memory_order_relaxed)) return;
    const auto send_pieces = [this](std::span<iovec> pieces) { return replies_.send(pieces); };
    result = send_message_by(send_pieces, message, core_->settings, core_->packets_max);
  }
  if (!result) give_up();  // the thread that reads sees the end, and ends the connection
}

void ServerConnection::give_up() noexcept {
  requests_.close();
  farewell_said_.store(true);
  stream_->shutdown();
}

void ServerConnection::send_part(std::span<iovec> pieces) {
  const auto result = farewell_said_.load(std::memory_order_relaxed) ? transport::Result{transport::Status::closed}
                                                                     : replies_.send(pieces);
  if (result) return;
  give_up();
  throw CORBA::COMM_FAILURE(minor::comm_failure_connection_lost, CORBA::COMPLETED_YES,
                            "the reply could not be sent: " + transport::describe(result));
}

void ServerConnection::before_block() {
  nested_.fetch_add(1);
  give_away_if_admitted(Giving::for_a_nested_call);
  if (core_->mode != ServerCore::Mode::pool) return;
  try {
    core_->workers->begin_nested();
  } catch (...) {
    nested_.fetch_sub(1);
    throw;
  }
}

void ServerConnection::done_waiting() noexcept {
  nested_.fetch_sub(1);
  if (core_->mode == ServerCore::Mode::pool) core_->workers->end_nested();
}

void ServerConnection::give_away_if_admitted(Giving giving) noexcept {
  if (giving == Giving::if_there_is_room && !has_room_for_a_message()) return;
  while (core_->refuses_more || admits_more()) {
    if (!reading_.take()) return;
    // It may be another request's by now, the last that is admitted. While it is being taken none can come.
    if (core_->refuses_more || admits_more()) return hand_over();
    reading_.restore();
  }
}

void ServerConnection::hand_over() noexcept {
  bool more_waits = false;
  try {
    serving_->kept = std::make_unique<MessageReader::Kept>(reader_.keep());
    more_waits = reader_.octets_ahead() > 0;
  } catch (const std::exception&) {
    stream_->shutdown();
  }
  reading_.taken();
  if (core_->mode == ServerCore::Mode::thread_per_connection) {
    if (!core_->start_thread(shared_from_this())) end();
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
  if (quiet) {
    core_->workers->poller().arm(stream_->handle(), *this);
  } else {
    core_->workers->post(*this);
  }
}

void ServerConnection::check(std::uint32_t tick) noexcept {
  replies_.tick();
  // It ticks for unsent replies alone, and a thread of the connection's own has it for good.
  if (core_->mode == ServerCore::Mode::thread_per_connection) return;
  const auto served = served_.load(std::memory_order_relaxed);
  const auto lately = served - served_at_tick_;
  served_at_tick_ = served;
  if (reading_.upcall_older_than(tick - 1)) {
    eager_.store(true, std::memory_order_relaxed);
    give_away_if_admitted();
  } else if (reading_.upcall_older_than(tick) && lately < slow_requests_per_tick && stream_->octets_wait()) {
    eager_.store(true, std::memory_order_relaxed);
  }
}

void ServerConnection::end() noexcept {
  stream_->shutdown();
  held_.abandon();
  deferred_.abandon();
  if (core_->mode != ServerCore::Mode::thread_per_connection) core_->workers->poller().remove(stream_->handle());
  release();
}

void ServerConnection::release() noexcept {
  if (holders_.fetch_sub(1) == 1) core_->forget(*this);
}

void ServerConnection::close() noexcept {
  replies_.begin_closing();
  const bool is_unused = requests_.close();
  held_.abandon();
  if (is_unused) say_farewell();
}

bool ServerConnection::close_if_idle() noexcept {
  if (requests_.users() != 0 || requests_.is_closed() || replies_.pending()) return false;
  if (heard_.load(std::memory_order_relaxed) == Heard::nothing_yet) {
    // Its first request is on its way, as a rule: the one for whose sake it was opened, perhaps again.
    if (coarse_now() - opened_ < unheard_limit) return false;
  } else if (heard_.exchange(Heard::nothing_since_asked) != Heard::nothing_since_asked) {
    silent_since_ = coarse_now();
    return false;
  } else if (in_message_.load(std::memory_order_relaxed) && coarse_now() - silent_since_ < stalled_limit) {
    return false;
  }
  close();
  return true;
}

void ServerConnection::say_farewell() noexcept {
  if (!replies_.permit().take(transport::Clock::now() + farewell_limit)) return stream_->shutdown();
  const std::lock_guard lock(replies_.permit(), std::adopt_lock);
  if (farewell_said_.exchange(true)) return;
  try {
    cdr::Buffer buffer(32);
    cdr::Encoder out(buffer, core_->settings.byte_order);
    write_close_connection(out, minor_.load(std::memory_order_relaxed));
    iovec piece{buffer.data(), out.size()};
    replies_.send_last({&piece, 1});
  } catch (const std::exception&) {
    stream_->shutdown();  // the client learns it from the end of the stream
  }
}

}  // namespace dimma::iiop
