#pragma once
// A description of the machine, to be printed with all figures.

#include <string>

namespace measure {

// "AMD EPYC 7B13, 2 processors, Linux 6.1.0, g++ 12.2.0 -O3, clock 23 ns a reading"
std::string describe_machine();

}  // namespace measure
