#include "provider/test_source.hpp"

#include "client/value.hpp"

#include <numeric>

namespace aida {
namespace {

constexpr std::size_t history_length = 11;  // as in SLAC's report
constexpr std::size_t history_max = 100'000;

Aida::Strings times_of(std::size_t count) {
  Aida::Strings times;
  times.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string seconds = std::to_string(100 + i % 60).substr(1);
    const std::string minutes = std::to_string(100 + i / 60 % 60).substr(1);
    const std::string hours = std::to_string(100 + i / 3600 % 24).substr(1);
    times.push_back("2004-07-27 " + hours + ':' + minutes + ':' + seconds);
  }
  return times;
}

Aida::Doubles readings_of(std::size_t count) {
  Aida::Doubles readings(count);
  for (std::size_t i = 0; i < count; ++i) readings[i] = 1.5 * static_cast<double>(i);
  return readings;
}

Datum longs(const std::string& name, const Parameters& parameters) {
  const CheckedParameters checked(name, parameters, {"count"});
  Aida::Longs longs(checked.count("count", 10, 0, longs_max));
  std::iota(longs.begin(), longs.end(), 0);
  return longs;
}

}  // namespace

TestSource::TestSource() {
  add("TEST:MAGNET1//BDES", Type::double_type, "a double that is always the same", [] { return Datum(42.5); });
  add("TEST:MAGNET1//NAME", Type::string_type, "a string", [] { return Datum(std::string("QUAD LI02 201")); });
  add("TEST:MAGNET1//IS_ON", Type::boolean_type, "a boolean", [] { return Datum(true); });
  add("TEST:MAGNET1//STATUS", Type::octet_type, "an octet", [] { return Datum(std::uint8_t{17}); });
  add("TEST:MAGNET1//UNIT", Type::short_type, "a short", [] { return Datum(std::int16_t{201}); });
  add("TEST:COUNTER//VALUE", Type::long_type, "a long", [] { return Datum(std::int32_t{4711}); });
  add("TEST:PULSE//ID", Type::longlong_type, "a long long", [] { return Datum(std::int64_t{1} << 40); });
  add("TEST:BPM1//X", Type::float_type, "a float", [] { return Datum(0.25F); });
  add("TEST:BPM1//SEEN", Type::booleans_type, "booleans", [] { return Datum(Aida::Booleans{true, false, true}); });
  add("TEST:BPM1//RAW", Type::octets_type, "octets", [] { return Datum(Aida::Octets{0, 127, 255}); });
  add("TEST:BPM1//GAINS", Type::shorts_type, "shorts", [] { return Datum(Aida::Shorts{-1, 0, 1}); });
  add("TEST:BPM1//PULSES", Type::longlongs_type, "long longs", [] { return Datum(Aida::LongLongs{1, 2, 3}); });
  add("TEST:BPM1//XS", Type::floats_type, "floats", [] { return Datum(Aida::Floats{0.25F, 0.5F}); });
  add("TEST:BPM1//YS", Type::doubles_type, "doubles", [] { return Datum(Aida::Doubles{0.125, 1e-9}); });
  add("TEST:BPM1//UNITS", Type::strings_type, "strings", [] { return Datum(Aida::Strings{"LI02", "LI03"}); });
  add("TEST:LONGS//VALUES", Type::longs_type, "longs from 0 on; count=N, up to 16000000 (10)", longs);
  add("TEST:ORBIT//TABLE", Type::table_type, "a table of times and doubles; count=N, up to 100000 (11)",
      [](const std::string& name, const Parameters& parameters) -> Datum {
        const CheckedParameters checked(name, parameters, {"count"});
        const std::size_t count = checked.count("count", history_length, 0, history_max);
        Value value;
        value.add("time", times_of(count)).add("reading", readings_of(count));
        return value.table();
      });
}

HistorySource::HistorySource() {
  add("HIST:ORBIT//HISTORY", Type::any_type, "a struct of times and doubles; count=N, up to 100000 (11)",
      [](const std::string& name, const Parameters& parameters) -> Datum {
        const CheckedParameters checked(name, parameters, {"count"});
        const std::size_t count = checked.count("count", history_length, 0, history_max);
        CORBA::Any any;
        any <<= Aida::History(times_of(count), readings_of(count));
        return any;
      });
  add("HIST:LONGS//VALUES", Type::longs_type, "longs from 0 on; count=N, up to 16000000 (10)", longs);
}

}  // namespace aida
