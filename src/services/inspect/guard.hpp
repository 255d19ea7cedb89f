#pragma once
// Decides who is admitted if a token is required: programs that send it, and browsers that have sent it.

#include <string>
#include <string_view>

namespace dimma::inspect {

// Takes the same time for all texts of one length, wherever they differ.
bool is_same_secret(std::string_view given, std::string_view secret) noexcept;

// Returns the token in a file, without the blanks around it. Throws std::invalid_argument, which says why it is not
// valid: the file can be read by others, or belongs to another user, or the token is short or has octets that no header
// can have. No text contains the token.
std::string read_token(const std::string& file);

// Returns the reason for which a text is not a token; empty for one that is.
std::string fault_of_token(std::string_view token);

class Guard {
 public:
  // The cookie has the port in its name, since a browser has one set of cookies for all ports of a host.
  Guard(std::string token, bool has_tls, unsigned port);

  // Decides by the request's headers of these names; empty: it has no such header.
  bool admits(std::string_view authorization, std::string_view cookies) const noexcept;
  bool is_token(std::string_view given) const noexcept { return is_same_secret(given, token_); }
  // Returns true if the login's form, "token=...", has the token.
  bool is_token_in_form(std::string_view form) const;
  // Returns the header Set-Cookie with which a browser is admitted until this process ends.
  std::string cookie() const;

 private:
  const std::string token_;
  const std::string cookie_name_;
  const std::string session_;  // random
  const bool has_tls_;
};

}  // namespace dimma::inspect
