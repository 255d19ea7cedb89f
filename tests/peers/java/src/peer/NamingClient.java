package peer;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.omg.CORBA.BAD_PARAM;
import org.omg.CORBA.OBJECT_NOT_EXIST;
import org.omg.CosNaming.Binding;
import org.omg.CosNaming.BindingHolder;
import org.omg.CosNaming.BindingIterator;
import org.omg.CosNaming.BindingIteratorHolder;
import org.omg.CosNaming.BindingListHolder;
import org.omg.CosNaming.BindingType;
import org.omg.CosNaming.NameComponent;
import org.omg.CosNaming.NamingContext;
import org.omg.CosNaming.NamingContextExt;
import org.omg.CosNaming.NamingContextExtHelper;
import org.omg.CosNaming.NamingContextExtPackage.InvalidAddress;
import org.omg.CosNaming.NamingContextHelper;
import org.omg.CosNaming.NamingContextPackage.AlreadyBound;
import org.omg.CosNaming.NamingContextPackage.CannotProceed;
import org.omg.CosNaming.NamingContextPackage.InvalidName;
import org.omg.CosNaming.NamingContextPackage.NotEmpty;
import org.omg.CosNaming.NamingContextPackage.NotFound;
import org.omg.CosNaming.NamingContextPackage.NotFoundReason;

/**
 * All operations of a naming service's client. --root is its root context, which is empty; --other that of another
 * service, --object the object to bind.
 */
final class NamingClient {
  private static final int MANY = 250;

  private final NamingContextExt root;
  private final NamingContextExt other;
  private final org.omg.CORBA.Object object;

  private NamingClient(org.omg.CORBA.Object root, Map<String, String> options) {
    this.root = NamingContextExtHelper.narrow(root);
    other = NamingContextExtHelper.narrow(Peer.orb.string_to_object(options.get("--other")));
    object = Peer.orb.string_to_object(options.get("--object"));
  }

  static void check(Checks checks, org.omg.CORBA.Object root, Map<String, String> options) {
    NamingClient client = new NamingClient(root, options);
    checks.run("bind_and_resolve", client::bindAndResolve);
    checks.run("contexts", client::contexts);
    checks.run("exceptions", client::exceptions);
    checks.run("list_with_next_one", client::listOneByOne);
    checks.run("list_with_next_n", client::listByPages);
    checks.run("iterator_errors", client::iteratorErrors);
    checks.run("federation", client::federation);
    checks.run("names_as_text", client::text);
    checks.run("odd_names", client::oddNames);
    checks.run("names_beyond_latin", client::namesBeyondLatin);
    checks.run("corbaname", client::corbaname);
    checks.run("equivalence", client::equivalence);
  }

  private NameComponent[] name(String text) throws Exception {
    return root.to_name(text);
  }

  private static void equal(String expected, String found) throws Differs {
    if (!expected.equals(found)) throw new Differs("'" + found + "', not '" + expected + "'");
  }

  private static void isTrue(boolean truth, String what) throws Differs {
    if (!truth) throw new Differs("not true: " + what);
  }

  private void bindAndResolve() throws Exception {
    root.bind(name("object.kind"), object);
    isTrue(root.resolve(name("object.kind"))._is_equivalent(object), "the object is resolved");
    isTrue(root.resolve_str("object.kind")._is_equivalent(object), "and by its text");
    root.rebind(name("object.kind"), root);
    isTrue(root.resolve(name("object.kind"))._is_equivalent(root), "another is bound");
    root.unbind(name("object.kind"));
    Checks.raised(NotFound.class, () -> root.resolve(name("object.kind")));
  }

  private void contexts() throws Exception {
    NamingContext a = root.bind_new_context(name("a"));
    a.bind(name("object"), object);
    isTrue(root.resolve(name("a/object"))._is_equivalent(object), "through the context");
    NamingContext loose = root.new_context();
    loose.bind(name("inner"), object);
    root.bind_context(name("a/loose"), loose);
    isTrue(root.resolve(name("a/loose/inner"))._is_equivalent(object), "through two");
    NamingContext further = root.new_context();
    root.rebind_context(name("a/loose"), further);
    Checks.raised(NotFound.class, () -> root.resolve(name("a/loose/inner")));
    loose.unbind(name("inner"));
    loose.destroy();
    Checks.raised(OBJECT_NOT_EXIST.class, () -> loose.bind(name("x"), object));
    Checks.raised(NotEmpty.class, a::destroy);
    further.destroy();
    root.unbind(name("a/loose"));
    root.unbind(name("a/object"));
    a.destroy();
    root.unbind(name("a"));
  }

