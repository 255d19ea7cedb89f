// Converts the URIs by which a language server's clients name files: file:///home/me/time.idl (RFC 8089).
#pragma once

#include <string>
#include <string_view>

namespace dimma::idl {

// Returns the path of a file: URI; for any other, such as untitled:Untitled-1, the URI itself.
std::string path_of_uri(std::string_view uri);

// Returns the file: URI of an absolute path; for a path that path_of_uri() made from another URI, that URI.
std::string uri_of_path(std::string_view path);

}  // namespace dimma::idl
