#pragma once
/// The log: messages that the library writes on its own. docs/guides/logging.md lists the rooms, the events and their
/// fields.
///
///     dimma::log::set_levels("iiop=debug,warning");
///     dimma::log::set_sink([](const dimma::log::Record& record) { syslog(LOG_NOTICE, "%s", line_of(record).c_str());
///     });
///
/// Levels and sink belong to the process, not to an ORB: many records are not about one ORB (a TLS credential, a
/// signal), the ORBs of a process share transports, and the levels are needed before an ORB exists and after its end. A
/// record about an endpoint names the endpoint, which identifies the ORB. This is the library's only global state of
/// that kind.
///
/// Errors and warnings are written at the default level, `warning`. A record that is not written costs one relaxed load
/// and a branch; nothing is formatted for it.

#include <dimma/generated/cxx20.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace dimma::log {

/// The amount that a room logs: records of this level and of more severe levels. A record's own level is never `off`.
enum class Level : std::uint8_t { off, error, warning, info, debug };

/// The part of the library that logs.
enum class Room : std::uint8_t { orb, poa, access, iiop, transport, tls, flow };

/// Returns the name used in options: "warning", "iiop".
std::string_view to_string(Level level) noexcept;
std::string_view to_string(Room room) noexcept;

/// One record. All views are valid until the sink returns. Fields that do not apply to the event are empty, or 0. Parts
/// of the texts are chosen by peers. Each text is valid UTF-8 without control characters: other octets are escaped like
/// "\x1b". A text that is too long is truncated and ends with "...".
struct Record {
  std::chrono::system_clock::time_point time;
  Level level;
  Room room;
  std::string_view event;      ///< the name in docs/guides/logging.md: "servant_threw"
  std::string_view text;       ///< the message, including the fields; at most 4096 octets
  std::uint64_t held_back;     ///< records of this event suppressed since the last one written
  std::string_view peer;       ///< the peer: "tcp:10.1.2.3:50112"; this and the next three: at most 256 octets
  std::string_view endpoint;   ///< the local endpoint: "tcp:0.0.0.0:2809"
  std::string_view object;     ///< the object id
  std::string_view operation;  ///< the operation of the request
  std::uint32_t minor;         ///< the minor code of the system exception that resulted
};

/// Returns "warning: text (3 similar messages suppressed)": the line that the default sink writes after "dimma: ",
/// without its escapes.
std::string line_of(const Record& record);

/// A function that receives records. Called by any thread, by several at once, and sometimes with locks of the ORB
/// held, so it must not call objects, the ORB or a POA. Threads wait for it, in particular those that serve requests.
/// If it throws, the exception is swallowed and the record is written by the default sink. Records that the library
/// makes within a sink also go to the default sink.
using Sink = std::function<void(const Record&)>;

/// Sends all later records to `sink`. An empty function restores the default sink. That sink writes a line to stderr,
/// or to the file of --dimma-log-file, with one system call, so that lines of several threads and processes do not mix.
/// The line has at most 4096 octets, with unprintable octets escaped; with --dimma-log-format json it is a JSON object.
/// Returns when no thread is in the previous sink, which is then destroyed. Thread-safe; throws CORBA::BAD_INV_ORDER
/// (OMG minor 3) within a sink.
void set_sink(Sink sink);

/// Sets the levels of all rooms from words separated by commas: "ROOM=LEVEL" for one room and "LEVEL" for the others
/// (`warning` if not given). Replaces all earlier levels, including those of --dimma-log and DIMMA_LOG, and ends the
/// suppression of events that were being held back. Thread-safe, also while calls are in progress. Throws
/// CORBA::BAD_PARAM, and changes nothing, for an invalid word; what() names the word and its position.
void set_levels(std::string_view text);

/// Returns the levels in the format of set_levels(): "warning,iiop=debug".
std::string levels();

/// Returns true if a record of this room and level would be written.
bool is_on(Room room, Level level) noexcept;

}  // namespace dimma::log
