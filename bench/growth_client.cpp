// growth_client --objects FILE [--operations N | --bindings N]: takes turns (measure/turns.hpp) calling a
// growth_server, or another ORB's server that writes such a file:
//   "same"  always calls the last object, or operation
//   "any"   calls an object, operation or binding that is chosen at random among all, or among 1,000 that are spread
//           evenly over all

#include "common/references.hpp"
#include "common/run_program.hpp"
#include "growth_objects.hpp"
#include "measure/turns.hpp"

#include <dimma/binding.hpp>
#include <dimma/generated/call.hpp>
#include <time.hpp>

#include <algorithm>
#include <fstream>
#include <functional>
#include <random>
#include <vector>

namespace {

constexpr unsigned random_seed = 2046;

using Bindings = std::vector<dimma::Binding<TestReqReply>>;

// Random order avoids the worst case of a cache, in which each element is used when it is just about to be evicted.
template <class Element>
void shuffle(std::vector<Element>& all, std::mt19937& random) {
  std::shuffle(all.begin(), all.end(), random);
}

int serve_turns(const std::function<void()>& same, const std::function<void()>& any) {
  return measure::serve_turns({{"same", {same}}, {"any", {any}}});
}

// Calls operations by their names, as a stub does.
int call_operations(const TestReqReply& object, std::size_t count) {
  std::vector<std::string> names;
  const std::size_t step = std::max<std::size_t>(count / bench::called_max, 1);
  for (std::size_t i = 0; i < count; i += step) names.push_back(bench::operation_name(i));
  const std::string last_name = bench::operation_name(count - 1);
  std::vector<dimma::Operation> operations;
  for (const std::string& name : names) operations.push_back({.name = name});
  std::mt19937 random(random_seed);
  shuffle(operations, random);
  const dimma::Operation last{.name = last_name};
  const auto call = [&object](const dimma::Operation& operation) {
    dimma::call(object, operation, dimma::no_values, dimma::no_values);
  };
  return serve_turns([&] { call(last); }, [&] { call(operations[random() % operations.size()]); });
}

int call_objects(const Bindings& bindings) {
  std::vector<IDL::traits<TestReqReply>::ref_type> objects;
  for (const auto& binding : bindings) objects.push_back(binding.reference());
  const auto last = objects.back();
  std::mt19937 random(random_seed);
  shuffle(objects, random);
  return serve_turns([&] { last->test_no_param(); }, [&] { objects[random() % objects.size()]->test_no_param(); });
}

Bindings bind_all(const IDL::traits<CORBA::ORB>::ref_type& orb, const std::string& file, std::size_t count) {
  std::vector<std::string> references;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) references.push_back(line);
  if (references.empty()) throw measure::UsageError("--objects: there is no reference in " + file);
  // With --bindings, all bindings are to one object, so that the server's look-ups do not depend on their number.
  if (count != 0) references.assign(count, references.back());
  const auto qos = dimma::EngineeringQoS::parse("transport=tcp");
  Bindings bindings;
  for (const std::string& text : references) {
    const auto object = orb->string_to_object(text);
    bindings.push_back(dimma::bind(dimma::narrow_unchecked<TestReqReply>(object), qos));
  }
  return bindings;
}

int run(int argc, char** argv) {
  const auto orb = init_orb(argc, argv);
  std::string file;
  std::size_t operations = 0;
  std::size_t bindings = 0;
  measure::CommandLine command_line(
      "growth_client --objects FILE [--operations N | --bindings N]",
      "The client of dimma-bench growth: calls objects, operations or bindings in turns.");
  command_line.required("objects", file, "a file of references to TestReqReply, one a line")
      .count("operations", operations, "the object has so many operations")
      .count("bindings", bindings, "so many bindings to the last object of the file", 1'000'000);
  if (!command_line.parse(argc, argv)) return 0;
  if (operations != 0 && bindings != 0) throw measure::UsageError("--operations and --bindings exclude each other");
  int status = 0;
  {
    const Bindings all = bind_all(orb, file, bindings);
    status = operations != 0 ? call_operations(*all.front(), operations) : call_objects(all);
  }
  orb->destroy();
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  return run_program("growth_client", [&] { return run(argc, argv); });
}
