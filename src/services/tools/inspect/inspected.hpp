#pragma once
// The process that is looked at.

#include <dimma/orb.hpp>

#include <boost/json/fwd.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

namespace dimma::tools::inspect {

inline constexpr const char* target_help =
    "HOST:PORT or unix:PATH, as the process's --dimma-inspect says, or the number of a process that has "
    "--dimma-inspect unix; of a process that has --dimma-inspect-objects on, corbaloc::HOST:PORT or another reference";

// How long an answer, or a part of one, is waited for.
inline constexpr std::chrono::seconds answer_time_max{10};

// Its functions throw Failure: refused with its words for what the process has not, unreachable where nobody answers.
class Inspected {
 public:
  virtual ~Inspected() = default;
  Inspected(const Inspected&) = delete;
  Inspected& operator=(const Inspected&) = delete;

  // Its parts and counts, as docs/guides/inspecting.md has them.
  boost::json::value description();
  // JSON of its last calls.
  virtual std::string calls(std::uint32_t how_many) = 0;
  // A file for Wireshark.
  virtual std::string capture() = 0;

 protected:
  Inspected() = default;
  virtual std::string description_text() = 0;
};

// Throws UsageError for what is no target, Failure where a reference leads to nothing that can be asked.
std::unique_ptr<Inspected> inspected(const CORBA::object_reference<CORBA::ORB>& orb, const std::string& target);

// The two kinds of it: by HTTP, and by a reference.
std::unique_ptr<Inspected> inspected_page(const std::string& target);
std::unique_ptr<Inspected> inspected_object(const CORBA::object_reference<CORBA::ORB>& orb, const std::string& target);

}  // namespace dimma::tools::inspect
