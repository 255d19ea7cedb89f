#include "services/tools/common/words.hpp"

#include "services/naming/text/names.hpp"

#include <sstream>

namespace dimma::tools {

std::string words_of(const CORBA::Exception& exception) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text << exception;
  return printable(text.str());
}

std::string printable(std::string_view text) { return naming::printable(text); }

}  // namespace dimma::tools
