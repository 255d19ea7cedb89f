#pragma once
// The parts of a profile that a client channel needs, decoded once at bind time.

#include "channel/channel.hpp"
#include "iiop/bidirectional/callback_offer.hpp"
#include "iiop/client/connection/endpoint_choice.hpp"
#include "iiop/giop/code_sets.hpp"
#include "iiop/giop/giop_request.hpp"
#include "iiop/giop/profile.hpp"
#include "iiop/giop/streamed_fragments.hpp"
#include "iiop/message/settings.hpp"
#include "iiop/resources/options.hpp"
#include "tracing/service_context.hpp"

#include <dimma/generated/operation.hpp>

#include <algorithm>
#include <optional>
#include <vector>

namespace dimma::iiop {

class ChannelTarget {
 public:
  // Throws CORBA::INV_OBJREF, and QoSError for a transport that the profile does not offer. `offer` is nullptr unless
  // the server may call back.
  ChannelTarget(const channel::Tagged& profile, const EngineeringQoS& qos, const transport::Transports& transports,
                const Settings& settings, CallbackOffer* offer = nullptr)
      : ChannelTarget(profile, decode_profile(profile.data), qos, transports, settings, offer) {}

  // The addresses at which the object's server listens, in the order in which they are tried.
  const std::vector<transport::Endpoint>& endpoints() const noexcept { return choice_.endpoints; }
  const EndpointChoice& choice() const noexcept { return choice_; }
  std::uint8_t minor() const noexcept { return minor_; }
  // The binding's offer of callbacks; may be nullptr.
  CallbackOffer* offer() const noexcept { return offer_; }
  std::endian order() const noexcept { return request_.order(); }
  // The number of fragments of a request that are handed to the system at once.
  std::size_t packets_max() const noexcept { return packets_max_; }

  // The encoding of characters in requests to the object and in its replies.
  const cdr::TextForm& text_form() const noexcept { return text_form_; }
  const AgreedCodeSets& code_sets() const noexcept { return code_sets_; }

  // True if a long request may be sent in fragments while it is being encoded, and a long reply decoded while it
  // arrives. False if messages may use only the buffers of a pool.
  bool accepts_streamed_fragments() const noexcept { return accepts_streamed_fragments_; }

  // The GIOP minor version for a CancelRequest, equal to the request's; empty if the server must not be sent one.
  std::optional<std::uint8_t> cancel_minor() const noexcept { return cancel_minor_; }

  // Encodes a whole Request, with a header of the form that its connection requires.
  void write_request(cdr::Encoder& out, std::uint32_t id, const channel::Request& request, HeaderForm form) const {
    StandingHeader none;
    write_request_over(out, none, id, request, form);
  }
  // Like write_request(), but reuses the header of the previous request if the buffer still holds it. Inlined into each
  // call, which saves a twentieth of a null call's instructions.
  [[gnu::always_inline]] void write_request_over(cdr::Encoder& out, StandingHeader& standing, std::uint32_t id,
                                                 const channel::Request& request, HeaderForm form) const {
    const auto response = request.operation.oneway ? Response::none : Response::with_target;
    if (form.is_plain() && request.call_options == nullptr) {
      request_.write_over(out, standing, id, request.operation.name, response);
    } else {
      standing = {};
      write_rare_header(out, id, request, response, form);
    }
    out.text_form(text_form_);
    const auto body = begin_body(out, minor_);
    request.arguments(out);
    end_message(out, body);
  }
  void write_locate(cdr::Encoder& out, std::uint32_t id) const {
    write_locate_request(out, minor_, id, target(Addressing::key));
  }

 private:
  ChannelTarget(const channel::Tagged& profile, Profile decoded, const EngineeringQoS& qos,
                const transport::Transports& transports, const Settings& settings, CallbackOffer* offer)
      : choice_(choose_endpoints(decoded, qos, transports, offer != nullptr)),
        offer_(offer),
        profile_(profile),
        object_key_(std::move(decoded.object_key)),
        minor_(std::min(decoded.minor, settings.giop_minor)),
        packets_max_(limit_of(qos.packet_concurrency)),
        code_sets_(agree(decoded.components, settings.native_code_set)),
        text_form_(iiop::text_form(code_sets_, minor_, settings.native_code_set)),
        accepts_streamed_fragments_(!qos.buffers.is_pool() &&
                                    iiop::accepts_streamed_fragments(decoded.components, minor_)),
        traces_(settings.traces),
        request_(minor_, target(Addressing::key), settings.byte_order) {
    if (settings.cancel_peers == CancelPeers::any ||
        (settings.cancel_peers == CancelPeers::dimma && is_dimma(decoded.components))) {
      cancel_minor_ = minor_;
    }
  }

  Target target(Addressing addressing) const {
    return {.object_key = object_key_, .addressing = addressing, .profile_tag = profile_.tag, .profile = profile_.data};
  }

  // Leaves out the code sets in GIOP 1.0, which does not have them.
  [[gnu::cold, gnu::noinline]] void write_rare_header(cdr::Encoder& out, std::uint32_t id,
                                                      const channel::Request& request, Response response,
                                                      HeaderForm form) const {
    const channel::Octets said = encode_context(code_sets_);
    const channel::Octets own_type = encode_own_orb_type();
    std::vector<ServiceContext> contexts;
    if (form.introduces() && minor_ >= 1) {
      contexts.push_back({context_code_sets, said});
      if (accepts_streamed_fragments_) contexts.push_back({context_orb_type, own_type});
    }
    const channel::Octets points =
        form.offers() && offer_ != nullptr && minor_ >= 2 ? offer_->context() : channel::Octets();
    if (!points.empty()) contexts.push_back({context_bidirectional, points});
    if (request.call_options != nullptr) {
      for (const auto& context : request.call_options->service_contexts) contexts.push_back(view_of(context));
      if (request.call_options->until_server) response = Response::with_server;
    }
    if (traces_ && form.introduces() && !has_trace(contexts)) contexts.push_back({tracing::context_trace, {}});
    RequestTemplate(minor_, target(form.addressing()), order(), contexts)
        .write(out, id, request.operation.name, response);
  }

  static bool has_trace(const std::vector<ServiceContext>& contexts) noexcept {
    return std::ranges::any_of(contexts, [](const auto& context) { return context.id == tracing::context_trace; });
  }

  EndpointChoice choice_;
  CallbackOffer* offer_;
  channel::Tagged profile_;
  channel::Octets object_key_;
  std::uint8_t minor_;
  std::size_t packets_max_;
  AgreedCodeSets code_sets_;
  cdr::TextForm text_form_;
  bool accepts_streamed_fragments_;
  std::optional<std::uint8_t> cancel_minor_;
  bool traces_;
  RequestTemplate request_;
};

}  // namespace dimma::iiop
