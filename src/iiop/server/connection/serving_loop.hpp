#pragma once
// A thread's loop over the messages of a server connection.

#include "channel/nested_wait.hpp"
#include "iiop/bidirectional/arrival_path.hpp"
#include "iiop/giop/fault.hpp"
#include "iiop/giop/giop_request.hpp"
#include "iiop/server/connection/request_reader.hpp"
#include "iiop/server/connection/streamed_request.hpp"
#include "iiop/server/core/serving.hpp"
#include "iiop/server/requests/held_requests.hpp"
#include "iiop/server/requests/iiop_request.hpp"
#include "iiop/server/requests/request_origin.hpp"
#include "iiop/server/requests/usual_request.hpp"
#include "transport/transport.hpp"

#include <cstdint>
#include <optional>

namespace dimma::iiop {

// Serves one message after the other, until the thread no longer reads the connection or the connection has to end.
class ServingLoop {
 public:
  // `reading` is the thread's right to read. `observer` notifies the connection of upcalls that wait. `path`, which may
  // be nullptr, is given the client's listen points. All arguments must outlive the loop.
  ServingLoop(RequestOrigin& connection, channel::BlockingObserver& observer, ArrivalPath* path, RequestReader& reader,
              RequestReader::Reading& reading, Serving& serving) noexcept
      : connection_(connection),
        held_(connection.held()),
        observer_(observer),
        path_(path),
        reader_(reader),
        reading_(reading),
        serving_(serving) {}

  // The reason why the connection has to end.
  enum class End : std::uint8_t {
    no,               // the connection continues: another thread reads it, or will
    of_stream,        // the stream has ended; RequestReader::result() is the reason
    fault,            // the client or the connection has a fault, which fault() returns
    closed,           // the client has sent CloseConnection
    client_objected,  // the client has sent MessageError
  };
  // Serves messages. Unless it returns End::no, the thread still reads the connection. Throws CORBA::NO_MEMORY and
  // std::bad_alloc.
  End run();
  const Fault& fault() const noexcept { return fault_; }

 private:
  void serve_next();
  void serve_message();
  void serve_other_message();
  [[gnu::noinline]] void serve_streamed();
  void serve_request();
  bool has_header_of_last() noexcept;
  [[gnu::noinline]] bool read_request();
  // Decodes the header of the current request. Throws CORBA::MARSHAL.
  template <class ReadHeader>
  cdr::Decoder open_request(ReadHeader read);
  void serve_otherwise();
  void serve_within_limit(const RequestHeader& header, const cdr::Decoder& body);
  void serve_by_a_new_thread(const RequestHeader& header, const cdr::Decoder& body);
  void upcall(IiopRequest& request);
  void begin_upcall(bool response_expected) noexcept;
  [[gnu::cold, gnu::noinline]] void begin_eagerly() noexcept;
  [[gnu::cold, gnu::noinline]] void end_apart() noexcept;
  void go_on_without(const IiopRequest& request);
  void reply_in_turn(IiopRequest& request) noexcept;
  [[gnu::cold]] void reply_in_batch(IiopRequest& request) noexcept;
  bool next_is_like(const IiopRequest& request) const noexcept;
  void cancel_request();
  void serve_locate_request();
  // Ends the loop.
  [[gnu::cold, gnu::noinline]] void end(End how) noexcept;
  [[gnu::cold, gnu::noinline]] void end_by(Fault fault) noexcept;
  [[gnu::cold, gnu::noinline]] void end_by(const char* what, const CORBA::MARSHAL& malformed);

  ServerCore& core() const noexcept { return *connection_.core(); }
  // True if the thread still reads the connection.
  bool reads() const noexcept { return static_cast<bool>(reading_.lease); }

  RequestOrigin& connection_;
  HeldRequests& held_;
  channel::BlockingObserver& observer_;
  ArrivalPath* const path_;
  RequestReader& reader_;
  RequestReader::Reading& reading_;
  Serving& serving_;
  UsualRequest header_;                   // the header of the last request that was served in turn
  std::optional<IiopRequest> request_{};  // that request, reused for the next one if that has the same header
  StreamedRequest* streaming_ = nullptr;  // the request in progress, while it is still arriving
  End end_ = End::no;
  Fault fault_{};
  ReadingLease ended_lease_;
};

}  // namespace dimma::iiop