  private void exceptions() throws Exception {
    root.bind_new_context(name("c"));
    root.bind(name("o"), object);
    Checks.raised(AlreadyBound.class, () -> root.bind(name("o"), object));
    Checks.raised(AlreadyBound.class, () -> root.bind_new_context(name("c")));
    Checks.raised(AlreadyBound.class, () -> root.bind_context(name("o"), root));
    Checks.raised(InvalidName.class, () -> root.resolve(new NameComponent[0]));
    Checks.raised(InvalidName.class, () -> root.to_name("a//b"));
    Checks.raised(InvalidName.class, () -> root.to_string(new NameComponent[0]));
    notFound(NotFoundReason.missing_node, "x/y/z", () -> root.resolve(name("c/x/y/z")));
    notFound(NotFoundReason.missing_node, "n", () -> root.unbind(name("c/n")));
    notFound(NotFoundReason.not_context, "o/x", () -> root.resolve(name("o/x")));
    notFound(NotFoundReason.not_object, "c", () -> root.rebind(name("c"), object));
    notFound(NotFoundReason.not_context, "o", () -> root.rebind_context(name("o"), root));
    root.unbind(name("o"));
    NamingContextHelper.narrow(root.resolve(name("c"))).destroy();
    root.unbind(name("c"));
  }

  private void notFound(NotFoundReason why, String rest, Checks.Check call) throws Exception {
    NotFound raised = Checks.raised(NotFound.class, call);
    isTrue(raised.why.value() == why.value(), "the reason of " + rest + " is " + raised.why.value());
    equal(rest, root.to_string(raised.rest_of_name));
  }

  private Set<String> fill(NamingContext context) throws Exception {
    Set<String> names = new TreeSet<>();
    for (int i = 0; i < MANY; ++i) {
      context.bind(name("n" + i), object);
      names.add("n" + i);
    }
    return names;
  }

  private void clear(String context, Set<String> names) throws Exception {
    for (String one : names) root.unbind(name(context + "/" + one));
    NamingContextHelper.narrow(root.resolve(name(context))).destroy();
    root.unbind(name(context));
  }

  /** Lists names like JacORB's lister. */
  private void listOneByOne() throws Exception {
    NamingContext many = root.bind_new_context(name("one"));
    final Set<String> names = fill(many);
    BindingListHolder list = new BindingListHolder();
    BindingIteratorHolder iterator = new BindingIteratorHolder();
    many.list(0, list, iterator);
    isTrue(list.value.length == 0 && iterator.value != null, "none at first, and an iterator");
    Set<String> found = new TreeSet<>();
    BindingHolder one = new BindingHolder();
    while (iterator.value.next_one(one)) found.add(one.value.binding_name[0].id);
    isTrue(!iterator.value.next_one(one), "nothing behind the end");
    iterator.value.destroy();
    isTrue(found.equals(names), "all are listed");
    clear("one", names);
  }

  private void listByPages() throws Exception {
    NamingContext many = root.bind_new_context(name("pages"));
    final Set<String> names = fill(many);
    many.bind_new_context(name("inner"));
    names.add("inner");
    BindingListHolder list = new BindingListHolder();
    BindingIteratorHolder iterator = new BindingIteratorHolder();
    many.list(100, list, iterator);
    Set<String> found = new TreeSet<>();
    int contexts = take(list, found);
    isTrue(found.size() == 100, "a page");
    while (iterator.value.next_n(60, list)) contexts += take(list, found);
    contexts += take(list, found);
    iterator.value.destroy();
    isTrue(found.equals(names) && contexts == 1, "all are listed, one of them a context");
    many.list(10_000, list, iterator);
    isTrue(list.value.length == names.size() && iterator.value == null, "all at once, and no iterator");
    NamingContextHelper.narrow(many.resolve(name("inner"))).destroy();
    clear("pages", names);
  }

  private static int take(BindingListHolder list, Set<String> found) {
    int contexts = 0;
    for (Binding binding : list.value) {
      if (!found.add(binding.binding_name[0].id)) continue;
      if (binding.binding_type.value() == BindingType.ncontext.value()) ++contexts;
    }
    return contexts;
  }

  private void iteratorErrors() throws Exception {
    NamingContext many = root.bind_new_context(name("iterated"));
    final Set<String> names = fill(many);
    BindingListHolder list = new BindingListHolder();
    BindingIteratorHolder holder = new BindingIteratorHolder();
    many.list(1, list, holder);
    BindingIterator iterator = holder.value;
    Checks.raised(BAD_PARAM.class, () -> iterator.next_n(0, new BindingListHolder()));
    iterator.destroy();
    Checks.raised(OBJECT_NOT_EXIST.class, () -> iterator.next_one(new BindingHolder()));
    Checks.raised(OBJECT_NOT_EXIST.class, iterator::destroy);
    clear("iterated", names);
  }

