package peer;

import Everything.*;
import java.util.ArrayList;
import java.util.List;
import org.omg.CORBA.Any;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.NVList;
import org.omg.CORBA.StringHolder;
import org.omg.CORBA.TCKind;
import org.omg.PortableServer.ForwardRequest;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.RequestProcessingPolicyValue;
import org.omg.PortableServer.Servant;
import org.omg.PortableServer.ServantActivator;

/** The servants of everything.idl. */
final class EverythingServer {
  static org.omg.CORBA.Object root() {
    return Peer.activate(new RootPOATie(new Root()));
  }

  /** Forwards all requests for its objects to another object. */
  private static final class Forwarder extends org.omg.CORBA.LocalObject implements ServantActivator {
    private final Named target = NamedHelper.narrow(Peer.activate(new NamedPOATie(new NamedServant("target"))));

    public Servant incarnate(byte[] id, POA poa) throws ForwardRequest {
      throw new ForwardRequest(target);
    }

    public void etherealize(byte[] id, POA poa, Servant servant, boolean cleanup, boolean remaining) {
    }
  }

  static org.omg.CORBA.Object forwarded() throws org.omg.CORBA.UserException {
    org.omg.CORBA.Policy[] policies = {
        Peer.poa.create_request_processing_policy(RequestProcessingPolicyValue.USE_SERVANT_MANAGER)};
    POA poa = Peer.poa.create_POA("forwarding", Peer.poa.the_POAManager(), policies);
    poa.set_servant_manager(new Forwarder());
    return poa.create_reference(NamedHelper.id());
  }

  static class Errors implements ErrorsOperations {
    public void raise_empty() throws Empty {
      throw new Empty();
    }

    public String raise_rich(int code, StringHolder kept) throws Empty, Rich {
      if (code == 0) return kept.value;
      if (code < 0) throw new Empty();
      throw new Rich(code, new String[] {"first", kept.value}, new Point(code + 1, -code));
    }

    public void raise_undeclared() {
      Errors.<RuntimeException>raise(new Rich(1, new String[0], new Point()));
    }

    public void raise_system(String name, int minor, int completed) {
      RuntimeException made;
      try {
        made = (RuntimeException) Class.forName("org.omg.CORBA." + name)
            .getConstructor(int.class, CompletionStatus.class).newInstance(minor, CompletionStatus.from_int(completed));
      } catch (ReflectiveOperationException unknown) {
        throw new org.omg.CORBA.BAD_PARAM(name);
      }
      throw made;
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void raise(Throwable raised) throws T {
      throw (T) raised;
    }
  }

  static class Attributes implements AttributesOperations {
    private int reads;
    private String title = "untitled";
    private Point origin = new Point();
    private Colour paint = Colour.red;
    private int[] numbers = {};
    private int left;
    private int right;

    public int reads() { return reads; }
    public String title() { ++reads; return title; }
    public void title(String value) { title = value; }
    public Point origin() { return origin; }
    public void origin(Point value) { origin = value; }
    public Colour paint() { return paint; }
    public void paint(Colour value) { paint = value; }
    public int[] numbers() { return numbers; }
    public void numbers(int[] value) { numbers = value; }
    public int left() { return left; }
    public void left(int value) { left = value; }
    public int right() { return right; }
    public void right(int value) { right = value; }
  }

  static class NamedServant implements BottomOperations {
    private final String name;
    private Point position = new Point(1, 2);

    NamedServant(String name) { this.name = name; }

    public String name() { return name; }
    public String who() { return "a named " + name; }
    public String to_the_left() { return "left of " + name; }
    public String to_the_right(String suffix) { return "right of " + name + suffix; }
    public Point position() { return position; }
    public void position(Point value) { position = value; }
    public String below() { return "below " + name; }
  }

  static class Maker implements MakerOperations {
    Everything.Maker self;

    public Named make(String kind) {
      NamedServant made = new NamedServant(kind);
      switch (kind) {
        case "named": return NamedHelper.narrow(Peer.activate(new NamedPOATie(made)));
        case "left": return NamedHelper.narrow(Peer.activate(new LeftPOATie(made)));
        case "right": return NamedHelper.narrow(Peer.activate(new RightPOATie(made)));
        case "bottom": return NamedHelper.narrow(Peer.activate(new BottomPOATie(made)));
        default: return null;
      }
    }

