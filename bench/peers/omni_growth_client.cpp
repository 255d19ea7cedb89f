// omni_growth_client --objects FILE [--bindings N]: growth_client's turns with objects, by omniORB.

#include "growth_objects.hpp"
#include "measure/command_line.hpp"
#include "measure/turns.hpp"
#include "program.hpp"

#include <time.hh>

#include <algorithm>
#include <fstream>
#include <random>
#include <vector>

namespace {

constexpr unsigned random_seed = 2046;

int call(int argc, char** argv) {
  const CORBA::ORB_var orb = CORBA::ORB_init(argc, argv);
  std::string file;
  std::size_t bindings = 0;
  measure::CommandLine command_line("omni_growth_client --objects FILE [--bindings N]", "growth_client, by omniORB.");
  command_line.required("objects", file, "a file of references to TestReqReply, one a line")
      .count("bindings", bindings, "so many references to the last object of the file", 1'000'000);
  if (!command_line.parse(argc, argv)) return 0;

  std::vector<std::string> references;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) references.push_back(line);
  if (references.empty()) throw measure::UsageError("--objects: there is no reference in " + file);
  if (bindings != 0) references.assign(bindings, references.back());
  std::vector<TestReqReply_var> objects;
  for (const std::string& text : references) {
    const CORBA::Object_var object = orb->string_to_object(text.c_str());
    objects.emplace_back(TestReqReply::_unchecked_narrow(object));
  }
  const TestReqReply_var last = objects.back();
  std::mt19937 random(random_seed);
  std::shuffle(objects.begin(), objects.end(), random);
  const auto call_any = [&] { objects[random() % objects.size()]->test_no_param(); };
  const int status = measure::serve_turns({{"same", {[&] { last->test_no_param(); }}}, {"any", {call_any}}});
  objects.clear();
  orb->destroy();
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  return classic::run_program("omni_growth_client", [&] { return call(argc, argv); });
}
