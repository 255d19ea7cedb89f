#pragma once
// The ways in which a run can fail.

#include <cstdint>
#include <string>

namespace dimma::simulation {

enum class FailureKind : std::uint8_t {
  deadlock,        // threads wait for each other's locks
  lost_wakeup,     // a thread waits for a notification that came before it waited
  waits_for_ever,  // a thread waits for an event that no thread will cause
  livelock,        // the run exceeds its limit of steps
  data_race,       // two threads use a Shared at once
  failed_check,    // a demand of the scenario is not met
  assertion,       // DIMMA_ASSERT
  thrown,          // an exception has left a thread
};

const char* text_of(FailureKind kind) noexcept;

struct Failure {
  FailureKind kind = FailureKind::failed_check;
  std::string text;
};

}  // namespace dimma::simulation
