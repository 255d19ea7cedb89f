#pragma once
// The process to inspect.

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

// The maximum time to wait for an answer, or for a part of it.
inline constexpr std::chrono::seconds answer_time_max{10};

// The functions throw Failure: `refused` with the message of the process if it lacks the data, `unreachable` if it does
// not answer.
class Inspected {
 public:
  virtual ~Inspected() = default;
  Inspected(const Inspected&) = delete;
  Inspected& operator=(const Inspected&) = delete;

  // Returns the process's parts and metrics, in the form of docs/guides/inspecting.md.
  boost::json::value description();
  // Returns the process's last calls as JSON.
  virtual std::string calls(std::uint32_t how_many) = 0;
  // Returns captured messages as a file for Wireshark.
  virtual std::string capture() = 0;

 protected:
  Inspected() = default;
  virtual std::string description_text() = 0;
};

// Returns access to the process. Throws UsageError if `target` is invalid, and Failure if the object of a reference
// does not answer.
std::unique_ptr<Inspected> inspected(const CORBA::object_reference<CORBA::ORB>& orb, const std::string& target);

// The two kinds of access: HTTP, and an object reference.
std::unique_ptr<Inspected> inspected_page(const std::string& target);
std::unique_ptr<Inspected> inspected_object(const CORBA::object_reference<CORBA::ORB>& orb, const std::string& target);

}  // namespace dimma::tools::inspect
