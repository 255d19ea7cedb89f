// Describes the tagged components (CORBA 3.3 part 2, 7.6.6) of all known ORBs.
#include "services/tools/common/words.hpp"
#include "services/tools/ior/parts.hpp"

#include <dimma/iop.hpp>

#include <algorithm>
#include <iterator>

namespace dimma::tools::ior {

namespace {

struct Named {
  std::uint32_t number;
  const char* name;
};

template <std::size_t Count>
std::string_view name_in(const Named (&table)[Count], std::uint32_t number) noexcept {
  const auto* const found =
      std::find_if(std::begin(table), std::end(table), [number](const Named& one) { return one.number == number; });
  return found == std::end(table) ? std::string_view() : found->name;
}

constexpr std::uint32_t orb_type_dimma = 0x64696d00;
constexpr std::uint32_t tag_local_endpoints = 0x64696d01;  // docs/reference/transports.md
constexpr std::uint32_t tag_group = 39;
constexpr std::uint32_t tag_omniorb_bidirectional = 0x41545401;
constexpr std::uint32_t tag_omniorb_unix = 0x41545402;
constexpr std::uint32_t tag_omniorb_persistent_id = 0x41545403;
constexpr std::uint32_t tag_omniorb_restricted = 0x41545404;

constexpr Named orb_types[] = {{orb_type_omniorb, "omniORB"}, {orb_type_jacorb, "JacORB"}, {orb_type_tao, "TAO"},
                               {orb_type_dimma, "dimma"},     {0x56495300, "VisiBroker"},  {0x4f4f4300, "ORBacus"},
                               {0x53554e00, "Sun's ORB"},     {0x49424d00, "IBM's ORB"},   {0x49545f00, "Orbix"}};

constexpr Named code_sets[] = {
    {0x00010001, "ISO 8859-1"},  {0x00010002, "ISO 8859-2"},    {0x00010003, "ISO 8859-3"},
    {0x00010004, "ISO 8859-4"},  {0x00010005, "ISO 8859-5"},    {0x00010006, "ISO 8859-6"},
    {0x00010007, "ISO 8859-7"},  {0x00010008, "ISO 8859-8"},    {0x00010009, "ISO 8859-9"},
    {0x0001000a, "ISO 8859-10"}, {0x0001000f, "ISO 8859-15"},   {0x00010020, "ISO 646"},
    {0x00010100, "UCS-2"},       {0x00010101, "UCS-2 level 2"}, {0x00010102, "UCS-2 level 3"},
    {0x00010104, "UCS-4"},       {0x00010105, "UCS-4 level 2"}, {0x00010106, "UCS-4 level 3"},
    {0x00010108, "UTF-1"},       {0x00010109, "UTF-16"},        {0x05010001, "UTF-8"},
    {0x10020417, "IBM 1047"}};

constexpr Named component_names[] = {{0, "ORB type"},
                                     {1, "code sets"},
                                     {2, "policies"},
                                     {3, "alternate IIOP address"},
                                     {5, "complete object key"},
                                     {6, "endpoint id position"},
                                     {12, "location policy"},
                                     {13, "association options"},
                                     {14, "security name"},
                                     {15, "SPKM 1 mechanism"},
                                     {16, "SPKM 2 mechanism"},
                                     {17, "Kerberos V5 mechanism"},
                                     {18, "CSI ECMA secret mechanism"},
                                     {19, "CSI ECMA hybrid mechanism"},
                                     {20, "SSL"},
                                     {21, "CSI ECMA public mechanism"},
                                     {22, "generic security mechanism"},
                                     {23, "firewall"},
                                     {24, "SCCP contact information"},
                                     {25, "Java codebase"},
                                     {26, "transaction policy"},
                                     {27, "fault tolerant group"},
                                     {28, "fault tolerant primary"},
                                     {29, "heartbeats"},
                                     {30, "message routers"},
                                     {31, "transaction (OTS) policy"},
                                     {32, "transaction invocation policy"},
                                     {33, "security mechanisms"},
                                     {34, "null"},
                                     {35, "SECIOP transport"},
                                     {36, "TLS transport"},
                                     {37, "activity policy"},
                                     {38, "RMI stream format"},
                                     {39, "multicast group"},
                                     {40, "IIOP of a multicast group"},
                                     {41, "pass-through transport"},
                                     {42, "firewall path"},
                                     {43, "INET transport"},
                                     {100, "DCE string binding"},
                                     {101, "DCE binding name"},
                                     {102, "DCE without pipes"},
                                     {103, "DCE security mechanism"},
                                     {0x54414f02, "TAO's endpoints"},
                                     {tag_omniorb_bidirectional, "omniORB's bidirectional"},
                                     {tag_omniorb_unix, "omniORB's Unix socket"},
                                     {tag_omniorb_persistent_id, "omniORB's persistent id"},
                                     {tag_omniorb_restricted, "omniORB's restricted connection"},
                                     {tag_local_endpoints, "dimma's local endpoints"}};

constexpr Named policy_types[] = {{23, "rebind"},
                                  {24, "synchronization scope"},
                                  {25, "request priority"},
                                  {26, "reply priority"},
                                  {27, "request start time"},
                                  {28, "request end time"},
                                  {29, "reply start time"},
                                  {30, "reply end time"},
                                  {31, "relative request timeout"},
                                  {32, "relative round trip timeout"},
                                  {33, "routing"},
                                  {34, "hops at most"},
                                  {35, "queue order"},
                                  {37, "bidirectional"},
                                  {40, "priority model"},
                                  {41, "thread pool"},
                                  {42, "server protocols"},
                                  {43, "client protocols"},
                                  {44, "private connection"},
                                  {45, "priority bands"}};

void describe_orb_type(Reader& in, Described& into) {
  const auto type = in.number<std::uint32_t>("the ORB type");
  const std::string_view name = orb_name(type);
  std::string letters;
  for (const unsigned shift : {24U, 16U, 8U}) {
    const auto c = static_cast<char>((type >> shift) & 0xffU);
    if (c > ' ' && c <= '~') letters += c;
  }
  into.text = "ORB type " + hexadecimal(type);
  if (!name.empty()) {
    into.text += " (" + std::string(name) + ")";
  } else if (letters.size() == 3) {
    into.text += " (\"" + letters + "\")";
  }
  into.json["orb_type"] = type;
  if (!name.empty()) into.json["orb"] = name;
}

std::string code_set_text(std::uint32_t number) {
  const std::string_view name = name_in(code_sets, number);
  return name.empty() ? hexadecimal(number) : std::string(name);
}

void describe_code_set(Reader& in, const char* kind, Described& into) {
  const auto native = in.number<std::uint32_t>("the native code set");
  std::string text = std::string(kind) + ": " + (native == 0 ? "none" : code_set_text(native));
  boost::json::array conversions;
  for (auto left = in.count("the conversion code sets", 4); left > 0; --left) {
    const auto other = in.number<std::uint32_t>("a conversion code set");
    text += (conversions.empty() ? ", converts " : ", ") + code_set_text(other);
    conversions.push_back({{"number", other}, {"name", code_set_text(other)}});
  }
  into.json[kind] = boost::json::object{{"native", {{"number", native}, {"name", code_set_text(native)}}},
                                        {"conversions", std::move(conversions)}};
  into.add(std::move(text));
}

void describe_code_sets(Reader& in, Described& into) {
  into.text = "code sets";
  describe_code_set(in, "char", into);
  describe_code_set(in, "wchar", into);
}

void describe_policies(Reader& in, Described& into) {
  into.text = "policies of the object";
  into.parts_name = "policies";
  for (auto left = in.count("the policies", 8); left > 0; --left) {
    const auto type = in.number<std::uint32_t>("a policy's type");
    const Stretch value = in.octets("a policy's value");
    const std::string_view name = name_in(policy_types, type);
    Described& policy = into.add((name.empty() ? "policy " + std::to_string(type) : std::string(name)) + ", " +
                                 octets_text(value.octets));
    policy.json["type"] = type;
    if (!name.empty()) policy.json["name"] = name;
    policy.json["octets"] = hexadecimal(value.octets);
  }
}

void describe_alternate(Reader& in, Described& into) {
  const std::string_view host = in.text("the host");
  const auto port = in.number<std::uint16_t>("the port");
  into.text = "alternate address " + address_text(host, port);
  into.json["host"] = printable(host);
  into.json["port"] = port;
}

void describe_group(Reader& in, Described& into) {
  const unsigned major = in.number<std::uint8_t>("the version");
  const unsigned minor = in.number<std::uint8_t>("the version");
  const std::string domain = printable(in.text("the group's domain"));
  const auto id = in.number<std::uint64_t>("the group's id");
  const auto version = in.number<std::uint32_t>("the group's version");
  into.text = "multicast group " + std::to_string(id) + " of domain \"" + domain + "\", version " +
              std::to_string(version) + " (component " + std::to_string(major) + "." + std::to_string(minor) + ")";
  into.json["domain"] = domain;
  into.json["group"] = std::to_string(id);
  into.json["group_version"] = version;
}

// The encoding is in docs/reference/transports.md.
void describe_local_endpoints(Reader& in, Described& into) {
  const unsigned version = in.number<std::uint8_t>("the version");
  into.text = "on the server's own machine";
  into.json["version"] = version;
  into.parts_name = "endpoints";
  for (auto left = in.count("the endpoints", 10); left > 0; --left) {
    const std::string transport = printable(in.text("a transport"));
    const std::string name = printable(in.text("an endpoint's name"));
    const std::string words = transport == "unix"  ? "Unix socket "
                              : transport == "shm" ? "shared memory, met at the Unix socket "
                                                   : transport + " ";
    Described& endpoint = into.add(words + name);
    endpoint.json["transport"] = transport;
    endpoint.json["name"] = name;
  }
}

void describe_unix(Reader& in, Described& into) {
  const std::string host = printable(in.text("the host"));
  const std::string file = printable(in.text("the socket's path"));
  into.text = "omniORB's Unix socket " + file + " on the host " + host;
  into.json["host"] = host;
  into.json["path"] = file;
}

void describe_known(std::uint32_t tag, const Stretch& data, Described& into) {
  if (tag == IOP::TAG_SSL_SEC_TRANS) return describe_ssl(data, into);
  if (tag == IOP::TAG_CSI_SEC_MECH_LIST) return describe_security_mechanisms(data, into);
  Reader in(data);
  switch (tag) {
    case IOP::TAG_ORB_TYPE:
      return describe_orb_type(in, into);
    case IOP::TAG_CODE_SETS:
      return describe_code_sets(in, into);
    case IOP::TAG_POLICIES:
      return describe_policies(in, into);
    case IOP::TAG_ALTERNATE_IIOP_ADDRESS:
      return describe_alternate(in, into);
    case IOP::TAG_JAVA_CODEBASE:
      into.json["codebase"] = printable(in.text("the codebase"));
      into.text = "Java codebase " + std::string(into.json["codebase"].get_string());
      return;
    case tag_group:
      return describe_group(in, into);
    case tag_local_endpoints:
      return describe_local_endpoints(in, into);
    case tag_omniorb_unix:
      return describe_unix(in, into);
    case tag_omniorb_bidirectional:
      into.json["send_from"] = printable(in.text("the address that it sends from"));
      into.text = "omniORB's bidirectional GIOP, sent from " + std::string(into.json["send_from"].get_string());
      return;
    default:
      break;
  }
}

bool is_known(std::uint32_t tag) {
  constexpr std::uint32_t known[] = {
      0, 1, 2, 3, 20, 25, 33, tag_group, tag_local_endpoints, tag_omniorb_unix, tag_omniorb_bidirectional};
  return std::find(std::begin(known), std::end(known), tag) != std::end(known);
}

}  // namespace

std::string_view orb_name(std::uint32_t type) noexcept { return name_in(orb_types, type); }

Described describe_component(std::uint32_t tag, const Stretch& data) {
  Described component;
  const std::string_view name = name_in(component_names, tag);
  const std::string number = tag < 0x10000 ? std::to_string(tag) : hexadecimal(tag);
  component.json["tag"] = tag;
  if (!name.empty()) component.json["name"] = name;
  std::string damage;
  if (is_known(tag)) {
    try {
      describe_known(tag, data, component);
      return component;
    } catch (const Damage& found) {
      damage = found.what();
    }
  }
  component.text = (name.empty() ? "component " + number : std::string(name) + " (component " + number + ")") + ", " +
                   octets_text(data.octets);
  component.json["octets"] = hexadecimal(data.octets);
  if (!damage.empty()) component.add_damage(damage);
  return component;
}

}  // namespace dimma::tools::ior
