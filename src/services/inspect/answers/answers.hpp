#pragma once
// Makes the answers to requests, independently of the transport.

#include "services/inspect/answers/pieces.hpp"

#include <dimma/orb.hpp>

#include <string>
#include <string_view>

namespace dimma::inspect {

struct Answer {
  unsigned status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::string body;            // the whole body, or the first piece of a long one
  std::string file_name = {};  // the name under which a browser saves the body
  std::string cookie = {};     // value of the Set-Cookie header
  Pieces more = {};            // further pieces of the body; may throw std::bad_alloc
};

inline constexpr const char* nothing_captured = "nothing is captured: start the process with --dimma-capture on";

// Returns an answer whose body is `words` as one line.
Answer refusal(unsigned status, std::string_view words);

// Returns the answer to GET `target`. Throws only std::bad_alloc.
Answer answer_to(const CORBA::object_reference<CORBA::ORB>& orb, std::string_view target);

// Determines whether the buckets of each operation's latency are included. They make the answer several times as long.
enum class Buckets : bool { left_out, shown };
// Describes the ORB and its parts. "taken_s" is the time of the metrics, by a clock with an arbitrary zero.
Pieces description_json(const CORBA::object_reference<CORBA::ORB>& orb, Buckets buckets = Buckets::left_out);
// Returns the last `limit` calls of all channels, newest first.
Pieces calls_json(const CORBA::object_reference<CORBA::ORB>& orb, std::size_t limit);
// Returns the last errors and warnings of the process, newest first.
std::string events_json();
// Returns the metrics in the text format of Prometheus.
Pieces metrics_text(const CORBA::object_reference<CORBA::ORB>& orb, std::size_t octets_max = answer_octets_max);

}  // namespace dimma::inspect
