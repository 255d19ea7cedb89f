#include "report/units.hpp"

#include "measure/command_line.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <string_view>

namespace bench {
namespace {

struct Unit {
  std::string_view name;
  double factor;
};
constexpr Unit octet_units[] = {{"", 1}, {"k", 1 << 10}, {"M", 1 << 20}, {"G", 1 << 30}};
constexpr Unit bandwidth_units[] = {{"kbit", 1e3 / 8}, {"Mbit", 1e6 / 8}, {"Gbit", 1e9 / 8}};
constexpr Unit time_units[] = {{"us", 1}, {"ms", 1e3}, {"s", 1e6}, {"min", 60e6}};

// Converts a number above zero, followed by one of the units, to the number times the unit's factor.
template <std::size_t Count>
double amount_in(const std::string& flag, const std::string& text, const char* form, const Unit (&units)[Count]) {
  const char* const end = text.data() + text.size();
  double number = 0;
  const auto read = std::from_chars(text.data(), end, number);
  const std::string_view name(read.ptr, static_cast<std::size_t>(end - read.ptr));
  const auto unit = std::find_if(std::begin(units), std::end(units), [&](const Unit& one) { return one.name == name; });
  if (read.ec != std::errc{} || !std::isfinite(number) || !(number > 0) || unit == std::end(units)) {
    throw measure::UsageError(flag + ": '" + text + "' is not " + form);
  }
  return number * unit->factor;
}

}  // namespace

std::size_t octets_in(const std::string& flag, const std::string& text) {
  constexpr const char* form = "a size above zero, as 4096, 64k, 64M or 1G";
  const double octets = amount_in(flag, text, form, octet_units);
  if (octets < 1 || octets > 1e15) throw measure::UsageError(flag + ": '" + text + "' is not " + form);
  return static_cast<std::size_t>(octets);
}

double octets_per_s_in(const std::string& flag, const std::string& text) {
  return amount_in(flag, text, "a bandwidth above zero, as 100Mbit or 1Gbit", bandwidth_units);
}

double microseconds_in(const std::string& flag, const std::string& text) {
  return amount_in(flag, text, "a time above zero, as 200us, 1.5ms or 1s", time_units);
}

}  // namespace bench
