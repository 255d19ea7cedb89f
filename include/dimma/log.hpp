#pragma once
/// The log: messages that the library writes without being asked. docs/guides/logging.md lists the rooms, the events
/// and their fields.
///
///     dimma::log::set_levels("iiop=debug,warning");
///     dimma::log::set_sink([](const dimma::log::Record& record) { syslog(LOG_NOTICE, "%s", line_of(record).c_str());
///     });
///
/// Levels and sink belong to the process and not to an ORB: a record is about a connection or a POA of one ORB as often
/// as about neither (a TLS credential, a signal), ORBs of one process share transports, and the levels have to be known
/// before there is an ORB and after its end. A record about an endpoint names it, which distinguishes the ORBs. It is
/// the library's only state of that kind.
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

/// How much a room logs: records of the level and of graver ones. A record's own level is never `off`.
enum class Level : std::uint8_t { off, error, warning, info, debug };

/// The part of the library that logs.
enum class Room : std::uint8_t { orb, poa, access, iiop, transport, tls, flow };

/// Returns the name that options use: "warning", "iiop".
std::string_view to_string(Level level) noexcept;
std::string_view to_string(Room room) noexcept;

/// One line. All views end with the call of the sink. Fields that an event does not have are empty, or 0. Peers chose
/// part of the texts. Each text is valid UTF-8 without control characters: an octet that is neither is shown as "\x1b".
/// A text that is too long ends with "...".
struct Record {
  std::chrono::system_clock::time_point time;
  Level level;
  Room room;
  std::string_view event;      ///< the name in docs/guides/logging.md: "servant_threw"
  std::string_view text;       ///< in words, the fields among them, at most 4096 octets
  std::uint64_t held_back;     ///< records of this event not written since the last one that was
  std::string_view peer;       ///< the other end: "tcp:10.1.2.3:50112"; as the next three, at most 256 octets
  std::string_view endpoint;   ///< this end of it: "tcp:0.0.0.0:2809"
  std::string_view object;     ///< the object id
  std::string_view operation;  ///< the operation of the request
  std::uint32_t minor;         ///< the minor code of the system exception that resulted
};

/// Returns "warning: text (3 more like it were not written)": the line that the default sink writes after "dimma: ",
/// without its escapes.
std::string line_of(const Record& record);

/// Called by any thread, by several at once, and by some with locks of the ORB's. It must not call objects, the ORB or
/// a POA. It holds up threads that wait for it, in particular those that serve requests. Exceptions are swallowed, and
/// the record is then written as by default. Records that the library makes within a sink are also written as by
/// default.
using Sink = std::function<void(const Record&)>;

/// Gives all records to `sink` from now on. An empty one restores the default: a line to stderr, or to the file of
/// --dimma-log-file, by one system call, so that lines of several threads and processes do not mix; unprintable octets
/// escaped, at most 4096 octets; a JSON object with --dimma-log-format json. Returns when no thread is in the previous
/// sink, which is destroyed then. Thread safe; throws CORBA::BAD_INV_ORDER (OMG minor 3) within a sink.
void set_sink(Sink sink);

/// Sets the levels of all rooms: words separated by commas, "ROOM=LEVEL" for one room and "LEVEL" for the others
/// (`warning` if none is given for them). Replaces all earlier levels, including those of --dimma-log and DIMMA_LOG,
/// and lets events that are being held back be written again. Thread safe, also while calls go on. Throws
/// CORBA::BAD_PARAM, and changes nothing, for a word that is neither; what() names it and its place.
void set_levels(std::string_view text);

/// Returns them in the form that set_levels() takes: "warning,iiop=debug".
std::string levels();

/// True if a record of that room and level would be written.
bool is_on(Room room, Level level) noexcept;

}  // namespace dimma::log
