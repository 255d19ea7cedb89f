// A program that can be inspected while it runs.
#include <dimma/corba.hpp>
#include <dimma/inspect.hpp>

#include <iostream>

int main() {
  std::vector<std::string> arguments{"--dimma-inspect", "unix"};
  const auto orb = CORBA::ORB_init(arguments);
  const bool is_served = dimma::inspect::serve(orb, "127.0.0.1:0").address().starts_with("127.0.0.1:");
  orb->destroy();
  if (is_served) std::cout << "inspected\n";
  return 0;
}
