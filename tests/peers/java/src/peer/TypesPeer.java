package peer;

import static peer.Differs.unless;
import static peer.Differs.unlessEqual;

import Types.*;
import java.util.Map;
import org.omg.CORBA.Any;
import org.omg.CORBA.AnyHolder;
import org.omg.CORBA.TCKind;

/** types.idl: its servant, and the checks of a client. */
final class TypesPeer {
  private static final int SEEDS = 60;

  static org.omg.CORBA.Object servant() {
    return Peer.activate(new EchoPOATie(Turns.echo(EchoOperations.class, (proxy, method, arguments) -> {
      switch (method.getName()) {
        case "echo_Choice": {
          Choice choice = (Choice) arguments[0];
          boolean refused = choice.discriminator() == 1 && choice.number() == 666;
          if (refused) throw new Refused(((ChoiceHolder) arguments[1]).value);
          return null;
        }
        case "echo_Wide":
          if (((Wide) arguments[0]).narrow.equals("refuse")) throw new WideRefused(((Wide) arguments[0]).text);
          return null;
        case "rebuilt": return rebuilt((Any) arguments[0]);
        case "type_of": return ((Any) arguments[0]).type();
        case "twice": return (String) arguments[0] + arguments[1] + arguments[0];
        default: return null;
      }
    })));
  }

  private static Any rebuilt(Any given) {
    Any made = Peer.orb.create_any();
    // Uses the given type, because JacORB's compiler reverses the labels of a member with several.
    org.omg.CORBA.portable.OutputStream out = Peer.orb.create_output_stream();
    switch (id(given)) {
      case "Unions": UnionsHelper.write(out, UnionsHelper.read(given.create_input_stream())); break;
      case "Tree": TreeHelper.write(out, TreeHelper.read(given.create_input_stream())); break;
      case "Suit": SuitHelper.write(out, SuitHelper.read(given.create_input_stream())); break;
      case "Wide": WideHelper.write(out, WideHelper.read(given.create_input_stream())); break;
      case "Echo": EchoHelper.write(out, EchoHelper.read(given.create_input_stream())); break;
      default: throw new org.omg.CORBA.BAD_PARAM("an any of " + given.type());
    }
    made.read_value(out.create_input_stream(), given.type());
    return made;
  }

  private static String id(Any given) {
    try {
      return given.type().id().split("[/:]")[3];
    } catch (org.omg.CORBA.TypeCodePackage.BadKind none) {
      return "";
    }
  }

  private static Any any(org.omg.CORBA.TypeCode type, int seed) {
    Any made = Peer.orb.create_any();
    made.read_value(Samples.make(type, seed), type);
    return made;
  }

  private static String name(org.omg.CORBA.TypeCode type) {
    try {
      return type.id().replaceAll("^IDL:test.dimma/|:1.0$", "");
    } catch (org.omg.CORBA.TypeCodePackage.BadKind none) {
      return "kind_" + type.kind().value();
    }
  }

  private static void anyOf(Echo echo, org.omg.CORBA.TypeCode type) {
    Any a = any(type, 5);
    AnyHolder b = new AnyHolder(a);
    AnyHolder c = new AnyHolder();
    Any result = echo.echo_any(a, b, c);
    unless(result.type().equal(type) && result.equal(a) && b.value.equal(a) && c.value.equal(a), "another value");
    unless(echo.type_of(a).equal(type), "another type");
  }

  static void check(Checks checks, org.omg.CORBA.Object given, Map<String, String> options) throws Exception {
    Echo echo = EchoHelper.narrow(given);
    if (options.getOrDefault("--wide", "yes").equals("no")) {
      checks.run("no_wide", () -> Checks.raised(org.omg.CORBA.MARSHAL.class, () -> echo.twice("a", 'b')));
      return;
    }
    Turns.check(checks, echo, EchoOperations.class, "echo_", SEEDS);
    for (org.omg.CORBA.TypeCode type : TypeTable.types()) checks.run("any_of_" + name(type), () -> anyOf(echo, type));
    for (String name : new String[] {"Unions", "Tree", "Suit", "Wide"}) {
      Class<?> helper = Class.forName("Types." + name + "Helper");
      org.omg.CORBA.TypeCode type = (org.omg.CORBA.TypeCode) helper.getMethod("type").invoke(null);
      checks.run("rebuilt_" + name, () -> {
        for (int seed = 0; seed < SEEDS; ++seed) {
          unless(echo.rebuilt(any(type, seed)).equal(any(type, seed)), "another value for seed " + seed);
        }
      });
    }
    checks.run("any_of_a_reference", () -> {
      Any a = Peer.orb.create_any();
      EchoHelper.insert(a, echo);
      unless(echo.rebuilt(a).extract_Object()._is_equivalent(echo), "another object");
    });
    checks.run("twice", () -> unlessEqual(echo.twice("a\u20ac", 'b'), "a\u20acba\u20ac", "the text"));
    checks.run("exceptions", () -> {
      Choice refused = new Choice();
      refused.number(666);
      ChoiceHolder why = new ChoiceHolder(new Choice());
      why.value.text(-3, "why");
      Refused raised = Checks.raised(Refused.class, () -> echo.echo_Choice(refused, why, new ChoiceHolder()));
      unlessEqual(raised.why.text() + raised.why.discriminator(), "why-3", "the member");
    });
    checks.run("wide_exceptions", () -> {
      Wide wide = WideHelper.read(Samples.make(WideHelper.type(), 1));
      wide.narrow = "refuse";
      wide.text = "\u20ac";
      WideRefused raised = Checks.raised(WideRefused.class,
          () -> echo.echo_Wide(wide, new WideHolder(wide), new WideHolder()));
      unlessEqual(raised.why, "\u20ac", "the member");
    });
  }
}
