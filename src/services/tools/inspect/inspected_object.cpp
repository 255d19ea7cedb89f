// Inspects a process over IIOP, from any machine that can call its objects.
#include "services/tools/common/command.hpp"
#include "services/tools/common/reference.hpp"
#include "services/tools/common/words.hpp"
#include "services/tools/inspect/inspected.hpp"

#include "DimmaInspect.hpp"

#include <chrono>

namespace dimma::tools::inspect {

namespace {

constexpr const char* how_to_have_it = "; the process must be started with --dimma-inspect-objects on";

// Calls the object. Converts exceptions to Failure.
template <class Ask>
auto asked(Ask ask) {
  try {
    return ask();
  } catch (const DimmaInspect::NothingCaptured& nothing) {
    throw Failure(refused, "the process says: " + printable(nothing.reason()));
  } catch (const CORBA::OBJECT_NOT_EXIST& gone) {
    throw Failure(refused, words_of(gone) + how_to_have_it);
  } catch (const CORBA::TRANSIENT& raised) {
    throw Failure(unreachable, words_of(raised));
  } catch (const CORBA::COMM_FAILURE& raised) {
    throw Failure(unreachable, words_of(raised));
  } catch (const CORBA::TIMEOUT& raised) {
    throw Failure(unreachable, words_of(raised));
  } catch (const CORBA::SystemException& raised) {
    throw Failure(refused, words_of(raised));
  }
}

class Object final : public Inspected {
 public:
  Object(const CORBA::object_reference<CORBA::ORB>& orb, const std::string& target)
      : inspector_(asked([&] {
          const auto object = with_deadline(read_reference(*orb, target), answer_time_max);
          return IDL::traits<DimmaInspect::Inspector>::narrow(object);
        })) {
    if (!inspector_) throw Failure(refused, "the object is not a DimmaInspect::Inspector");
  }

  std::string calls(std::uint32_t how_many) override {
    return text_of(asked([&] { return inspector_->calls_json(how_many); }));
  }
  std::string capture() override {
    return text_of(asked([&] { return inspector_->capture(); }));
  }

 private:
  static std::string text_of(const DimmaInspect::Octets& octets) { return {octets.begin(), octets.end()}; }

  std::string description_text() override {
    return text_of(asked([&] { return inspector_->describe_json(); }));
  }

  const CORBA::object_reference<DimmaInspect::Inspector> inspector_;
};

}  // namespace

// A corbaloc without a key gets that of the inspector.
std::unique_ptr<Inspected> inspected_object(const CORBA::object_reference<CORBA::ORB>& orb, const std::string& target) {
  const bool is_without_key = target.starts_with("corbaloc:") && target.find('/') == std::string::npos;
  return std::make_unique<Object>(orb, is_without_key ? target + "/DimmaInspector" : target);
}

}  // namespace dimma::tools::inspect
