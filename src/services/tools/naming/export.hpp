#pragma once
// The format of exported files: JSON, one object per line.
//
//   {"format":"dimma-naming","version":1}                                   the first line
//   {"name":"a","type":"context"}                                           a context of the service
//   {"name":"a/b.kind","type":"object","reference":"IOR:..."}               an object, or "nil"
//   {"name":"a/loop","type":"context","same_as":"a"}                        another name of a context ("/": the start)
//   {"name":"a/other","type":"context","reference":"IOR:..."}               a context of another service
//   {"end":4}                                                               the last line: the number of lines between
//
// Names are relative to the exported context, and in the form of the commands. A context precedes its contents.

#include <string>
#include <string_view>

namespace dimma::tools::naming {

inline constexpr std::string_view export_format = "dimma-naming";
inline constexpr int export_version = 1;

}  // namespace dimma::tools::naming
