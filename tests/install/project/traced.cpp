// A program whose spans go to a collector, and that can be inspected, which needs many of the same libraries.
#include <dimma/corba.hpp>
#include <dimma/inspect.hpp>
#include <dimma/trace.hpp>

#include <iostream>

int main() {
  std::vector<std::string> arguments{"--dimma-trace-endpoint", "http://127.0.0.1:9/v1/traces", "--dimma-inspect",
                                     "unix"};
  const auto orb = CORBA::ORB_init(arguments);  // fails if the exporter is not linked
  const bool is_empty = dimma::trace::take_spans(orb).empty();
  orb->destroy();
  if (is_empty) std::cout << "traced\n";
  return 0;
}
