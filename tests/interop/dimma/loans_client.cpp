// dimma_loans_client --root IOR [--qos QOS] [--dimma-...]: checks a server of loans.idl.

#include "common/checks.hpp"
#include "common/program.hpp"
#include "dimma/client.hpp"

#include <dimma/binding.hpp>
#include <loans.hpp>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <thread>

namespace {

using checks::require_equal;

int check(int argc, char** argv) {
  const auto orb = CORBA::ORB_init(argc, argv);
  const program::Options options(argc, argv);
  int status = 1;
  {
    mapped::Bindings bindings(options.optional("--qos", ""));
    const auto mirror =
        bindings.through(IDL::traits<Lenders::Mirror>::narrow(orb->string_to_object(options.required("--root"))));
    checks::Checks checks(mapped::describe_exception);
    for (const std::size_t count : {0U, 1U, 1000U, 2'000'000U}) {
      checks.run("of " + std::to_string(count) + " octets", [&] {
        auto data = dimma::loan<std::uint8_t>(mirror, count);
        std::iota(data.begin(), data.end(), std::uint8_t{1});
        std::vector<std::uint8_t> expected(data.begin(), data.end());
        std::reverse(expected.begin(), expected.end());
        require_equal(mirror->reverse(std::move(data)).to_vector() == expected, true, "what came back");
      });
    }
    checks.run("of structs, inout and out", [&] {
      std::vector<Lenders::Reading> readings;
      for (int i = 0; i < 5; ++i) {
        const auto number = static_cast<std::int16_t>(i);
        readings.emplace_back(static_cast<std::uint8_t>(i), 2.0 * i, std::array<std::int16_t, 3>{number, -3, 4});
      }
      Lenders::Readings data = readings;
      Lenders::Octets channels;
      mirror->halve(data, channels);
      require_equal(data.size(), std::size_t{5}, "the elements");
      for (std::size_t i = 0; i < data.size(); ++i) {
        require_equal(data[i].value(), static_cast<double>(i), "a value");
        require_equal(data[i].rows()[0], static_cast<std::int16_t>(i), "a row");
        require_equal(static_cast<std::size_t>(channels[i]), i, "a channel");
      }
    });
    checks.run("with a bound", [&] { require_equal(mirror->sum(std::vector<double>{1, 2.5, 3, 4}), 10.5, "the sum"); });
    checks.run("by a oneway", [&] {
      mirror->note(std::vector<std::uint8_t>(1234));
      // A server may begin the next request before the oneway has ended.
      const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(10);
      while (mirror->noted() == 0 && std::chrono::steady_clock::now() < until) std::this_thread::yield();
      require_equal(mirror->noted(), std::uint32_t{1234}, "what was noted");
    });
    status = checks.finish();
  }
  orb->destroy();
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  return mapped::run_client("loans", [&] { return check(argc, argv); });
}
