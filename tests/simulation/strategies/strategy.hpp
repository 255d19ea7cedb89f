#pragma once
// Makes the choices wherever a run has more than one way to continue.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dimma::simulation {

enum class ChoiceKind : std::uint8_t {
  thread,    // the thread that goes on; an option is its number, or `time_passes`
  value,     // the value that a load returns; an option is its age
  waiter,    // the thread that notify_one() wakes
  spurious,  // 1: a wait ends, or a weak compare-exchange fails, although it need not
  scenario,  // a choice of the scenario itself: choose()
};

// This option advances the clock to the next deadline although threads could run.
inline constexpr std::uint32_t time_passes = 0xFFFF;

// The place of a choice in a run. It is independent of earlier choices, as long as the thread executes the same steps.
struct ChoicePlace {
  std::uint32_t thread = 0;
  std::uint32_t step = 0;     // the number of the thread's step
  std::uint32_t ordinal = 0;  // within the step
  ChoiceKind kind = ChoiceKind::thread;

  auto operator<=>(const ChoicePlace&) const = default;
};

struct Question {
  ChoicePlace place;
  // At least two. The first is the ordinary one: the same thread continues, a load returns the newest value.
  std::span<const std::uint32_t> options;
  std::size_t ordinary = 1;  // the number of ordinary options: any thread may follow one that has to wait
  bool yields = false;       // the thread yields to another one

  bool is_free() const noexcept { return ordinary > 1; }
};

// A choice that was not the ordinary one.
struct Choice {
  ChoicePlace place;
  std::uint32_t option = 0;

  bool operator==(const Choice&) const = default;
};

class Strategy {
 public:
  virtual ~Strategy() = default;
  Strategy(const Strategy&) = delete;
  Strategy& operator=(const Strategy&) = delete;
  // Returns the index of the chosen option.
  virtual std::size_t choose(const Question& question) = 0;

 protected:
  Strategy() = default;
};

}  // namespace dimma::simulation
