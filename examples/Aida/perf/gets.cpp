#include "perf/gets.hpp"

#include "measure/clock.hpp"

#include <memory>
#include <stdexcept>

namespace perf {
namespace {

constexpr const char* a_double = "TEST:MAGNET1//BDES";
constexpr const char* a_long = "TEST:COUNTER//VALUE";
constexpr const char* a_table = "TEST:ORBIT//TABLE";
constexpr const char* a_history = "HIST:ORBIT//HISTORY";
constexpr const char* history_longs = "HIST:LONGS//VALUES";

// Keeps the compiler from removing the result of a get.
volatile double last_seen = 0;

template <class T>
Get simple_get(aida::Access& access, const char* name) {
  return [&access, name] { last_seen = static_cast<double>(access.get<T>(name)); };
}

std::shared_ptr<aida::Reference> reference(aida::Access& access, const std::string& name,
                                           const dimma::EngineeringQoS& qos) {
  return std::make_shared<aida::Reference>(access.reference(name, qos));
}

template <class T>
Get ref_get(aida::Access& access, const dimma::EngineeringQoS& qos, const char* name) {
  return [to = reference(access, name, qos)] { last_seen = static_cast<double>(to->get<T>()); };
}

Get ref_get_value(aida::Access& access, const dimma::EngineeringQoS& qos) {
  return [to = reference(access, a_table, qos)] {
    const aida::Value value(to->get<Aida::Table>());
    last_seen = static_cast<double>(value.to_string().size());
  };
}

Get ref_get_struct(aida::Access& access, const dimma::EngineeringQoS& qos) {
  return [to = reference(access, a_history, qos)] {
    Aida::History history;
    if (!(to->get<CORBA::Any>() >>= history)) throw std::runtime_error("the any has no history");
    last_seen = history.readings().back();
  };
}

}  // namespace

const std::vector<GetTest>& get_tests() {
  static const std::vector<GetTest> tests = {
      {1, "simple get double", 2.5, [](auto& access, const auto&) { return simple_get<double>(access, a_double); }},
      {2, "simple get long", 2.5, [](auto& access, const auto&) { return simple_get<std::int32_t>(access, a_long); }},
      {3, "ref.get double", 1.6, [](auto& access, const auto& qos) { return ref_get<double>(access, qos, a_double); }},
      {4, "ref.get long", 1.6,
       [](auto& access, const auto& qos) { return ref_get<std::int32_t>(access, qos, a_long); }},
      {5, "ref.get DaValue", 4.5, ref_get_value},
      {6, "ref.get struct by Any", 3.0, ref_get_struct},
  };
  return tests;
}

const GetTest& get_test(int number) { return get_tests().at(static_cast<std::size_t>(number - 1)); }

Get ref_get_longs(aida::Access& access, const dimma::EngineeringQoS& qos, const std::string& name, std::size_t count) {
  return
      [to = reference(access, name, qos), parameters = aida::parameters_of({"count=" + std::to_string(count)}), count] {
        const Aida::Longs longs = to->get<Aida::Longs>(parameters);
        if (longs.size() != count) throw std::runtime_error("another number of longs came");
        last_seen = longs.back();
      };
}

Get ref_get_any(aida::Access& access, const dimma::EngineeringQoS& qos, const std::string& name) {
  return [to = reference(access, name, qos)] { to->get<CORBA::Any>(); };
}

Get ref_get_alternating(aida::Access& access, const dimma::EngineeringQoS& qos) {
  return [one = ref_get<double>(access, qos, a_double), other = ref_get_longs(access, qos, history_longs, 10)] {
    one();
    other();
  };
}

void repeat(Run& run, const Get& get, std::size_t iterations) {
  run.times_us.reserve(run.times_us.size() + iterations);
  std::uint64_t before = measure::now_ns();
  for (std::size_t i = 0; i < iterations; ++i) {
    get();
    const std::uint64_t after = measure::now_ns();
    run.times_us.push_back(static_cast<double>(after - before) / 1e3);
    before = after;
  }
}

Run run_of(const std::string& name, const std::function<Get()>& make, std::size_t iterations) {
  Run run;
  run.name = name;
  const std::uint64_t before = measure::now_ns();
  const Get get = make();
  get();
  run.first_us = static_cast<double>(measure::now_ns() - before) / 1e3;
  run.start_s = now_s();
  repeat(run, get, iterations);
  return run;
}

}  // namespace perf
