// Code that a user may write: no flag of dimma's may make the compiler reject it.

#include <dimma/orb.hpp>
#include <dimma/version.hpp>

#include <iostream>

struct Shape {
  virtual int area(int width) { return width * 2.5; }
};

struct Square : Shape {
  int area(int width) {
    int unused;
    int none[0];
    for (unsigned width = 0; width < (unsigned)sizeof(none); ++width) std::cout << width;
    return width * width;
  };
};

int main(int argc, char* argv[]) {
  auto orb = CORBA::ORB_init(argc, argv);
  orb->destroy();
  std::cout << "as sloppy as ever: " << Square().area(2) << ", "
            << (dimma::linked_version().text == std::string(DIMMA_VERSION_STRING)) << '\n';
}
