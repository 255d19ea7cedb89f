// Compiled as an application's file is, because the classic stubs of the naming service are.

#include <omniORB4/omniURI.h>

#include <array>
#include <cctype>
#include <string>

namespace omni {

namespace {

// Reads the components of a stringified name.
class NameReader {
 public:
  explicit NameReader(const char* text) : at_(text == nullptr ? "" : text) {}

  bool read(std::string& id, std::string& kind) {
    id = read_part();
    kind.clear();
    const bool has_kind = *at_ == '.';
    if (has_kind) {
      ++at_;
      kind = read_part();
    }
    const bool is_empty = id.empty() && kind.empty();
    if (*at_ == '.' || (is_empty && !has_kind) || (has_kind && kind.empty() && !id.empty())) return false;
    return !is_escape_wrong_;
  }

  // Returns true if another component follows.
  bool next() {
    if (*at_ == '\0') return false;
    ++at_;
    return true;
  }

 private:
  std::string read_part() {
    std::string part;
    for (; *at_ != '\0' && *at_ != '.' && *at_ != '/'; ++at_) {
      if (*at_ == '\\') {
        ++at_;
        if (*at_ != '.' && *at_ != '/' && *at_ != '\\') {
          is_escape_wrong_ = true;
          return part;
        }
      }
      part += *at_;
    }
    return part;
  }

  const char* at_;
  bool is_escape_wrong_ = false;
};

void append_escaped(std::string& text, const char* part) {
  for (; *part != '\0'; ++part) {
    if (*part == '.' || *part == '/' || *part == '\\') text += '\\';
    text += *part;
  }
}

// Escapes what a URL may not contain (RFC 2396; CosNaming 1.3, 2.5.3.5).
void append_for_url(std::string& url, const std::string& text) {
  constexpr std::array<char, 16> digits = {'0', '1', '2', '3', '4', '5', '6', '7',
                                           '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};
  const std::string kept = ";/:?@&=+$,-_.!~*'()";
  for (const char each : text) {
    const auto octet = static_cast<unsigned char>(each);
    if ((octet < 0x80 && std::isalnum(octet) != 0) || kept.find(each) != std::string::npos) {
      url += each;
    } else {
      url += '%';
      url += digits[octet >> 4];
      url += digits[octet & 0xf];
    }
  }
}

}  // namespace

CosNaming::Name* omniURI::stringToName(const char* text) {
  CosNaming::Name_var name = new CosNaming::Name;
  NameReader reader(text);
  do {
    std::string id;
    std::string kind;
    if (!reader.read(id, kind)) throw CosNaming::NamingContext::InvalidName();
    const CORBA::ULong length = name->length();
    name->length(length + 1);
    name[length].id = id.c_str();
    name[length].kind = kind.c_str();
  } while (reader.next());
  return name._retn();
}

char* omniURI::nameToString(const CosNaming::Name& name) {
  if (name.length() == 0) throw CosNaming::NamingContext::InvalidName();
  std::string text;
  for (CORBA::ULong i = 0; i != name.length(); ++i) {
    if (i != 0) text += '/';
    const char* const id = name[i].id;
    const char* const kind = name[i].kind;
    append_escaped(text, id);
    if (*kind != '\0' || *id == '\0') text += '.';
    append_escaped(text, kind);
  }
  return CORBA::string_dup(text.c_str());
}

char* omniURI::addrAndNameToURI(const char* address, const char* name) {
  const std::string at = address == nullptr ? "" : address;
  if (at.find(':') == std::string::npos) throw CosNaming::NamingContextExt::InvalidAddress();
  std::string url = "corbaname:" + at;
  const std::string text = name == nullptr ? "" : name;
  if (!text.empty()) {
    const CosNaming::Name_var checked = stringToName(name);
    url += '#';
    append_for_url(url, text);
  }
  return CORBA::string_dup(url.c_str());
}

}  // namespace omni
