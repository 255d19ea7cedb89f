#pragma once
// Decides who is let in if a token is asked for: programs that show it, and browsers that have shown it.

#include <string>
#include <string_view>

namespace dimma::inspect {

// Takes as long wherever two texts of one length differ.
bool is_same_secret(std::string_view given, std::string_view secret) noexcept;

// The token that a file holds, without the blanks around it. Throws std::invalid_argument, which says why it is none:
// the file can be read by others, or belongs to another user, or the token is short or has octets that no header has.
// No text has the token in it.
std::string read_token(const std::string& file);

// Why the text is no token; empty for one that is.
std::string fault_of_token(std::string_view token);

class Guard {
 public:
  // The cookie has the port in its name: a browser has one set of cookies for all ports of a host.
  Guard(std::string token, bool has_tls, unsigned port);

  // Decides by the request's headers of these names; empty: it has none.
  bool admits(std::string_view authorization, std::string_view cookies) const noexcept;
  bool is_token(std::string_view given) const noexcept { return is_same_secret(given, token_); }
  // True if the login's form, "token=...", has the token.
  bool is_token_in_form(std::string_view form) const;
  // The header Set-Cookie that lets a browser in until this process ends.
  std::string cookie() const;

 private:
  const std::string token_;
  const std::string cookie_name_;
  const std::string session_;  // random
  const bool has_tls_;
};

}  // namespace dimma::inspect
