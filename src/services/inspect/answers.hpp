#pragma once
// The answer to a request, on whichever way it came.

#include "services/inspect/pieces.hpp"

#include <dimma/orb.hpp>

#include <string>
#include <string_view>

namespace dimma::inspect {

struct Answer {
  unsigned status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::string body;            // or, of a long one, its first piece
  std::string file_name = {};  // as what it is to be saved
  std::string cookie = {};     // to be kept by a browser
  Pieces more = {};            // may throw std::bad_alloc
};

inline constexpr const char* nothing_captured =
    "nothing is captured: the process has to be started with --dimma-capture on";

// Words, as a line.
Answer refusal(unsigned status, std::string_view words);

// To GET `target`. Does not throw but std::bad_alloc.
Answer answer_to(const CORBA::object_reference<CORBA::ORB>& orb, std::string_view target);

// Includes the buckets of each operation's latency. They make the answer several times as long.
enum class Buckets : bool { left_out, shown };
// The parts of it. "taken_s" is when the metrics were read, by a clock whose differences alone mean something.
Pieces description_json(const CORBA::object_reference<CORBA::ORB>& orb, Buckets buckets = Buckets::left_out);
// The last `limit` calls of all channels, latest first.
Pieces calls_json(const CORBA::object_reference<CORBA::ORB>& orb, std::size_t limit);
// The last errors and warnings of the process, latest first.
std::string events_json();
// In the text format of Prometheus.
Pieces metrics_text(const CORBA::object_reference<CORBA::ORB>& orb, std::size_t octets_max = answer_octets_max);
// The files of the page.
std::string_view page() noexcept;
std::string_view page_style() noexcept;
std::string_view page_script() noexcept;
std::string_view page_history() noexcept;
std::string_view page_plots() noexcept;
std::string_view login_page() noexcept;

}  // namespace dimma::inspect
