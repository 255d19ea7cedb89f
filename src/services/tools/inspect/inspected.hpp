#pragma once
// The process that is inspected.

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

// The longest time to wait for an answer, or for a part of one.
inline constexpr std::chrono::seconds answer_time_max{10};

// Throws Failure: `refused` with the process's words if it lacks the data, `unreachable` if it does not answer.
class Inspected {
 public:
  virtual ~Inspected() = default;
  Inspected(const Inspected&) = delete;
  Inspected& operator=(const Inspected&) = delete;

  // Returns its parts and counts, in the form of docs/guides/inspecting.md.
  boost::json::value description();
  // Returns its last calls as JSON.
  virtual std::string calls(std::uint32_t how_many) = 0;
  // Returns a file for Wireshark.
  virtual std::string capture() = 0;

 protected:
  Inspected() = default;
  virtual std::string description_text() = 0;
};

// Throws UsageError for a text that is not a target, Failure if the reference's object can't be asked.
std::unique_ptr<Inspected> inspected(const CORBA::object_reference<CORBA::ORB>& orb, const std::string& target);

// The two kinds of access: by HTTP, and by a reference.
std::unique_ptr<Inspected> inspected_page(const std::string& target);
std::unique_ptr<Inspected> inspected_object(const CORBA::object_reference<CORBA::ORB>& orb, const std::string& target);

}  // namespace dimma::tools::inspect
