#pragma once
/// Access to data by name. The simple interface looks the name up at each call:
///
///   aida::Access access(orb);
///   const double current = access.get<double>("TEST:MAGNET1//BDES");
///
/// A reference looks the name up and binds once, with a given QoS:
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

/// The URL of the directory: that of the environment variable AIDA_DIRECTORY, or of the usual port on this machine.
std::string directory_url();
inline constexpr const char* usual_directory_url = "corbaloc:iiop:localhost:2810/Aida";

namespace detail {

/// Converts an exception of the directory to an Error.
[[noreturn]] void rethrow_of_directory(const std::string& datum, const std::string& url);
/// Converts an exception of a provider to an Error.
[[noreturn]] void rethrow_of_provider(const std::string& datum, const std::string& provider);
/// True if the exception that is being handled means that the provider has ended or moved.
bool is_gone();

}  // namespace detail

class Access;

/// A datum, and a binding to its provider. Movable. May be used by one thread at a time. The Access has to outlive it.
/// If the provider has ended or moved, the next get looks the name up again and binds to its new provider.
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
  /// The binding to the provider, for calls without this class.
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

/// Access to the data of a directory. May be used by several threads at once.
class Access {
 public:
  /// Connects to the directory at the first call. Throws CORBA::BAD_PARAM if `directory` is not the URL of an object.
  explicit Access(IDL::traits<CORBA::ORB>::ref_type orb, const std::string& directory = directory_url());
  Access(const Access&) = delete;
  Access& operator=(const Access&) = delete;

  /// As Reference::get, but looks the name up in the directory each time.
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
  /// All data whose names match, sorted by name: * stands for any characters, ? for one. Throws DirectoryDown.
  std::vector<Aida::Entry> list(const std::string& pattern = "*");

  const IDL::traits<CORBA::ORB>::ref_type& orb() const noexcept { return orb_; }
  const std::string& url() const noexcept { return url_; }

 private:
  // The same object as in the entry, by a reference that is kept, because its connection ends with the last reference.
  IDL::traits<Aida::Provider>::ref_type known(const Aida::Entry& entry);

  const IDL::traits<CORBA::ORB>::ref_type orb_;
  const std::string url_;
  const IDL::traits<Aida::Directory>::ref_type directory_;
  std::mutex mutex_;
  std::map<std::string, IDL::traits<Aida::Provider>::ref_type> providers_;
};

}  // namespace aida
