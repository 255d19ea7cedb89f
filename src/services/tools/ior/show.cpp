// Implements `dimma ior show`.
#include "services/tools/common/flags.hpp"
#include "services/tools/common/output.hpp"
#include "services/tools/common/reference.hpp"
#include "services/tools/common/words.hpp"
#include "services/tools/ior/ior.hpp"
#include "services/tools/ior/parts.hpp"

#include <boost/json.hpp>

namespace dimma::tools::ior {

namespace {

bool is_ior(std::string_view text) {
  return text.size() >= 4 && text[3] == ':' && (text[0] | 0x20) == 'i' && (text[1] | 0x20) == 'o' &&
         (text[2] | 0x20) == 'r';
}

// Returns an IOR unchanged. For another URL returns the IOR that the ORB makes from it; a corbaname is resolved.
std::string ior_of(CORBA::ORB& orb, const std::string& text) {
  if (is_ior(text)) return text;
  try {
    return orb.object_to_string(orb.string_to_object(text));
  } catch (const CORBA::BAD_PARAM& wrong) {
    throw UsageError("the reference: " + words_of(wrong));
  } catch (const CORBA::SystemException& raised) {
    throw Failure(refused, "the reference cannot be resolved: " + words_of(raised));
  }
}

}  // namespace

int show(Invocation invocation) {
  std::string given;
  bool is_json = false;
  Flags flags(invocation.command,
              "Decodes each profile and component of a reference, of any ORB; unknown ones are printed as tag and "
              "octets. A\ndamaged reference is decoded up to the damage, whose place is reported; the exit status is 1 "
              "then. Octets are\ncounted from 0 after \"IOR:\".");
  flags.toggle("json", is_json, "print JSON");
  flags.argument("REF", given, reference_help);
  if (!flags.parse(invocation.arguments)) return done;
  const std::string text = reference_text(given);
  const Described described = describe_text(ior_of(*invocation.orb, text));
  if (is_json) {
    print_json(json_of(described));
  } else {
    print(described);
  }
  return described.has_damage() ? refused : done;
}

}  // namespace dimma::tools::ior
