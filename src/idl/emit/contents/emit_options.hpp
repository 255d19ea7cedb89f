// Options for the names of the generated files, and for their contents.
#pragma once

#include <string>

namespace dimma::idl {

struct EmitOptions {
  std::string output_directory = ".";
  std::string stub_header_suffix = ".hpp";
  std::string stub_source_suffix = ".cpp";
  std::string skeleton_header_suffix = "_skel.hpp";
  std::string skeleton_source_suffix = "_skel.cpp";
  bool skeletons = true;  // false: no skeleton files
  bool servants = false;  // also skeleton implementations of servants
  std::string servant_header_suffix = "_impl.hpp";
  std::string servant_source_suffix = "_impl.cpp";
  bool asynchronous = false;  // also the header with CORBA::amic_traits
  std::string asynchronous_header_suffix = "_ami.hpp";
  bool completion_tokens = false;  // async_ operations of stubs
  bool deferred = false;           // also skeletons of servants that reply later
  std::string deferred_header_suffix = "_deferred.hpp";
  std::string deferred_source_suffix = "_deferred.cpp";
  bool awaitable = false;  // also those of servants that are coroutines
  std::string awaitable_header_suffix = "_asio.hpp";
  bool stream_operators = false;  // also operator<< of sequences, arrays and maps
  bool write_comparison = false;  // operator== for structs whose members have one
};

}  // namespace dimma::idl
