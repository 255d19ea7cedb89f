#pragma once
/// The log: what the library says without being asked. docs/guides/logging.md lists the rooms, the events and their
/// fields.
///
///     dimma::log::set_levels("iiop=debug,warning");
///     dimma::log::set_sink([](const dimma::log::Record& record) { syslog(LOG_NOTICE, "%s", line_of(record).c_str());
///     });
///
/// Levels and sink belong to the process and not to an ORB: a record is about a connection or a POA of one ORB as often
/// as about neither (a TLS credential, a signal), ORBs of one process share transports, and the levels have to be known
/// before there is an ORB and after its end. A record about an endpoint names it, which tells the ORBs apart. It is the
/// library's only state of that kind.
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

/// How much a room says: what its level names and what is graver. As a record's level it is never `off`.
enum class Level : std::uint8_t { off, error, warning, info, debug };

/// Which part of the library says it.
enum class Room : std::uint8_t { orb, poa, access, iiop, transport, tls, flow };

/// As options write it: "warning", "iiop".
std::string_view to_string(Level level) noexcept;
std::string_view to_string(Room room) noexcept;

/// One line. All views end with the call of the sink. Fields that an event does not have are empty, or 0. Peers chose
/// part of the texts, each of which is valid UTF-8 without control characters: an octet that is neither is "\x1b". A
/// text that is too long ends with "...".
struct Record {
  std::chrono::system_clock::time_point time;
  Level level;
  Room room;
  std::string_view event;      ///< which one, as docs/guides/logging.md lists them: "servant_threw"
  std::string_view text;       ///< in words, the fields among them, at most 4096 octets
  std::uint64_t held_back;     ///< so many of this event were not written since the last one that was
  std::string_view peer;       ///< the other end: "tcp:10.1.2.3:50112"; as the next three, at most 256 octets
  std::string_view endpoint;   ///< this end of it: "tcp:0.0.0.0:2809"
  std::string_view object;     ///< its object id
  std::string_view operation;  ///< that the request is for
  std::uint32_t minor;         ///< the minor code of the system exception that came of it
};

/// "warning: text (3 more like it were not written)": what the default sink writes behind "dimma: ", without the
/// escapes.
std::string line_of(const Record& record);

/// Any thread calls it, several at once, and some with locks of the ORB's: it must not call objects, the ORB or a POA,
/// and it holds up those that wait for it, threads that serve requests above all. Exceptions are swallowed, and the
/// record is then written as by default. Records that the library makes within a sink are also written as by default.
using Sink = std::function<void(const Record&)>;

/// Gives all records to `sink` from now on; an empty one is the default again: a line to stderr, or to the file of
/// --dimma-log-file, by one system call, so that lines of several threads and processes do not mix; unprintable octets
/// escaped, at most 4096 octets; a JSON object with --dimma-log-format json. Returns
/// when no thread is in the sink before, which is destroyed then. Any thread; throws CORBA::BAD_INV_ORDER (OMG minor 3)
/// within a sink.
void set_sink(Sink sink);

/// The levels of all rooms: words that commas separate, "ROOM=LEVEL" for one room and "LEVEL" for the others (`warning`
/// when nothing is said of them). Replaces what was said before, also by --dimma-log and DIMMA_LOG, and lets events
/// that are being held back be written again. Any thread, while calls go on. Throws CORBA::BAD_PARAM, and changes
/// nothing, for a word that is neither; what() names it and where it stands.
void set_levels(std::string_view text);

/// As set_levels() takes them: "warning,iiop=debug".
std::string levels();

/// True if a record of that room and level would be written.
bool is_on(Room room, Level level) noexcept;

}  // namespace dimma::log
