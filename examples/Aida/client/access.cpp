#include "client/access.hpp"

#include <cstdlib>
#include <sstream>

namespace aida {
namespace {

std::string text_of(const CORBA::Exception& exception) {
  std::ostringstream text;
  text << exception;
  return text.str();
}

}  // namespace

std::string directory_url() {
  const char* const url = std::getenv("AIDA_DIRECTORY");
  return url == nullptr || *url == '\0' ? usual_directory_url : url;
}

namespace detail {

void rethrow_of_directory(const std::string& datum, const std::string& url) {
  try {
    throw;
  } catch (const Aida::NoSuchDatum& none) {
    throw NoSuchDatum(none.name(), "no provider that is registered has " + none.name());
  } catch (const CORBA::Exception& exception) {
    throw DirectoryDown(datum, "the directory " + url + " does not answer: " + text_of(exception) +
                                   "; start aida_directory, or say where it is (AIDA_DIRECTORY)");
  }
}

void rethrow_of_provider(const std::string& datum, const std::string& provider) {
  try {
    throw;
  } catch (const Aida::NoSuchDatum& none) {
    throw NoSuchDatum(none.name(), "its provider " + provider + " has no " + none.name());
  } catch (const Aida::WrongType& wrong) {
    throw WrongType(wrong.name(), wrong.asked(), wrong.present());
  } catch (const Aida::BadParameter& bad) {
    throw BadParameter(bad.name(), bad.parameter(), bad.text(), bad.reason());
  } catch (const Aida::NotAvailable& none) {
    throw NotAvailable(none.name(), none.name() + " is not to be had: " + none.reason());
  } catch (const CORBA::Exception& exception) {
    throw ProviderDown(datum, provider, text_of(exception));
  }
}

bool is_gone() {
  try {
    throw;
  } catch (const CORBA::COMM_FAILURE&) {
    return true;
  } catch (const CORBA::TRANSIENT&) {
    return true;
  } catch (const CORBA::OBJECT_NOT_EXIST&) {
    return true;
  } catch (...) {
    return false;
  }
}

}  // namespace detail

Reference::Reference(Access& access, std::string name, dimma::EngineeringQoS qos)
    : access_(&access), name_(std::move(name)), qos_(std::move(qos)) {
  bind();
}

void Reference::bind() {
  binding_.unbind();
  const Aida::Entry entry = access_->find(name_);
  type_ = entry.datum().datum_type();
  provider_ = entry.provider_name();
  try {
    binding_ = dimma::bind<Aida::Provider>(entry.where(), qos_);
  } catch (const CORBA::SystemException&) {
    detail::rethrow_of_provider(name_, provider_);
  }
}

Datum Reference::get_datum(const Parameters& parameters) { return taken_out(get<CORBA::Any>(parameters)); }

Access::Access(IDL::traits<CORBA::ORB>::ref_type orb, const std::string& directory)
    : orb_(std::move(orb)),
      url_(directory),
      // Unchecked, so that the directory need not be running yet.
      directory_(dimma::narrow_unchecked<Aida::Directory>(orb_->string_to_object(directory))) {}

Aida::Entry Access::find(const std::string& name) {
  try {
    return directory_->find(name);
  } catch (const CORBA::Exception&) {
    detail::rethrow_of_directory(name, url_);
  }
}

IDL::traits<Aida::Provider>::ref_type Access::known(const Aida::Entry& entry) {
  const std::lock_guard lock(mutex_);
  auto& known = providers_[entry.provider_name()];
  if (!known || !known->_is_equivalent(entry.where())) known = entry.where();
  return known;
}

std::vector<Aida::Entry> Access::list(const std::string& pattern) {
  constexpr std::uint32_t page_entries = 1'000;
  std::vector<Aida::Entry> entries;
  std::string after;
  try {
    for (;;) {
      Aida::Page page = directory_->list(pattern, after, page_entries);
      for (Aida::Entry& entry : page.entries()) entries.push_back(std::move(entry));
      if (page.is_last()) return entries;
      after = page.next();
    }
  } catch (const CORBA::Exception&) {
    detail::rethrow_of_directory({}, url_);
  }
}

Datum Access::get_datum(const std::string& name, const Parameters& parameters) {
  return taken_out(get<CORBA::Any>(name, parameters));
}

Reference Access::reference(const std::string& name, const dimma::EngineeringQoS& qos) { return {*this, name, qos}; }

}  // namespace aida
