#include "report/units.hpp"

#include "measure/command_line.hpp"

#include <charconv>
#include <cmath>

namespace bench {
namespace {

// The number at the beginning, and what follows it.
struct Amount {
  double number = 0;
  std::string unit;
};

Amount amount_in(const std::string& flag, const std::string& text, const char* form) {
  Amount amount;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, amount.number);
  if (read.ec != std::errc{} || !std::isfinite(amount.number) || !(amount.number > 0)) {
    throw measure::UsageError(flag + ": '" + text + "' is not " + form);
  }
  amount.unit.assign(read.ptr, end);
  return amount;
}

}  // namespace

std::size_t octets_in(const std::string& flag, const std::string& text) {
  constexpr const char* form = "a size above zero, as 4096, 64k, 64M or 1G";
  const Amount amount = amount_in(flag, text, form);
  double factor = 0;
  if (amount.unit.empty()) factor = 1;
  if (amount.unit == "k") factor = 1024;
  if (amount.unit == "M") factor = 1024 * 1024;
  if (amount.unit == "G") factor = 1024 * 1024 * 1024;
  const double octets = amount.number * factor;
  if (factor == 0 || octets < 1 || octets > 1e15) throw measure::UsageError(flag + ": '" + text + "' is not " + form);
  return static_cast<std::size_t>(octets);
}

double octets_per_s_in(const std::string& flag, const std::string& text) {
  constexpr const char* form = "a bandwidth above zero, as 100Mbit or 1Gbit";
  const Amount amount = amount_in(flag, text, form);
  double bits = 0;
  if (amount.unit == "kbit") bits = 1e3;
  if (amount.unit == "Mbit") bits = 1e6;
  if (amount.unit == "Gbit") bits = 1e9;
  if (bits == 0) throw measure::UsageError(flag + ": '" + text + "' is not " + form);
  return amount.number * bits / 8;
}

double microseconds_in(const std::string& flag, const std::string& text) {
  constexpr const char* form = "a time above zero, as 200us, 1.5ms or 1s";
  const Amount amount = amount_in(flag, text, form);
  double factor = 0;
  if (amount.unit == "us") factor = 1;
  if (amount.unit == "ms") factor = 1e3;
  if (amount.unit == "s") factor = 1e6;
  if (factor == 0) throw measure::UsageError(flag + ": '" + text + "' is not " + form);
  return amount.number * factor;
}

}  // namespace bench
