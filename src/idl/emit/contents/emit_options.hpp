// Options for the names of the generated files, and for their contents.
#pragma once

#include <string>
#include <vector>

namespace dimma::idl {

// Which files of the classic mapping have the code for Any and TypeCode.
enum class AnyCode { None, InStubFiles, InOwnFiles };

// Options of the classic mapping.
struct ClassicEmitOptions {
  bool combines_files = false;      // skeletons are in the files of the stubs
  bool keeps_include_paths = true;  // included headers are named by the paths of their IDL files
  // The namespaces in which the modules are defined; using-directives bring them into the global namespace.
  std::vector<std::string> enclosing = {};
  AnyCode any_code = AnyCode::InStubFiles;
  std::string any_header_suffix = "A.h";  // unless the files of stubs and skeletons are combined
  std::string any_source_suffix = "A.cpp";

  // Returns true if the stub header declares the constants and operators. The constants of classes are always there.
  bool stub_header_has_any_code() const {
    return any_code == AnyCode::InStubFiles || (any_code == AnyCode::InOwnFiles && combines_files);
  }
};

struct EmitOptions {
  std::string output_directory = ".";
  std::string stub_header_suffix = ".hpp";
  std::string stub_source_suffix = ".cpp";
  std::string skeleton_header_suffix = "_skel.hpp";
  std::string skeleton_source_suffix = "_skel.cpp";
  bool skeletons = true;  // generate the skeleton files
  bool servants = false;  // generate servants for the user to complete
  std::string servant_header_suffix = "_impl.hpp";
  std::string servant_source_suffix = "_impl.cpp";
  bool asynchronous = false;  // generate the header with CORBA::amic_traits
  std::string asynchronous_header_suffix = "_ami.hpp";
  bool completion_tokens = false;  // generate async_ operations in stubs
  bool deferred = false;           // generate skeletons with deferred replies
  std::string deferred_header_suffix = "_deferred.hpp";
  std::string deferred_source_suffix = "_deferred.cpp";
  bool awaitable = false;  // generate skeletons with coroutines
  std::string awaitable_header_suffix = "_asio.hpp";
  bool stream_operators = false;  // generate operator<< for sequences, arrays and maps
  bool write_comparison = false;  // generate operator== for structs whose members have one
  ClassicEmitOptions classic;
};

}  // namespace dimma::idl
