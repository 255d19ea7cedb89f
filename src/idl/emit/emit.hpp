// The back end of dimma-idl: turns a checked specification into C++ source text of the IDL-to-C++11 mapping.
#pragma once

#include <string>
#include <vector>

#include "idl/text/diagnostics.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl {

struct EmitOptions {
  std::string output_directory = ".";
  std::string stub_header_suffix = ".hpp";
  std::string stub_source_suffix = ".cpp";
  std::string skeleton_header_suffix = "_skel.hpp";
  std::string skeleton_source_suffix = "_skel.cpp";
  bool skeletons = true;  // false: no skeleton files
  bool servants = false;  // servants to begin with too
  std::string servant_header_suffix = "_impl.hpp";
  std::string servant_source_suffix = "_impl.cpp";
  bool asynchronous = false;  // the header with CORBA::amic_traits too
  std::string asynchronous_header_suffix = "_ami.hpp";
  bool completion_tokens = false;  // async_ operations of stubs
  bool deferred = false;           // skeletons of servants that reply later too
  std::string deferred_header_suffix = "_deferred.hpp";
  std::string deferred_source_suffix = "_deferred.cpp";
  bool awaitable = false;  // those of servants that are coroutines too
  std::string awaitable_header_suffix = "_asio.hpp";
  bool stream_operators = false;  // operator<< of sequences, arrays and maps too
  bool write_comparison = false;  // operator== for structs whose members have one
};

struct OutputFile {
  std::string path;  // output directory, the input's stem, suffix
  std::string text;
  bool is_begun = false;  // continued by the user: not to be overwritten
};

// The generated files: stub header and source, then skeleton header and source if asked for. Writes nothing itself. A
// feature of the language that the emitter does not support yet is reported as an error at its place; the result is
// then empty.
std::vector<OutputFile> emit(const Specification& specification, const EmitOptions& options, Diagnostics& diagnostics);

}  // namespace dimma::idl
