package peer;

import static peer.Differs.unless;
import static peer.Differs.unlessEqual;

import Estate.*;
import java.lang.reflect.InvocationHandler;
import java.util.Arrays;
import org.omg.CORBA.Any;
import org.omg.CORBA.AnyHolder;
import org.omg.CORBA.portable.ValueFactory;

/** valuetypes.idl: its servant, and the checks of a client. Only the client of check() can make a Ring. */
final class ValuesPeer {
  static final class LampServant implements LampOperations {
    public String describe() { return "lamp"; }
    public int depth() { return 0; }
    public void light() { }
    public Describable after(Describable given) throws Refused {
      if (given == null) throw new Refused(new NodeImpl(1, null), null);
      return given;
    }
  }

  private static void register(Class<? extends org.omg.CORBA.portable.StreamableValue> type, String id) {
    ValueFactory factory = in -> {
      try {
        return in.read_value(type.getConstructor().newInstance());
      } catch (ReflectiveOperationException wrong) {
        throw new IllegalStateException(wrong);
      }
    };
    ((org.omg.CORBA_2_3.ORB) Peer.orb).register_value_factory(id, factory);
  }

  private static void registerFactories() {
    register(NodeImpl.class, NodeHelper.id());
    register(ShapeImpl.class, ShapeHelper.id());
    register(CircleImpl.class, CircleHelper.id());
    register(AccountImpl.class, AccountHelper.id());
    register(NoticeImpl.class, NoticeHelper.id());
    // JacORB does not find a value box by itself if the IDL type is ValueBase.
    ((org.omg.CORBA_2_3.ORB) Peer.orb).register_value_factory(LongBoxHelper.id(), in -> new LongBox(in.read_long()));
  }

  static org.omg.CORBA.Object servant() {
    registerFactories();
    Lamp lamp = LampHelper.narrow(Peer.activate(new LampPOATie(new LampServant())));
    InvocationHandler rest = (proxy, method, arguments) -> {
      switch (method.getName()) {
        case "echo_base": return arguments[0];
        case "paid":
          ((Account) arguments[0]).pay((Double) arguments[1]);
          return arguments[0];
        case "add":
          ((NamesBoxHolder) arguments[2]).value = new String[] {"sum", "of two"};
          return new LongBox(((LongBox) arguments[0]).value + ((LongBox) arguments[1]).value);
        case "same": return arguments[0] == arguments[1];
        case "number_behind": return arguments[0] instanceof Ring ? -1 : ((Node) arguments[1]).number;
        case "colour_and_number": return ((Shape) arguments[0]).colour;
        case "refuse": throw new Refused((Node) arguments[0], (Node) arguments[0]);
        case "echo_describables": {
          DescribableHolder b = (DescribableHolder) arguments[1];
          ((DescribableHolder) arguments[2]).value = b.value;
          b.value = ((Describable[]) arguments[0])[1];
          return arguments[0];
        }
        case "described": {
          Describable it = (Describable) arguments[0];
          return it == null ? "nothing" : it.describe() + " " + it.depth();
        }
        case "same_notice": return arguments[0] == arguments[1];
        case "its_lamp": return lamp;
        default: return null;
      }
    };
    return Peer.activate(new StorePOATie(Turns.echo(StoreOperations.class, rest)));
  }

  private static String numbers(Node list) {
    return list == null ? "" : list.number + " " + numbers(list.next);
  }

  static void check(Checks checks, org.omg.CORBA.Object given) throws Exception {
    registerFactories();
    Store store = StoreHelper.narrow(given);
    checks.run("nodes", () -> nodes(store));
    checks.run("shapes", () -> shapes(store));
    checks.run("truncation", () -> truncation(store));
    checks.run("holder", () -> {
      Node one = new NodeImpl(1, null);
      Choice choice = new Choice();
      Circle circle = circle("green", 1, one);
      choice.figure(0, circle);
      Choice box = new Choice();
      box.box(new LongBox(5));
      HolderHolder b = new HolderHolder(new Holder(null, box, new Node[0]));
      HolderHolder c = new HolderHolder();
      Holder result = store.echo_holder(new Holder(one, choice, new Node[] {one, one}), b, c);
      unless(result.several[0] == result.first && result.several[1] == result.first, "no longer shared");
      unless(((Circle) result.either.figure()).extra == result.first, "nor in the union");
      unless(b.value.first == result.first && c.value.first == null, "the other arguments");
      unlessEqual(c.value.either.box().value, 5, "the box");
    });
    checks.run("boxes", () -> {
      NamesBoxHolder words = new NamesBoxHolder();
      unlessEqual(store.add(new LongBox(3), new LongBox(4), words).value, 7, "the sum");
      unlessEqual(Arrays.toString(words.value), "[sum, of two]", "the words");
    });
    checks.run("account", () -> {
      Account paid = store.paid(new AccountImpl("me", 5), 2.5);
      unlessEqual(paid.total() + paid.name, "7.5me", "the account");
    });
    checks.run("base", () -> {
      unlessEqual(((Node) store.echo_base(new NodeImpl(6, null))).number, 6, "the node");
      unless(store.echo_base(null) == null, "nil is no longer nil");
    });
    checks.run("boxed_base", () -> {
      unlessEqual(((LongBox) store.echo_base(new LongBox(9))).value, 9, "the box");
    });
    checks.run("exception", () -> {
      Refused refused = Checks.raised(Refused.class, () -> store.refuse(new NodeImpl(12, null)));
      unlessEqual(refused.why.number, 12, "the node");
      unless(refused.why == refused.same, "what was shared is no longer");
    });
    checks.run("any", () -> any(store));
    checks.run("abstract", () -> describables(store));
  }

