#pragma once
// The text of names.txt, which CMake compiles in.

namespace dimma::tools::port {

const char* names_text();

}  // namespace dimma::tools::port
