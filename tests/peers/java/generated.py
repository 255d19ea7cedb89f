"""Generates Java from the tests' IDL files with JacORB's IDL compiler, and corrects faults in its output."""

import pathlib
import re
import subprocess

# The compiler has no built-in CORBA::TypeCode.
ORB_IDL = '#pragma prefix "omg.org"\nmodule CORBA { interface TypeCode; };\n#pragma prefix ""\n'
# The compiler accepts no label above 2^31, and no parameter whose name in Java is that of a type.
LABEL, PLACEHOLDER = "18446744073709551615", "7777777"


def for_the_compiler(name, text):
    if name == "types":
        return "#include <orb.idl>\n" + text.replace(LABEL, PLACEHOLDER)
    return text.replace("out string _string)", "out string text)")


def mended(name, text):
    if name.startswith("ByUlongLong"):
        text = text.replace(PLACEHOLDER, "-1L")
    if name == "TreeHelper.java":
        # The generated code of this type's TypeCode calls itself without end.
        text = text.replace("Types.TreeHelper.type()", "org.omg.CORBA.ORB.init().create_recursive_tc(id())")
    # The generated code takes a default member for that of the discriminator 0 alone.
    text = re.sub(r"if \(_?discriminator != (\(char\))?0\)", "if (false)", text)
    # The generated code drops the discriminator of a union that is read, if it selects the default member, or none.
    if "default:" in text:
        return re.sub(r"(\tdefault:\n.*?)result\.(\w+) \(_var\);", r"\1result.\2 (disc, _var);", text,
                      flags=re.DOTALL)
    return re.sub(r"(switch \(disc.*?)(\n\t\t)(\}\n\t\treturn result;\n\t\}\n\tpublic static void write)",
                  r"\1\2\tdefault: result.__default (disc);\2\3", text, flags=re.DOTALL)


def generate(idl_folder, build, classpath):
    """Generates into build/gen; returns that folder."""
    include, idl, made = build / "include", build / "idl", build / "gen"
    for folder in (include, idl, made):
        folder.mkdir(parents=True, exist_ok=True)
    (include / "orb.idl").write_text(ORB_IDL)
    for name in ("everything", "types", "valuetypes", "contexts"):
        source = idl / f"{name}.idl"
        source.write_text(for_the_compiler(name, (pathlib.Path(idl_folder) / f"{name}.idl").read_text()))
        done = subprocess.run(["java", "-cp", classpath, "org.jacorb.idl.parser", "-sloppy_forward", "-forceOverwrite",
                               "-i2jpackage", "CORBA:org.omg.CORBA", f"-I{include}", "-d", str(made), str(source)],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode != 0 or "SEVERE" in done.stdout:
            raise RuntimeError(f"JacORB's IDL compiler refuses {source}:\n{done.stdout}")
    for path in made.rglob("*.java"):
        path.write_text(mended(path.name, path.read_text()))
    return made
