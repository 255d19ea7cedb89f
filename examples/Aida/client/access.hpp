#pragma once
/// Data by name. The simple interface looks the name up at each call:
///
///   aida::Access access(orb);
///   const double current = access.get<double>("TEST:MAGNET1//BDES");
///
/// The interface by reference looks it up and binds once, with the QoS that is asked for:
///
///   auto magnet = access.reference("TEST:MAGNET1//BDES",
///   dimma::EngineeringQoS::parse("processing=nullTask,messages=1")); const double current = magnet.get<double>();
///
/// The exceptions are those of errors.hpp.

#include "client/errors.hpp"
#include "client/value.hpp"

#include <aida.hpp>
#include <dimma/binding.hpp>
#include <dimma/orb.hpp>

#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace aida {

/// The URL of the directory: the environment's AIDA_DIRECTORY, or this machine's at its usual port.
std::string directory_url();
inline constexpr const char* usual_directory_url = "corbaloc:iiop:localhost:2810/Aida";

namespace detail {

/// Turns what the directory raises into an Error.
[[noreturn]] void rethrow_of_directory(const std::string& datum, const std::string& url);
/// Turns what a provider raises into an Error.
[[noreturn]] void rethrow_of_provider(const std::string& datum, const std::string& provider);
/// True if the exception that is being handled says that the provider is gone or has moved.
bool is_gone();

}  // namespace detail

class Access;

/// One datum, and a channel to its provider. Movable. One thread's at a time. The Access has to outlive it.
/// When the provider is gone, the next get looks the name up again and binds to where it is then.
class Reference {
 public:
  /// Throws NoSuchDatum, WrongType, BadParameter, NotAvailable, ProviderDown, DirectoryDown.
  template <class T>
  T get(const Parameters& parameters = {}) {
    if (!binding_) bind();
    try {
      try {
        return Kind<T>::get(*binding_, name_, parameters);
      } catch (const CORBA::SystemException&) {
        if (!detail::is_gone()) throw;
      }
      bind();
      return Kind<T>::get(*binding_, name_, parameters);
    } catch (const CORBA::Exception&) {
      detail::rethrow_of_provider(name_, provider_);
    }
  }
  /// The whole datum, of any type.
  Datum get_datum(const Parameters& parameters = {});

  const std::string& name() const noexcept { return name_; }
  Type type() const noexcept { return type_; }
  const std::string& provider_name() const noexcept { return provider_; }
  /// The provider, to be called without what this class does.
  const dimma::Binding<Aida::Provider>& binding() const noexcept { return binding_; }

 private:
  friend class Access;
  Reference(Access& access, std::string name, dimma::EngineeringQoS qos);
  void bind();

  Access* access_;
  std::string name_;
  dimma::EngineeringQoS qos_;
  Type type_ = Type::any_type;
  std::string provider_;
  dimma::Binding<Aida::Provider> binding_;
};

/// The directory's data. May be used by several threads.
class Access {
 public:
  /// Connects to the directory at the first call. Throws CORBA::BAD_PARAM for what is no URL of an object.
  explicit Access(IDL::traits<CORBA::ORB>::ref_type orb, const std::string& directory = directory_url());
  Access(const Access&) = delete;
  Access& operator=(const Access&) = delete;

  /// As Reference::get, with a look at the directory each time.
  template <class T>
  T get(const std::string& name, const Parameters& parameters = {}) {
    const Aida::Entry entry = find(name);
    const auto provider = known(entry);
    try {
      return Kind<T>::get(*provider, name, parameters);
    } catch (const CORBA::Exception&) {
      detail::rethrow_of_provider(name, entry.provider_name());
    }
  }
  /// The whole datum, of any type.
  Datum get_datum(const std::string& name, const Parameters& parameters = {});

  /// Throws NoSuchDatum, ProviderDown, DirectoryDown, and dimma::QoSError.
  Reference reference(const std::string& name, const dimma::EngineeringQoS& qos = {});

  /// Throws NoSuchDatum, DirectoryDown.
  Aida::Entry find(const std::string& name);
  /// All whose names match, in the order of names: * stands for any characters, ? for one. Throws DirectoryDown.
  std::vector<Aida::Entry> list(const std::string& pattern = "*");

  const IDL::traits<CORBA::ORB>::ref_type& orb() const noexcept { return orb_; }
  const std::string& url() const noexcept { return url_; }

 private:
  // The same object as in the entry, by a reference that is kept, as its connection ends with the last one.
  IDL::traits<Aida::Provider>::ref_type known(const Aida::Entry& entry);

  const IDL::traits<CORBA::ORB>::ref_type orb_;
  const std::string url_;
  const IDL::traits<Aida::Directory>::ref_type directory_;
  std::mutex mutex_;
  std::map<std::string, IDL::traits<Aida::Provider>::ref_type> providers_;
};

}  // namespace aida