    public Named[] make_all() {
      return new Named[] {make("named"), make("left"), null, make("right"), make("bottom")};
    }

    public Offer make_offer(String kind) { return new Offer("one " + kind, make(kind), self); }

    public Named exchange(Named first, NamedHolder second, NamedHolder third) {
      third.value = second.value;
      second.value = first;
      return null;
    }

    public boolean same(org.omg.CORBA.Object one, org.omg.CORBA.Object other) { return one._is_equivalent(other); }
    public org.omg.CORBA.Object as_object(Named item) { return item; }

    public void dispose(Named item) {
      try {
        Peer.poa.deactivate_object(Peer.poa.reference_to_id(item));
      } catch (org.omg.CORBA.UserException wrong) {
        throw new org.omg.CORBA.BAD_PARAM(wrong.toString());
      }
    }
  }

  static class Speaker implements SpeakerOperations {
    public String speak(Listener to, String text) throws Deaf { return to.hear(text); }

    public String[] speak_to_all(Listener[] to, String text) throws Deaf {
      String[] answers = new String[to.length];
      for (int i = 0; i < to.length; ++i) answers[i] = to[i].hear(text);
      return answers;
    }

    public void whisper(Listener to, String text) { to.notice(text); }
  }

  static class Ball implements BallOperations {
    Everything.Ball self;

    public int bounce(Everything.Ball partner, int remaining) {
      return remaining <= 0 ? 0 : 1 + partner.bounce(self, remaining - 1);
    }

    static Ball made() {
      Ball ball = new Ball();
      ball.self = BallHelper.narrow(Peer.activate(new BallPOATie(ball)));
      return ball;
    }
  }

  static class Notes implements NotesOperations {
    private final List<String> notes = new ArrayList<>();

    public synchronized void note(String text) { notes.add("text " + text); }
    public synchronized void note_person(Person who, int[] numbers) {
      notes.add("person " + who.name + " with " + numbers.length + " numbers");
    }
    public synchronized void note_nothing() { notes.add("nothing"); }
    public synchronized String[] take() {
      String[] taken = notes.toArray(new String[0]);
      notes.clear();
      return taken;
    }
  }

  static class Big implements BigOperations {
    public byte[] reverse(byte[] octets) {
      byte[] made = new byte[octets.length];
      for (int i = 0; i < made.length; ++i) made[i] = octets[made.length - 1 - i];
      return made;
    }

    public void people(int seed, int elements, PersonSeqHolder group) throws Mismatch {
      try {
        org.omg.CORBA.portable.OutputStream out = Peer.orb.create_output_stream();
        PersonSeqHelper.write(out, group.value);
        Samples.compare(PersonHelper.type(), out.create_input_stream(), elements, seed);
      } catch (Differs difference) {
        throw new Mismatch(difference.getMessage());
      }
      group.value = PersonSeqHelper.read(Samples.make(PersonHelper.type(), elements, seed + 1));
    }

    public int[] numbers(int elements) {
      int[] made = new int[elements];
      for (int i = 0; i < elements; ++i) made[i] = i * (int) 2654435761L;
      return made;
    }
  }

  /** A servant without a skeleton, to test dynamic servants too. */
  static class Keywords extends org.omg.PortableServer.DynamicImplementation {
    private int attribute;

    public String[] _all_interfaces(POA poa, byte[] id) {
      return new String[] {"IDL:test.dimma/Everything/interface:1.0"};
    }