  /** Binds a context of another service in this one, and the reverse. */
  private void federation() throws Exception {
    other.bind_new_context(other.to_name("theirs"));
    other.bind(other.to_name("theirs/object"), object);
    root.bind_context(name("there"), other);
    isTrue(root.resolve(name("there/theirs/object"))._is_equivalent(object), "what the other has");
    root.bind(name("there/theirs/ours"), object);
    isTrue(other.resolve(other.to_name("theirs/ours"))._is_equivalent(object), "what is bound through this one");
    notFound(NotFoundReason.missing_node, "x/y", () -> root.resolve(name("there/theirs/x/y")));
    Checks.raised(AlreadyBound.class, () -> root.bind(name("there/theirs/object"), object));
    other.bind_context(other.to_name("back"), root);
    isTrue(root.resolve(name("there/back/there/theirs/object"))._is_equivalent(object), "there and back");
    other.unbind(other.to_name("back"));
    root.unbind(name("there/theirs/ours"));
    root.unbind(name("there/theirs/object"));
    NamingContextHelper.narrow(other.resolve(other.to_name("theirs"))).destroy();
    other.unbind(other.to_name("theirs"));
    root.unbind(name("there"));
    org.omg.CORBA.Object gone = Peer.orb.string_to_object("corbaloc:iiop:1.2@127.0.0.1:1/NameService");
    root.bind_context(name("gone"), org.omg.CosNaming.NamingContextHelper.unchecked_narrow(gone));
    CannotProceed stopped = Checks.raised(CannotProceed.class, () -> root.resolve(name("gone/x")));
    equal("x", root.to_string(stopped.rest_of_name));
    root.unbind(name("gone"));
  }

  private void text() throws Exception {
    NameComponent[] odd = {new NameComponent("a.b", "c/d"), new NameComponent("", ""), new NameComponent("", "k")};
    equal("a\\.b.c\\/d/./.k", root.to_string(odd));
    NameComponent[] again = root.to_name("a\\.b.c\\/d/./.k");
    isTrue(again.length == 3 && again[0].id.equals("a.b") && again[0].kind.equals("c/d"), "the name again");
    equal("corbaname::host:2809#a%20b", root.to_url(":host:2809", "a b"));
    Checks.raised(InvalidAddress.class, () -> root.to_url("", "a"));
    Checks.raised(InvalidName.class, () -> root.to_url(":host", "a//b"));
  }

  private void oddNames() throws Exception {
    StringBuilder latin = new StringBuilder();
    for (char c = 1; c < 256; ++c) latin.append(c);
    NameComponent[] deep = new NameComponent[20];
    for (int i = 0; i < deep.length; ++i) {
      deep[i] = new NameComponent(latin.toString() + i, "kind");
      NameComponent[] part = java.util.Arrays.copyOf(deep, i + 1);
      if (i + 1 < deep.length) root.bind_new_context(part); else root.bind(part, object);
    }
    isTrue(root.resolve(deep)._is_equivalent(object), "twenty contexts deep");
    isTrue(root.resolve(root.to_name(root.to_string(deep)))._is_equivalent(object), "by its text");
    for (int i = deep.length; i > 0; --i) {
      NameComponent[] part = java.util.Arrays.copyOf(deep, i);
      if (i < deep.length) NamingContextHelper.narrow(root.resolve(part)).destroy();
      root.unbind(part);
    }
  }

  /** Names beyond Latin that `dimma naming` has bound, and names that this client binds. */
  private void namesBeyondLatin() throws Exception {
    for (String text : new String[] {"\u65e5\u672c\u8a9e", "\u00fc", "\u0395\u03bb\u03bb\u03ac\u03b4\u03b1", "\ud83d\ude80"}) {
      NameComponent[] bound = {new NameComponent(text, "bound")};
      isTrue(root.resolve(bound) != null, "what the command has bound is resolved: " + text);
      root.unbind(bound);
      NameComponent[] own = {new NameComponent(text, text)};
      root.bind(own, object);
      isTrue(root.resolve(own)._is_equivalent(object), "what this client has bound is resolved: " + text);
      BindingListHolder listed = new BindingListHolder();
      root.list(10, listed, new BindingIteratorHolder());
      isTrue(Arrays.stream(listed.value).anyMatch(each -> each.binding_name[0].kind.equals(text)), "it is listed: " + text);
      root.unbind(own);
    }
  }

  private void corbaname() throws Exception {
    root.bind(name("by.url"), object);
    String address = System.getProperty("peer.address");
    org.omg.CORBA.Object found = Peer.orb.string_to_object("corbaname::" + address + "#by.url");
    isTrue(found._is_equivalent(object), "the object");
    root.unbind(name("by.url"));
  }

  private void equivalence() throws Exception {
    NamingContext context = root.bind_new_context(name("same"));
    org.omg.CORBA.Object again = root.resolve(name("same"));
    isTrue(again._is_equivalent(context) && again._hash(1000) == context._hash(1000), "one context");
    isTrue(!again._is_equivalent(root), "and another");
    isTrue(again._is_a("IDL:omg.org/CosNaming/NamingContextExt:1.0"), "an extended context");
    isTrue(!context._non_existent(), "which exists");
    context.destroy();
    isTrue(context._non_existent(), "and does no longer");
    root.unbind(name("same"));
  }
}
