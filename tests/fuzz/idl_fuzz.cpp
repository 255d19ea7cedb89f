// The IDL compiler's front end: preprocessor, lexer, parser and checker, with files in memory only.
#include <cstddef>
#include <cstdint>
#include <string>

#include "idl/parse/front.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace dimma::idl;
  const std::string text(reinterpret_cast<const char*>(data), size);
  MemoryReader reader;
  reader.add("input.idl", text);
  reader.add("guarded.idl", "#ifndef G\n#define G\n#pragma prefix \"g\"\nmodule G { typedef long T; };\n#endif\n");
  reader.add("open.idl", "#if 1\nmodule Open {\n");
  SourceFiles files;
  Diagnostics diagnostics(files);
  try {
    read_specification("input.idl", reader, {}, files, diagnostics);
  } catch (const TooManyErrors&) {
  }
  // The messages quote the input, so they are rendered too.
  if (diagnostics.render_all().empty() && diagnostics.has_errors()) __builtin_trap();
  return 0;
}
