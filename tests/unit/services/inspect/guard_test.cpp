#include "services/inspect/http/guard.hpp"

#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <stdexcept>

namespace dimma::inspect {

namespace {

const std::string token = "0123456789abcdef-+/%&=";

TEST(InspectGuard, ComparesWholeSecrets) {
  EXPECT_TRUE(is_same_secret("abc", "abc"));
  for (const char* const other : {"", "ab", "abcd", "abd", "Abc"}) EXPECT_FALSE(is_same_secret(other, "abc")) << other;
}

TEST(InspectGuard, AdmitsRequestsThatShowTheToken) {
  const Guard guard(token, true, 8680);
  for (const std::string scheme : {"Bearer ", "bearer ", "BEARER   "}) {
    EXPECT_TRUE(guard.admits(scheme + token, {})) << scheme;
  }
  const std::string others[] = {"",
                                token,
                                "Bearer",
                                "Bearer ",
                                "Basic " + token,
                                "Bearer x" + token,
                                "Bearer " + token + "x",
                                "Bearer " + token.substr(1)};
  for (const std::string& shown : others) {
    EXPECT_FALSE(guard.admits(shown, {})) << shown;
  }
}

TEST(InspectGuard, AdmitsABrowserByItsCookie) {
  const Guard guard(token, true, 8680);
  const std::string cookie = guard.cookie();
  EXPECT_TRUE(cookie.ends_with("; Path=/; HttpOnly; SameSite=Strict; Secure")) << cookie;
  EXPECT_EQ(cookie.find(token), std::string::npos);
  const std::string pair = cookie.substr(0, cookie.find(';'));
  EXPECT_TRUE(pair.starts_with("__Host-dimma-8680=")) << pair;
  EXPECT_TRUE(guard.admits({}, pair));
  EXPECT_TRUE(guard.admits({}, "a=b; " + pair + "; c=d"));
  const std::string value = pair.substr(pair.find('=') + 1);
  for (const std::string& shown : {value, "a=" + value, pair.substr(0, pair.size() - 1), pair + "0", ";" + pair + "x",
                                   std::string("__Host-dimma-8680="), std::string("__Host-dimma-8680")}) {
    EXPECT_FALSE(guard.admits({}, shown)) << shown;
  }
  EXPECT_FALSE(Guard(token, true, 8680).admits({}, pair));  // another process's
  EXPECT_EQ(Guard(token, false, 1).cookie().find("Secure"), std::string::npos);
}

TEST(InspectGuard, ReadsTheFormOfTheLogin) {
  const Guard guard(token, true, 8680);
  EXPECT_TRUE(guard.is_token_in_form("token=0123456789abcdef-%2B%2f%25%26%3D"));
  EXPECT_TRUE(guard.is_token_in_form("token=+0123456789abcdef-%2B%2F%25%26%3D%0D%0A&other=1"));
  for (const char* const form :
       {"", "token=", "token", "token=%", "token=%2", "token=%zz", "x=1", "token=0123456789abcdef-+/%&="}) {
    EXPECT_FALSE(guard.is_token_in_form(form)) << form;
  }
}

class TokenFile : public testing::Test {
 protected:
  ~TokenFile() override { ::unlink(path_.c_str()); }
  void write(const std::string& text, mode_t mode = 0600) {
    ::unlink(path_.c_str());
    std::ofstream(path_) << text;
    ::chmod(path_.c_str(), mode);
  }
  std::string refusal() const {
    try {
      read_token(path_);
    } catch (const std::invalid_argument& wrong) {
      return wrong.what();
    }
    return {};
  }

  const std::string path_ = testing::TempDir() + "token-" + std::to_string(::getpid());
};

TEST_F(TokenFile, IsReadWithoutItsBlanks) {
  write(" " + token + "\r\n");
  EXPECT_EQ(read_token(path_), token);
  write(token, 0400);
  EXPECT_EQ(read_token(path_), token);
}

TEST_F(TokenFile, IsRefusedWhereOthersHaveIt) {
  for (const mode_t mode : {0640U, 0604U, 0620U, 0602U, 0666U}) {
    write(token, mode);
    EXPECT_NE(refusal().find("chmod 600"), std::string::npos) << mode << refusal();
  }
}

TEST_F(TokenFile, IsRefusedForWhatIsNoToken) {
  for (const std::string& text : {std::string(), std::string("\n"), std::string("short"), std::string(1025, 'x'),
                                  std::string(5000, 'x'), token + " " + token, token + "\x80", token + '\0' + token}) {
    write(text);
    EXPECT_NE(refusal().find("a token has"), std::string::npos) << refusal();
    EXPECT_EQ(refusal().find(token), std::string::npos) << "the token is told";
  }
  ::unlink(path_.c_str());
  EXPECT_NE(refusal().find("No such file"), std::string::npos) << refusal();
  EXPECT_THROW(read_token(testing::TempDir()), std::invalid_argument);
}

}  // namespace

}  // namespace dimma::inspect
