// The fields of a program's default QoS that reach each end.

#include "qos/ends.hpp"

#include <gtest/gtest.h>

#include <set>

namespace dimma::qos {
namespace {

struct Case {
  const char* said;
  Protocol protocol;
  const char* at_client;
  const char* at_server;
};

// Each field at least once, alone where it can be.
const Case cases[] = {
    {"protocol=iiop", Protocol::iiop, "protocol=iiop", "protocol=iiop"},
    {"transport=tcp", Protocol::iiop, "transport=tcp", "transport=tcp"},
    {"processing=pool(3)", Protocol::iiop, "processing=pool(3)", "processing=pool(3)"},
    {"messages=3", Protocol::iiop, "messages=3", "messages=3"},
    {"packets=3", Protocol::iiop, "packets=3", "packets=3"},
    {"connection=dedicated", Protocol::iiop, "connection=dedicated", ""},
    {"connection=shared", Protocol::iiop, "connection=shared", ""},
    {"demultiplexing=task", Protocol::iiop, "demultiplexing=task", ""},
    {"buffers=pool(4,1024)", Protocol::iiop, "buffers=pool(4,1024)", "buffers=pool(4,1024)"},
    {"exhausted=raise", Protocol::iiop, "exhausted=raise", "exhausted=raise"},
    {"wait=spin", Protocol::iiop, "wait=spin", "wait=spin"},
    {"read-ahead=off", Protocol::iiop, "read-ahead=off", "read-ahead=off"},
    {"deadline=1s", Protocol::iiop, "deadline=1s", ""},
    {"scheduling=name(a)", Protocol::iiop, "", "scheduling=name(a)"},
    {"scheduling=name(a),processing=pool(2)", Protocol::iiop, "processing=pool(2),scheduling=name(a)",
     "processing=pool(2),scheduling=name(a)"},
    {"scheduling=name(a),demultiplexing=task", Protocol::iiop, "demultiplexing=task,scheduling=name(a)",
     "scheduling=name(a)"},
    {"socket=send(4096)", Protocol::iiop, "socket=send(4096)", "socket=send(4096)"},
    {"history=latest", Protocol::any, "", "history=latest"},
    {"rate=5", Protocol::any, "rate=5", ""},
    {"batch-delay=1ms", Protocol::any, "batch-delay=1ms", ""},
    {"credentials=ops", Protocol::iiop, "credentials=ops", "credentials=ops"},
    {"loans=pool(4,64k)", Protocol::iiop, "loans=pool(4,64k)", ""},
    {"transport=shm,loans=pool(4,64k)", Protocol::flow, "transport=shm,loans=pool(4,64k)", "transport=shm"},
    {"memory=sealed", Protocol::iiop, "memory=sealed", "memory=sealed"},
    {"transport=shm,memory=sealed", Protocol::flow, "transport=shm", "transport=shm"},
    {"processing=nullTask,messages=1,deadline=1s", Protocol::any, "processing=nullTask,messages=1,deadline=1s",
     "processing=nullTask,messages=1"},
    // Over flow.
    {"protocol=flow,processing=pool(2)", Protocol::flow, "protocol=flow", "protocol=flow,processing=pool(2)"},
    {"protocol=flow,processing=factory", Protocol::flow, "protocol=flow", "protocol=flow"},
    {"protocol=flow,messages=3", Protocol::flow, "protocol=flow,messages=3", "protocol=flow"},
    {"protocol=flow,processing=nullTask,messages=1", Protocol::flow, "protocol=flow,processing=nullTask,messages=1",
     "protocol=flow,processing=nullTask,messages=1"},
    {"protocol=flow,packets=3", Protocol::flow, "protocol=flow,packets=3", "protocol=flow,packets=3"},
    {"protocol=flow,connection=dedicated", Protocol::flow, "protocol=flow,connection=dedicated", "protocol=flow"},
    {"protocol=flow,buffers=pool(4,1024)", Protocol::flow, "protocol=flow,buffers=pool(4,1024)", "protocol=flow"},
    {"protocol=flow,exhausted=raise", Protocol::flow, "protocol=flow,exhausted=raise", "protocol=flow"},
    {"protocol=flow,exhausted=drop", Protocol::flow, "protocol=flow,exhausted=drop", "protocol=flow,exhausted=drop"},
    {"protocol=flow,wait=spin", Protocol::flow, "protocol=flow", "protocol=flow,wait=spin"},
    {"protocol=flow,deadline=1s", Protocol::flow, "protocol=flow,deadline=1s", "protocol=flow"},
    {"protocol=flow,scheduling=name(a)", Protocol::flow, "protocol=flow", "protocol=flow,scheduling=name(a)"},
    {"transport=multicast,socket=ttl(3)+group(239.1.2.3,5000)+interface(lo)", Protocol::flow,
     "transport=multicast,socket=ttl(3)+interface(lo)",
     "transport=multicast,socket=group(239.1.2.3,5000)+interface(lo)"},
    {"protocol=flow,history=latest", Protocol::flow, "protocol=flow", "protocol=flow,history=latest"},
    {"protocol=flow,rate=5,batch-delay=1ms", Protocol::flow, "protocol=flow,rate=5,batch-delay=1ms", "protocol=flow"},
};

TEST(Ends, EachIsGivenWhatItCanHave) {
  std::set<Field> seen;
  for (const Case& each : cases) {
    SCOPED_TRACE(each.said);
    const auto said = EngineeringQoS::parse(each.said);
    for (const Field field : fields_said(said)) seen.insert(field);
    EXPECT_EQ(for_end(said, End::client, each.protocol), EngineeringQoS::parse(each.at_client));
    EXPECT_EQ(for_end(said, End::server, each.protocol), EngineeringQoS::parse(each.at_server));
  }
  EXPECT_EQ(seen.size(), field_count);
}

TEST(Ends, FieldsThatAreLeftAreNotRefused) {
  for (const Case& each : cases) {
    SCOPED_TRACE(each.said);
    const auto said = EngineeringQoS::parse(each.said);
    EXPECT_NO_THROW(for_end(said, End::client, each.protocol).validate(End::client, each.protocol));
    EXPECT_NO_THROW(for_end(said, End::server, each.protocol).validate(End::server, each.protocol));
  }
}

TEST(Ends, FieldsThatNeitherCanHaveAreLeftToBeRefused) {
  const auto said = EngineeringQoS::parse("processing=nullTask");
  EXPECT_EQ(for_end(said, End::client, Protocol::iiop), said);
  EXPECT_THROW(for_end(said, End::client, Protocol::iiop).validate(End::client, Protocol::iiop), QoSError);
}

}  // namespace
}  // namespace dimma::qos
