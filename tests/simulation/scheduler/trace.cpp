#include "simulation/scheduler/trace.hpp"

#include <iomanip>
#include <ostream>
#include <sstream>
#include <string_view>

namespace dimma::simulation {

const char* text_of(ObjectKind kind) noexcept {
  switch (kind) {
    case ObjectKind::none:
      return "";
    case ObjectKind::atomic:
      return "atomic";
    case ObjectKind::lock:
      return "lock";
    case ObjectKind::condition:
      return "condition";
    case ObjectKind::thread:
      return "thread";
    case ObjectKind::clock:
      return "clock";
    case ObjectKind::descriptor:
      return "descriptor";
    case ObjectKind::variable:
      return "variable";
  }
  return "";
}

std::string text_of(Place place) {
  if (place.line() == 0) return {};
  const std::string_view file = place.file_name();
  const auto slash = file.rfind('/');
  return std::string(slash == std::string_view::npos ? file : file.substr(slash + 1)) + ':' +
         std::to_string(place.line());
}

namespace {

// Large values are mostly addresses, so they are printed in hexadecimal.
std::string value_text(std::uint64_t value) {
  if (value < (std::uint64_t{1} << 32U)) return std::to_string(value);
  std::ostringstream text;
  text << "0x" << std::hex << value;
  return text.str();
}

}  // namespace

void print(std::ostream& out, const std::vector<Event>& trace, const std::vector<std::string>& names) {
  const Event* before = nullptr;
  for (const Event& event : trace) {
    if (before != nullptr && before->thread != event.thread) out << '\n';
    before = &event;
    std::string what = event.operation;
    if (event.object != ObjectKind::none) {
      what += std::string(" ") + text_of(event.object) + ' ' + std::to_string(event.number);
    }
    if (event.has_value) what += ": " + value_text(event.value);
    if (event.age != 0) what += " (old: " + std::to_string(event.age) + " newer)";
    out << std::left << std::setw(20) << names[event.thread] << std::right << std::setw(5) << event.step << "  "
        << std::left << std::setw(44) << what << ' ' << text_of(event.place) << '\n';
  }
}

}  // namespace dimma::simulation
