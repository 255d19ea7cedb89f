#pragma once
// The servant of a provider: each operation returns data of its type from the source.

#include "provider/source.hpp"
#include "provider/watches.hpp"

#include <aida_skel.hpp>

namespace aida {

class ProviderServant final : public virtual CORBA::servant_traits<Aida::Provider>::base_type {
 public:
  ProviderServant(Source& source, Watches& watches) : source_(source), watches_(watches) {}

  bool get_boolean(const std::string& name, const Parameters& p) override { return get<bool>(name, p); }
  std::uint8_t get_octet(const std::string& name, const Parameters& p) override { return get<std::uint8_t>(name, p); }
  std::int16_t get_short(const std::string& name, const Parameters& p) override { return get<std::int16_t>(name, p); }
  std::int32_t get_long(const std::string& name, const Parameters& p) override { return get<std::int32_t>(name, p); }
  std::int64_t get_longlong(const std::string& name, const Parameters& p) override {
    return get<std::int64_t>(name, p);
  }
  float get_float(const std::string& name, const Parameters& p) override { return get<float>(name, p); }
  double get_double(const std::string& name, const Parameters& p) override { return get<double>(name, p); }
  std::string get_string(const std::string& name, const Parameters& p) override { return get<std::string>(name, p); }
  Aida::Booleans get_booleans(const std::string& name, const Parameters& p) override {
    return get<Aida::Booleans>(name, p);
  }
  Aida::Octets get_octets(const std::string& name, const Parameters& p) override { return get<Aida::Octets>(name, p); }
  Aida::Shorts get_shorts(const std::string& name, const Parameters& p) override { return get<Aida::Shorts>(name, p); }
  Aida::Longs get_longs(const std::string& name, const Parameters& p) override { return get<Aida::Longs>(name, p); }
  Aida::LongLongs get_longlongs(const std::string& name, const Parameters& p) override {
    return get<Aida::LongLongs>(name, p);
  }
  Aida::Floats get_floats(const std::string& name, const Parameters& p) override { return get<Aida::Floats>(name, p); }
  Aida::Doubles get_doubles(const std::string& name, const Parameters& p) override {
    return get<Aida::Doubles>(name, p);
  }
  Aida::Strings get_strings(const std::string& name, const Parameters& p) override {
    return get<Aida::Strings>(name, p);
  }
  Aida::Table get_table(const std::string& name, const Parameters& p) override { return get<Aida::Table>(name, p); }
  CORBA::Any get_any(const std::string& name, const Parameters& p) override;

  Aida::WatchedBuffer watch_here(const std::string& name, const Parameters& p, std::uint32_t period_ms) override;
  std::uint64_t watch_there(const std::string& name, const Parameters& p, std::uint32_t period_ms,
                            IDL::traits<CORBA::Object>::ref_type buffer) override;
  bool keep_watch(std::uint64_t id) override { return watches_.keep(id); }
  void end_watch(std::uint64_t id) override { watches_.end(id); }

 private:
  template <class T>
  T get(const std::string& name, const Parameters& parameters) {
    Datum datum = source_.read(name, parameters);
    if (T* const held = std::get_if<T>(&datum)) return std::move(*held);
    throw Aida::WrongType(name, Kind<T>::type, type_of(datum));
  }

  Source& source_;
  Watches& watches_;
};

// A datum as an any of its own type.
CORBA::Any in_any(Datum datum);

}  // namespace aida
