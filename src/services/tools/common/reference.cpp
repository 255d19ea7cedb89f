#include "services/tools/common/reference.hpp"

#include "services/tools/common/command.hpp"
#include "services/tools/common/words.hpp"

#include <dimma/messaging.hpp>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <string_view>

namespace dimma::tools {

namespace {

bool begins_like_a_reference(std::string_view text) {
  constexpr std::string_view schemes[] = {"ior:", "corbaloc:", "corbaname:", "http:", "ftp:"};
  return std::any_of(std::begin(schemes), std::end(schemes), [text](std::string_view scheme) {
    return text.size() >= scheme.size() &&
           std::equal(scheme.begin(), scheme.end(), text.begin(),
                      [](char small, char given) { return small == std::tolower(static_cast<unsigned char>(given)); });
  });
}

std::string without_blanks(const std::string& text) {
  constexpr const char* blanks = " \t\r\n";
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string read_all(std::istream& in, const std::string& name) {
  constexpr std::size_t octets_max = 16 << 20;
  std::string text;
  char block[65536];
  while (in.read(block, sizeof block) || in.gcount() > 0) {
    text.append(block, static_cast<std::size_t>(in.gcount()));
    if (text.size() > octets_max) throw UsageError(name + " contains more than 16 MiB, which is not a reference");
  }
  text = without_blanks(text);
  if (text.empty()) throw UsageError(name + " contains no reference");
  return text;
}

}  // namespace

std::string reference_text(const std::string& given) {
  if (given == "-") return read_all(std::cin, "standard input");
  const std::string text = without_blanks(given);
  if (begins_like_a_reference(text)) return text;
  const std::string path = given.starts_with("file://") ? given.substr(std::strlen("file://")) : given;
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    const std::string reason = std::strerror(errno);
    if (path != given) throw UsageError(path + ": " + reason);
    throw UsageError("'" + printable(given) +
                     "' is neither a reference (IOR:, corbaloc:, corbaname:) nor a readable file (" + reason + ")");
  }
  const std::string held = read_all(file, path);
  if (!begins_like_a_reference(held)) throw UsageError(path + " contains no reference (IOR:, corbaloc:, corbaname:)");
  return held;
}

CORBA::object_reference<CORBA::Object> read_reference(CORBA::ORB& orb, const std::string& given) {
  const std::string text = reference_text(given);
  CORBA::object_reference<CORBA::Object> object;
  try {
    object = orb.string_to_object(text);
  } catch (const CORBA::BAD_PARAM& wrong) {
    throw UsageError("the reference: " + words_of(wrong));
  } catch (const CORBA::INV_OBJREF& wrong) {
    throw UsageError("the reference: " + words_of(wrong));
  } catch (const CORBA::MARSHAL& wrong) {
    throw UsageError("the reference: " + words_of(wrong));
  }
  if (!object) throw UsageError("the reference is nil");
  return object;
}

CORBA::object_reference<CORBA::Object> with_deadline(const CORBA::object_reference<CORBA::Object>& object,
                                                     std::chrono::nanoseconds deadline) {
  CORBA::Any limit;
  limit <<= static_cast<TimeBase::TimeT>(deadline.count() / 100);
  const auto policy = object->_get_orb()->create_policy(Messaging::RELATIVE_RT_TIMEOUT_POLICY_TYPE, limit);
  return object->_set_policy_overrides({policy}, CORBA::SetOverrideType::ADD_OVERRIDE);
}

}  // namespace dimma::tools
