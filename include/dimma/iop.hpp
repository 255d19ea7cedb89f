#pragma once
/// Numbered data in requests and references (CORBA 3.3 part 2, 7.6 and 9.7): IOP::ServiceContext, IOP::TaggedComponent
/// and IOP::TaggedProfile, as used by interceptors, with their numbers.
///
/// The types are defined in dimma::iop and visible in IOP. If a program's IDL includes <IOP.idl>, the names in IOP are
/// those of the generated types, which convert implicitly to dimma's types and back.

#include <dimma/generated/cxx20.hpp>

#include <concepts>
#include <cstdint>
#include <utility>
#include <vector>

namespace IOP {
using ServiceId = std::uint32_t;
using ComponentId = std::uint32_t;
using ProfileId = std::uint32_t;
}  // namespace IOP

namespace dimma::iop {

using Octets = std::vector<std::uint8_t>;

/// Numbered data of a service, sent with a request or a reply.
class ServiceContext {
 public:
  ServiceContext() = default;
  explicit ServiceContext(IOP::ServiceId context_id, Octets context_data = {}) noexcept
      : context_id_(context_id), context_data_(std::move(context_data)) {}
  /// Converts from the class generated from IOP.idl.
  template <class Generated>
  requires requires(const Generated& from) {
    { from.context_id() } -> std::convertible_to<IOP::ServiceId>;
    { from.context_data() } -> std::convertible_to<Octets>;
  }
  ServiceContext(const Generated& from) : ServiceContext(from.context_id(), from.context_data()) {}
  template <class Generated>
  requires std::constructible_from<Generated, IOP::ServiceId, Octets> && requires(const Generated& to) {
    to.context_data();
  }
  operator Generated() const { return Generated(context_id_, context_data_); }

  void context_id(IOP::ServiceId value) noexcept { context_id_ = value; }
  IOP::ServiceId context_id() const noexcept { return context_id_; }
  IOP::ServiceId& context_id() noexcept { return context_id_; }
  void context_data(const Octets& value) { context_data_ = value; }
  void context_data(Octets&& value) noexcept { context_data_ = std::move(value); }
  const Octets& context_data() const noexcept { return context_data_; }
  Octets& context_data() noexcept { return context_data_; }

  void swap(ServiceContext& other) noexcept { std::swap(*this, other); }

 private:
  IOP::ServiceId context_id_ = 0;
  Octets context_data_;
};

/// Numbered data in a profile of a reference.
class TaggedComponent {
 public:
  TaggedComponent() = default;
  explicit TaggedComponent(IOP::ComponentId tag, Octets component_data = {}) noexcept
      : tag_(tag), component_data_(std::move(component_data)) {}
  template <class Generated>
  requires requires(const Generated& from) {
    { from.tag() } -> std::convertible_to<IOP::ComponentId>;
    { from.component_data() } -> std::convertible_to<Octets>;
  }
  TaggedComponent(const Generated& from) : TaggedComponent(from.tag(), from.component_data()) {}
  template <class Generated>
  requires std::constructible_from<Generated, IOP::ComponentId, Octets> && requires(const Generated& to) {
    to.component_data();
  }
  operator Generated() const { return Generated(tag_, component_data_); }

  void tag(IOP::ComponentId value) noexcept { tag_ = value; }
  IOP::ComponentId tag() const noexcept { return tag_; }
  IOP::ComponentId& tag() noexcept { return tag_; }
  void component_data(const Octets& value) { component_data_ = value; }
  void component_data(Octets&& value) noexcept { component_data_ = std::move(value); }
  const Octets& component_data() const noexcept { return component_data_; }
  Octets& component_data() noexcept { return component_data_; }

  void swap(TaggedComponent& other) noexcept { std::swap(*this, other); }

 private:
  IOP::ComponentId tag_ = 0;
  Octets component_data_;
};
using TaggedComponentSeq = std::vector<TaggedComponent>;

/// One way to reach an object; part of a reference.
class TaggedProfile {
 public:
  TaggedProfile() = default;
  explicit TaggedProfile(IOP::ProfileId tag, Octets profile_data = {}) noexcept
      : tag_(tag), profile_data_(std::move(profile_data)) {}
  template <class Generated>
  requires requires(const Generated& from) {
    { from.tag() } -> std::convertible_to<IOP::ProfileId>;
    { from.profile_data() } -> std::convertible_to<Octets>;
  }
  TaggedProfile(const Generated& from) : TaggedProfile(from.tag(), from.profile_data()) {}
  template <class Generated>
  requires std::constructible_from<Generated, IOP::ProfileId, Octets> && requires(const Generated& to) {
    to.profile_data();
  }
  operator Generated() const { return Generated(tag_, profile_data_); }

  void tag(IOP::ProfileId value) noexcept { tag_ = value; }
  IOP::ProfileId tag() const noexcept { return tag_; }
  IOP::ProfileId& tag() noexcept { return tag_; }
  void profile_data(const Octets& value) { profile_data_ = value; }
  void profile_data(Octets&& value) noexcept { profile_data_ = std::move(value); }
  const Octets& profile_data() const noexcept { return profile_data_; }
  Octets& profile_data() noexcept { return profile_data_; }

  void swap(TaggedProfile& other) noexcept { std::swap(*this, other); }

 private:
  IOP::ProfileId tag_ = 0;
  Octets profile_data_;
};

inline void swap(ServiceContext& left, ServiceContext& right) noexcept { left.swap(right); }
inline void swap(TaggedComponent& left, TaggedComponent& right) noexcept { left.swap(right); }
inline void swap(TaggedProfile& left, TaggedProfile& right) noexcept { left.swap(right); }

inline constexpr IOP::ServiceId TransactionService = 0;
inline constexpr IOP::ServiceId CodeSets = 1;
inline constexpr IOP::ServiceId BI_DIR_IIOP = 5;
inline constexpr IOP::ServiceId SendingContextRunTime = 6;
inline constexpr IOP::ServiceId INVOCATION_POLICIES = 7;
inline constexpr IOP::ServiceId FORWARDED_IDENTITY = 8;
inline constexpr IOP::ServiceId UnknownExceptionInfo = 9;
inline constexpr IOP::ServiceId RTCorbaPriority = 10;
inline constexpr IOP::ServiceId RTCorbaPriorityRange = 11;
inline constexpr IOP::ServiceId FT_GROUP_VERSION = 12;
inline constexpr IOP::ServiceId FT_REQUEST = 13;
inline constexpr IOP::ServiceId ExceptionDetailMessage = 14;
inline constexpr IOP::ServiceId SecurityAttributeService = 15;
inline constexpr IOP::ServiceId ActivityService = 16;

inline constexpr IOP::ProfileId TAG_INTERNET_IOP = 0;
inline constexpr IOP::ProfileId TAG_MULTIPLE_COMPONENTS = 1;

inline constexpr IOP::ComponentId TAG_ORB_TYPE = 0;
inline constexpr IOP::ComponentId TAG_CODE_SETS = 1;
inline constexpr IOP::ComponentId TAG_POLICIES = 2;
inline constexpr IOP::ComponentId TAG_ALTERNATE_IIOP_ADDRESS = 3;
inline constexpr IOP::ComponentId TAG_SSL_SEC_TRANS = 20;
inline constexpr IOP::ComponentId TAG_JAVA_CODEBASE = 25;
inline constexpr IOP::ComponentId TAG_CSI_SEC_MECH_LIST = 33;

}  // namespace dimma::iop

namespace IOP {
using namespace dimma::iop;
}  // namespace IOP
