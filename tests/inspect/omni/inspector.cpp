// omni_inspector REF: an omniORB client that prints the results of a DimmaInspect::Inspector, one item per line.
#include <DimmaInspect.hh>

#include <iostream>
#include <string>

namespace {

std::string text_of(const DimmaInspect::Octets& octets) {
  return {reinterpret_cast<const char*>(octets.get_buffer()), octets.length()};
}

int inspect(CORBA::ORB_ptr orb, const char* reference) {
  const CORBA::Object_var object = orb->string_to_object(reference);
  DimmaInspect::Inspector_var inspector = DimmaInspect::Inspector::_narrow(object);
  if (CORBA::is_nil(inspector)) {
    std::cout << "no inspector\n";
    return 1;
  }
  DimmaInspect::Process_var process = inspector->process_numbers();
  std::cout << "process " << process->pid << ' ' << process->program.in() << " threads " << process->threads << '\n';
  DimmaInspect::Parts_var parts = inspector->list_parts();
  for (CORBA::ULong at = 0; at < parts->length(); ++at) {
    std::cout << "part " << parts[at].name.in() << " lines " << parts[at].of_part.length() << '\n';
  }
  DimmaInspect::Channels_var channels = inspector->list_channels();
  for (CORBA::ULong at = 0; at < channels->length(); ++at) {
    const auto& channel = channels[at];
    for (CORBA::ULong each = 0; each < channel.called.length(); ++each) {
      const auto& operation = channel.called[each];
      std::cout << "operation " << operation.name.in() << " calls " << operation.calls << " failures "
                << operation.failed.length() << (operation.p99_us > 0 ? " timed" : " untimed") << '\n';
    }
    for (CORBA::ULong each = 0; each < channel.used.length(); ++each) {
      std::cout << "resource " << channel.used[each].name.in() << " in use " << channel.used[each].in_use << '\n';
    }
  }
  DimmaInspect::Calls_var calls = inspector->last_calls(2);
  std::cout << "calls " << calls->length() << '\n';
  for (CORBA::ULong at = 0; at < calls->length(); ++at) {
    std::cout << "call " << calls[at].operation.in() << ' ' << calls[at].outcome.in() << " stages "
              << calls[at].took.length() << '\n';
  }
  DimmaInspect::Events_var events = inspector->last_events();
  for (CORBA::ULong at = 0; at < events->length(); ++at) std::cout << "event " << events[at].name.in() << '\n';
  DimmaInspect::Text_var metrics = inspector->metrics_text();
  std::cout << text_of(metrics);
  try {
    DimmaInspect::Octets_var capture = inspector->capture();
    std::cout << "captured " << capture->length() << '\n';
  } catch (const DimmaInspect::NothingCaptured& nothing) {
    std::cout << "nothing captured: " << nothing.reason.in() << '\n';
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const CORBA::ORB_var orb = CORBA::ORB_init(argc, argv);
    const int status = argc == 2 ? inspect(orb, argv[1]) : 2;
    orb->destroy();
    return status;
  } catch (const CORBA::Exception& raised) {
    std::cout << "raised " << raised._name() << '\n';
    return 1;
  }
}
