// The names by which clients of the language server call files: file:///home/me/time.idl (RFC 8089).
#pragma once

#include <string>
#include <string_view>

namespace dimma::idl {

// The path of a file: URI; of any other, such as untitled:Untitled-1, the URI itself.
std::string path_of_uri(std::string_view uri);

// The file: URI of an absolute path; of one that path_of_uri() gave for another URI, that URI.
std::string uri_of_path(std::string_view path);

}  // namespace dimma::idl
