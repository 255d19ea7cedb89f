// Implements the operations of CosNaming::NamingContextExt: names as text.

#include "services/naming/service/servants/context_servant.hpp"
#include "services/naming/text/names.hpp"
#include "services/naming/text/urls.hpp"

namespace dimma::naming {
namespace {

using CosNaming::NamingContext;

CosNaming::Name name_of(const std::string& text) {
  try {
    CosNaming::Name name = parse_name(text);
    check_name(name);
    return name;
  } catch (const NameError&) {
    throw NamingContext::InvalidName();
  }
}

}  // namespace

void ContextServant::to_string(Name n, deferred_reply<std::string> reply) {
  check_name(n);
  reply(format_name(n));
}

void ContextServant::to_name(std::string sn, deferred_reply<Name> reply) { reply(name_of(sn)); }

// An empty name denotes the context itself (2.5.3.3).
void ContextServant::to_url(std::string addr, std::string sn, deferred_reply<std::string> reply) {
  try {
    reply(corbaname_url(addr, sn));
  } catch (const AddressError&) {
    throw CosNaming::NamingContextExt::InvalidAddress();
  } catch (const NameError&) {
    throw NamingContext::InvalidName();
  }
}

void ContextServant::resolve_str(std::string sn, deferred_reply<ObjectRef> reply) { reply(resolved(name_of(sn))); }

}  // namespace dimma::naming
