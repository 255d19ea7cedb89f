#pragma once
// Decides which clients are admitted if a token is required: programs that send the token, and browsers that have sent
// it.

#include <string>
#include <string_view>

namespace dimma::inspect {

// Compares in a time that depends only on the lengths.
bool is_same_secret(std::string_view given, std::string_view secret) noexcept;

// Returns the token in a file, without surrounding blanks. Throws std::invalid_argument, which explains the error:
// other users can read the file or own it, or the token is too short or has octets that a header cannot contain. The
// message never contains the token.
std::string read_token(const std::string& file);

// Returns the reason why a text cannot be a token; empty if it can.
std::string fault_of_token(std::string_view token);

class Guard {
 public:
  // The port is part of the cookie's name, since browsers share cookies between all ports of a host.
  Guard(std::string token, bool has_tls, unsigned port);

  // Decides by the request's Authorization and Cookie headers. An argument is empty if there is no such header.
  bool admits(std::string_view authorization, std::string_view cookies) const noexcept;
  bool is_token(std::string_view given) const noexcept { return is_same_secret(given, token_); }
  // Returns true if the login form, "token=...", contains the token.
  bool is_token_in_form(std::string_view form) const;
  // Returns a Set-Cookie header that admits the browser until this process ends.
  std::string cookie() const;

 private:
  const std::string token_;
  const std::string cookie_name_;
  const std::string session_;  // random text
  const bool has_tls_;
};

}  // namespace dimma::inspect
