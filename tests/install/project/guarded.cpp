// A program with TLS, by the component `tls`.

#include <dimma/exception.hpp>
#include <dimma/orb.hpp>
#include <dimma/tls.hpp>

#include <iostream>

int main(int argc, char* argv[]) {
  const auto orb = CORBA::ORB_init(argc, argv);
  try {
    dimma::tls::set_credentials(orb, "", {.authorities = "/nowhere"});
  } catch (const CORBA::BAD_PARAM& refused) {
    std::cout << "guarded: " << refused._detail() << '\n';
  }
  orb->destroy();
  return 0;
}