    public void invoke(org.omg.CORBA.ServerRequest request) {
      NVList list = Peer.orb.create_list(0);
      Any result = Peer.orb.create_any();
      switch (request.operation()) {
        case "_get_attribute":
          request.arguments(list);
          result.insert_long(attribute);
          break;
        case "_set_attribute":
          list.add_value("value", of(TCKind.tk_long), org.omg.CORBA.ARG_IN.value);
          request.arguments(list);
          attribute = item(list, 0).extract_long();
          result.type(Peer.orb.get_primitive_tc(TCKind.tk_void));
          break;
        case "oneway":
          list.add_value("namespace", of(TCKind.tk_long), org.omg.CORBA.ARG_IN.value);
          request.arguments(list);
          result.insert_long(item(list, 0).extract_long() * 2);
          break;
        case "operator": {
          list.add_value("new", of(TCKind.tk_long), org.omg.CORBA.ARG_IN.value);
          list.add_value("delete", of(TCKind.tk_boolean), org.omg.CORBA.ARG_INOUT.value);
          list.add_value("string", of(TCKind.tk_string), org.omg.CORBA.ARG_OUT.value);
          request.arguments(list);
          boolean given = item(list, 1).extract_boolean();
          item(list, 1).insert_boolean(!given);
          item(list, 2).insert_string(given ? "yes" : "no");
          org.omg.CORBA.portable.OutputStream out = Peer.orb.create_output_stream();
          structHelper.write(out, new struct(item(list, 0).extract_long() + 1, "classy"));
          result.read_value(out.create_input_stream(), structHelper.type());
          break;
        }
        default: throw new org.omg.CORBA.BAD_OPERATION();
      }
      request.set_result(result);
    }

    static Any of(TCKind kind) {
      Any made = Peer.orb.create_any();
      switch (kind.value()) {  // GlassFish's ORB requires a value for any direction
        case TCKind._tk_long: made.insert_long(0); break;
        case TCKind._tk_boolean: made.insert_boolean(false); break;
        default: made.insert_string(""); break;
      }
      return made;
    }

    static Any item(NVList list, int at) {
      try {
        return list.item(at).value();
      } catch (org.omg.CORBA.Bounds none) {
        throw new IllegalStateException(none);
      }
    }
  }

  static class Root implements RootOperations {
    private final Maker maker = new Maker();
    private final Ball ball = Ball.made();
    private final Everything.Turns turns = TurnsHelper.narrow(Peer.activate(
        new TurnsPOATie(peer.Turns.servant(TurnsOperations.class))));
    private final StructTurns structTurns = StructTurnsHelper.narrow(Peer.activate(
        new StructTurnsPOATie(peer.Turns.servant(StructTurnsOperations.class))));
    private final SequenceTurns sequenceTurns = SequenceTurnsHelper.narrow(Peer.activate(
        new SequenceTurnsPOATie(peer.Turns.servant(SequenceTurnsOperations.class))));
    private final Everything.Errors errors = ErrorsHelper.narrow(Peer.activate(new ErrorsPOATie(new Errors())));
    private final Everything.Speaker speaker = SpeakerHelper.narrow(Peer.activate(new SpeakerPOATie(new Speaker())));
    private final Everything.Notes notes = NotesHelper.narrow(Peer.activate(new NotesPOATie(new Notes())));
    private final Everything.Big big = BigHelper.narrow(Peer.activate(new BigPOATie(new Big())));
    private final _interface keywords = _interfaceHelper.unchecked_narrow(Peer.activate(new Keywords()));
    private final Versioned versioned = VersionedHelper.narrow(Peer.activate(new VersionedPOATie(() -> { })));
    private final Renamed renamed = RenamedHelper.narrow(Peer.activate(new RenamedPOATie(() -> { })));

    Root() {
      maker.self = MakerHelper.narrow(Peer.activate(new MakerPOATie(maker)));
    }

    public Everything.Turns get_turns() { return turns; }
    public StructTurns get_struct_turns() { return structTurns; }
    public SequenceTurns get_sequence_turns() { return sequenceTurns; }
    public Everything.Errors get_errors() { return errors; }
    public Everything.Attributes the_attributes() {
      return AttributesHelper.narrow(Peer.activate(new AttributesPOATie(new Attributes())));
    }
    public Everything.Maker get_maker() { return maker.self; }
    public Everything.Speaker get_speaker() { return speaker; }
    public Everything.Ball get_ball() { return ball.self; }
    public Everything.Notes get_notes() { return notes; }
    public Everything.Big get_big() { return big; }
    public _interface get_interface() { return keywords; }
    public Versioned get_versioned() { return versioned; }
    public Renamed get_renamed() { return renamed; }
    public Constants get_constants() {
      return new Constants(a_boolean.value, a_char.value, an_octet.value, a_short.value, an_unsigned_short.value,
          a_long.value, an_unsigned_long.value, a_long_long.value, an_unsigned_long_long.value, a_float.value,
          a_double.value, a_string.value, Colour.blue);
    }
  }
}
