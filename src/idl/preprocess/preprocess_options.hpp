// The options of a preprocessing run.
#pragma once

#include <string>
#include <vector>

namespace dimma::idl {

struct PreprocessOptions {
  std::vector<std::string> include_directories;
  // The folder of the IDL that comes with the compiler (IOP.idl, CosNaming.idl, ...); empty if there is none. Searched
  // last, and also with other ORBs' names of the files: <tao/IOP.pidl>, <COS/CosNaming.idl>.
  std::string own_directory;
  // In the order of the command line: NAME or NAME=TEXT for "-D", NAME for "-U".
  struct MacroOption {
    bool define = true;
    std::string text;
  };
  std::vector<MacroOption> macros;
};

}  // namespace dimma::idl
