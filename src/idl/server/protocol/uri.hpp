// Converts the URIs by which clients of the language server name files: file:///home/me/time.idl (RFC 8089).
#pragma once

#include <string>
#include <string_view>

namespace dimma::idl {

// Returns the path of a file: URI; any other URI, such as untitled:Untitled-1, is returned unchanged.
std::string path_of_uri(std::string_view uri);

// Returns the file: URI of an absolute path. Inverse of path_of_uri(): other URIs are returned unchanged.
std::string uri_of_path(std::string_view path);

}  // namespace dimma::idl