  private static Circle circle(String colour, float radius, Node extra) {
    Circle made = new CircleImpl();
    made.colour = colour;
    made.radius = radius;
    made.extra = extra;
    return made;
  }

  private static void nodes(Store store) {
    Node shared = new NodeImpl(2, new NodeImpl(3, null));
    NodesHolder b = new NodesHolder(new Node[] {shared});
    NodesHolder c = new NodesHolder();
    Node[] result = store.echo_nodes(new Node[] {new NodeImpl(1, shared), null, shared}, b, c);
    unlessEqual(numbers(result[0]), "1 2 3 ", "the first list");
    unless(result[1] == null && result[2] == result[0].next, "what was shared is no longer");
    unless(b.value[0] == result[0] && c.value[0] == result[2], "what was shared among arguments is no longer");
    unless(store.same(shared, shared), "one value became two");
    unless(!store.same(new NodeImpl(1, null), new NodeImpl(1, null)), "two values became one");
    unless(store.same(null, null), "nil is not nil");
    shared.next = shared;
    Node circular = store.echo_nodes(new Node[] {shared}, b, c)[0];
    unless(circular.next == circular, "the circle is cut");
  }

  private static void shapes(Store store) {
    Shape blue = new ShapeImpl();
    blue.colour = "blue";
    ShapeHolder b = new ShapeHolder(blue);
    ShapeHolder c = new ShapeHolder();
    Circle result = (Circle) store.echo_shape(circle("red", 2.5f, new NodeImpl(5, null)), b, c);
    unlessEqual(result.colour + result.radius + result.extra.number, "red2.55", "the circle");
    unless(b.value == result, "the same circle came back twice");
    unlessEqual(c.value.colour, "blue", "the other colour");
  }

  private static void truncation(Store store) {
    Node behind = new NodeImpl(8, null);
    MadeRing ring = new MadeRing("gold", 3, new NodeImpl(4, null), behind);
    ShapeHolder b = new ShapeHolder(ring);
    ShapeHolder c = new ShapeHolder();
    Shape result = store.echo_shape(ring, b, c);
    unless(result instanceof Circle && !(result instanceof Ring), "the ring was not cut down to a circle");
    Circle cut = (Circle) result;
    unlessEqual(cut.colour + cut.radius + cut.extra.number, "gold3.04", "the circle");
    unless(c.value == result, "what was shared is no longer");
    unlessEqual(store.number_behind(ring, behind), 8, "the node that only the ring had");
    Any any = Peer.orb.create_any();
    NodeHelper.insert(any, behind);
    unlessEqual(store.colour_and_number(ring, any), "gold", "the colour");
  }

  private static void any(Store store) {
    Any a = Peer.orb.create_any();
    NodeHelper.insert(a, new NodeImpl(1, new NodeImpl(2, null)));
    AnyHolder b = new AnyHolder(Peer.orb.create_any());
    LongBoxHelper.insert(b.value, new LongBox(9));
    AnyHolder c = new AnyHolder();
    Any result = store.echo_any(a, b, c);
    unlessEqual(numbers(NodeHelper.extract(result)), "1 2 ", "the list");
    unlessEqual(numbers(NodeHelper.extract(b.value)), "1 2 ", "the second list");
    unlessEqual(LongBoxHelper.extract(c.value).value, 9, "the box");
  }

  private static void describables(Store store) throws Exception {
    Lamp lamp = store.its_lamp();
    unlessEqual(lamp.describe(), "lamp", "the lamp");
    Notice inner = new NoticeImpl("inner", null);
    Notice outer = new NoticeImpl("outer", inner);
    DescribableHolder b = new DescribableHolder(lamp);
    DescribableHolder c = new DescribableHolder();
    Describable[] result = store.echo_describables(new Describable[] {lamp, outer, null, inner}, b, c);
    unlessEqual(result.length, 4, "the length");
    unless(((org.omg.CORBA.Object) result[0])._is_equivalent(lamp), "another lamp");
    unless(((org.omg.CORBA.Object) c.value)._is_equivalent(lamp), "another lamp in c");
    unlessEqual(result[0].describe() + ((Notice) result[1]).words, "lampouter", "the words");
    unless(result[2] == null && result[3] == ((Notice) result[1]).next, "what was shared is no longer");
    unless(b.value == result[1], "what was shared among arguments is no longer");
    unlessEqual(store.described(lamp) + store.described(outer) + store.described(null), "lamp 0outer 1nothing",
        "described");
    unless(store.same_notice(inner, inner), "one value became two");
    unlessEqual(lamp.after(outer).depth(), 1, "the depth");
    unlessEqual(Checks.raised(Refused.class, () -> result[0].after(null)).why.number, 1, "the node");
  }
}
