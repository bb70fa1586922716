//! Joins modules and stylesheets when the program is built, so that a first visit fetches a few
//! files and not sixty. The sources stay what browsers understand as they are: served from a
//! folder, nothing is joined.
//!
//! A module becomes a block in which its imports are constants, and leaves what it exports in a
//! table; the blocks stand in the order in which a browser would run them. So scopes stay apart,
//! and every module runs once. What one `await import("./x.js")` fetches later becomes a second
//! part, a function that is given the same table: both parts share their modules.
//!
//! This is no parser of JavaScript. It knows the few forms that our modules use, one a line, and
//! refuses all others, so that a page either works joined or is not built.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Texts of files by their names.
pub(crate) type Texts = BTreeMap<String, String>;

/// Where modules leave what they export. No source may use the name.
const TABLE: &str = "$modules";

/// A module, taken apart.
#[derive(Default)]
struct Module {
    /// The modules it imports, in order, with the names that it takes of each as `name` or
    /// `name: its own name`.
    imports: Vec<(String, Vec<String>)>,
    exports: Vec<String>,
    /// The module that it fetches later.
    later: Option<String>,
    /// What is left: the same lines without `import` and `export`.
    body: String,
}

/// Joins a module with all that it imports, and what it fetches later with what only that needs.
/// The parts have the names of the modules that they begin with.
pub(crate) fn scripts(entry: &str, sources: &Texts) -> Result<Texts, String> {
    let mut modules = BTreeMap::new();
    let mut order = Vec::new();
    gather(entry, sources, &mut modules, &mut order, &mut Vec::new())?;
    let first = order.len();
    let mut parts = Texts::new();
    let mut fetched = order.iter().filter_map(|name| {
        let later = modules[name].later.clone()?;
        Some((name.clone(), later))
    });
    if let Some((by, later)) = fetched.next() {
        if fetched.next().is_some() {
            return Err(format!("{by} is not the only module that fetches later"));
        }
        if modules.contains_key(&later) {
            return Err(format!("{by} fetches {later} later, but it is imported"));
        }
        gather(&later, sources, &mut modules, &mut order, &mut Vec::new())?;
        let more = order[first..]
            .iter()
            .find(|&name| modules[name].later.is_some());
        if let Some(name) = more {
            return Err(format!("{name} fetches later, and is itself fetched later"));
        }
        let blocks = blocks(&order[first..], &modules);
        let text = format!(
            "export async function join({TABLE}) {{\n{blocks}return {TABLE}[{later:?}];\n}}\n"
        );
        parts.insert(later, text);
    }
    let blocks = blocks(&order[..first], &modules);
    parts.insert(entry.to_owned(), format!("const {TABLE} = {{}};\n{blocks}"));
    Ok(parts)
}

/// Puts in place of every `@import` of a stylesheet what it imports; that imports no further.
pub(crate) fn styles(entry: &str, sources: &Texts) -> Result<String, String> {
    let mut text = String::new();
    for (number, line) in source(entry, sources)?.lines().enumerate() {
        let refuse = || unknown(entry, number, line);
        if line.contains("@import") {
            let name = line.strip_prefix("@import \"").ok_or_else(refuse)?;
            let sheet = source(name.strip_suffix("\";").ok_or_else(refuse)?, sources)?;
            if sheet.contains("@import") {
                return Err(refuse());
            }
            text.push_str(sheet);
        } else {
            text.push_str(line);
            text.push('\n');
        }
    }
    Ok(text)
}

/// Takes a module and its imports apart and puts them in the order in which they run; `path` is
/// the way of imports that led here.
fn gather(
    name: &str,
    sources: &Texts,
    modules: &mut BTreeMap<String, Module>,
    order: &mut Vec<String>,
    path: &mut Vec<String>,
) -> Result<(), String> {
    if path.iter().any(|passed| passed == name) {
        let way = path.join(" -> ");
        return Err(format!("modules import each other: {way} -> {name}"));
    }
    if modules.contains_key(name) {
        return Ok(());
    }
    let module = take_apart(name, source(name, sources)?)?;
    path.push(name.to_owned());
    for (imported, names) in &module.imports {
        gather(imported, sources, modules, order, path)?;
        let exports = &modules[imported].exports;
        for taken in names.iter().filter_map(|name| name.split(':').next()) {
            if !exports.iter().any(|export| export == taken) {
                return Err(format!("{name} imports {taken}, which {imported} has not"));
            }
        }
    }
    path.pop();
    modules.insert(name.to_owned(), module);
    order.push(name.to_owned());
    Ok(())
}

fn source<'s>(name: &str, sources: &'s Texts) -> Result<&'s str, String> {
    let source = sources.get(name).map(String::as_str);
    source.ok_or_else(|| format!("{name} is imported, and there is no such file"))
}

fn unknown(name: &str, number: usize, line: &str) -> String {
    let number = number + 1;
    format!("{name}:{number}: pages cannot be joined with this line: {line}")
}

fn take_apart(name: &str, source: &str) -> Result<Module, String> {
    let mut module = Module::default();
    for (number, line) in source.lines().enumerate() {
        let refuse = || unknown(name, number, line);
        let code = without_comment(line);
        let begins = |words: &[&str]| words.iter().any(|word| code.starts_with(word));
        if begins(&["import ", "import{", "import\"", "import'"]) {
            module.imports.push(import(line).ok_or_else(refuse)?);
        } else if begins(&["export ", "export{", "export*"]) {
            let (declared, name) = export(line).ok_or_else(refuse)?;
            module.exports.push(name.to_owned());
            module.body.push_str(declared);
        } else if code.contains("import(") {
            let (before, rest) = line.split_once("import(").ok_or_else(refuse)?;
            let (later, after) = rest.split_once(')').ok_or_else(refuse)?;
            let before = before.strip_suffix("await ").ok_or_else(refuse)?;
            let later = file(later).ok_or_else(refuse)?;
            if after.contains("import(") || module.later.is_some() {
                return Err(refuse());
            }
            let _ = write!(
                module.body,
                "{before}await (await import(\"./{later}\")).join({TABLE}){after}"
            );
            module.later = Some(later.to_owned());
        } else if begins(&["var "]) || code.contains("import.meta") || code.contains(TABLE) {
            // A `var` would leave its block; a joined module has another address.
            return Err(refuse());
        } else {
            module.body.push_str(line);
        }
        module.body.push('\n');
    }
    Ok(module)
}

/// A line from where its code begins; only comments that it begins with are known.
fn without_comment(line: &str) -> &str {
    let line = line.trim_start();
    if line.starts_with("//") {
        ""
    } else if line.starts_with("/*") || line.starts_with('*') {
        line.rsplit_once("*/")
            .map_or("", |(_, code)| code.trim_start())
    } else {
        line
    }
}

/// Reads `import { a, b as c } from "./x.js";` or `import "./x.js";`.
fn import(line: &str) -> Option<(String, Vec<String>)> {
    let rest = line.strip_prefix("import ")?.strip_suffix(';')?;
    let (names, from) = match rest.strip_prefix("{ ") {
        Some(rest) => rest.split_once(" } from ")?,
        None => ("", rest),
    };
    let names = names.split(", ").filter(|name| !name.is_empty());
    let names = names.map(|name| match name.split_once(" as ") {
        Some((theirs, own)) => Some(format!("{}: {}", word(theirs)?, word(own)?)),
        None => word(name).map(str::to_owned),
    });
    Some((file(from)?.to_owned(), names.collect::<Option<_>>()?))
}

/// Reads `export class A`, `export function a(`, `export async function a(` or
/// `export const a = `: what is declared, and its name. Others may change after they were imported.
fn export(line: &str) -> Option<(&str, &str)> {
    let declared = line.strip_prefix("export ")?;
    let ways = [
        ("class ", " "),
        ("function ", "("),
        ("async function ", "("),
        ("const ", " = "),
    ];
    let name = ways.iter().find_map(|(kind, end)| {
        let (name, _) = declared.strip_prefix(kind)?.split_once(end)?;
        word(name)
    });
    Some((declared, name?))
}

/// The name in `"./name.js"`; modules stand in one folder.
fn file(quoted: &str) -> Option<&str> {
    let name = quoted.strip_prefix("\"./")?.strip_suffix('"')?;
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let stem = name.strip_suffix(".js")?;
    (!stem.is_empty() && stem.chars().all(plain)).then_some(name)
}

fn word(text: &str) -> Option<&str> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    (!text.is_empty() && text.chars().all(plain)).then_some(text)
}

/// Modules as blocks.
fn blocks(order: &[String], modules: &BTreeMap<String, Module>) -> String {
    let mut text = String::new();
    for name in order {
        let module = &modules[name];
        let _ = writeln!(text, "{{ // {name}");
        for (imported, names) in &module.imports {
            if !names.is_empty() {
                let names = names.join(", ");
                let _ = writeln!(text, "const {{ {names} }} = {TABLE}[{imported:?}];");
            }
        }
        let exports = module.exports.join(", ");
        let _ = writeln!(
            text,
            "{}{TABLE}[{name:?}] = {{ {exports} }};\n}}",
            module.body
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(files: &[(&str, &str)]) -> Texts {
        let files = files.iter();
        files
            .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()))
            .collect()
    }

    fn joined(files: &[(&str, &str)]) -> Result<Texts, String> {
        scripts("main.js", &texts(files))
    }

    fn refused(files: &[(&str, &str)]) -> String {
        joined(files).expect_err("a refusal")
    }

    #[test]
    fn modules_become_blocks_in_the_order_in_which_they_run() {
        let parts = joined(&[
            (
                "main.js",
                "import \"./theme.js\";\nimport { a, b as c } from \"./one.js\";\na(c);\n",
            ),
            (
                "one.js",
                "import { mix } from \"./two.js\";\nexport function a(x) {\n  mix(x);\n}\nexport const b = 1;\n",
            ),
            ("theme.js", "wear();\n"),
            (
                "two.js",
                "export async function mix(x) {}\nexport class C {}\n",
            ),
        ]);
        let expected = r#"const $modules = {};
{ // theme.js
wear();
$modules["theme.js"] = {  };
}
{ // two.js
async function mix(x) {}
class C {}
$modules["two.js"] = { mix, C };
}
{ // one.js
const { mix } = $modules["two.js"];

function a(x) {
  mix(x);
}
const b = 1;
$modules["one.js"] = { a, b };
}
{ // main.js
const { a, b: c } = $modules["one.js"];


a(c);
$modules["main.js"] = {  };
}
"#;
        assert_eq!(parts, Ok(texts(&[("main.js", expected)])));
    }

    #[test]
    fn what_is_fetched_later_has_the_same_modules() {
        let parts = joined(&[
            (
                "main.js",
                "import { h } from \"./dom.js\";\nconst { go } = await import(\"./desk.js\");\ngo(h);\n",
            ),
            ("dom.js", "export const h = 1;\n"),
            (
                "desk.js",
                "import { h } from \"./dom.js\";\nimport { k } from \"./keys.js\";\nexport const go = () => h + k;\n",
            ),
            ("keys.js", "export const k = 2;\n"),
        ])
        .expect("two parts");
        let desk = r#"export async function join($modules) {
{ // keys.js
const k = 2;
$modules["keys.js"] = { k };
}
{ // desk.js
const { h } = $modules["dom.js"];
const { k } = $modules["keys.js"];


const go = () => h + k;
$modules["desk.js"] = { go };
}
return $modules["desk.js"];
}
"#;
        assert_eq!(parts["desk.js"], desk);
        let line = "const { go } = await (await import(\"./desk.js\")).join($modules);\n";
        assert!(parts["main.js"].contains(line), "{}", parts["main.js"]);
        assert!(!parts["main.js"].contains("k = 2"));
    }

    #[test]
    fn forms_that_are_not_known_are_refused() {
        for line in [
            "import x from \"./x.js\";",
            "import * as x from \"./x.js\";",
            "import { a } from './x.js';",
            "import { a } from \"./x.js\"",
            "import { a } from \"x.js\";",
            "import { a } from \"../x.js\";",
            "import { a } from \"./x/x.js\";",
            "import {",
            "  import { a } from \"./x.js\";",
            "export let a = 1;",
            "export var a = 1;",
            "export default a;",
            "export { a };",
            "export * from \"./x.js\";",
            "export const { a } = b;",
            "export function* a() {}",
            "  export const a = 1;",
            "var a = 1;",
            "import(\"./x.js\");",
            "await import(name);",
            "await import(\"./x.js\"), await import(\"./x.js\");",
            "a(import.meta.url);",
            "const $modules = 1;",
            "/** A number. */ export const a = 1;",
        ] {
            let why = refused(&[
                ("main.js", &format!("a();\n{line}\n")),
                ("x.js", "export const a = 1;\n"),
            ]);
            assert_eq!(
                why,
                format!("main.js:2: pages cannot be joined with this line: {line}")
            );
        }
        for comment in [
            "// import * as x",
            "/** @type {import(\"./x.js\").X} */",
            " * export x",
        ] {
            assert!(joined(&[("main.js", comment)]).is_ok(), "{comment}");
        }
    }

    #[test]
    fn what_does_not_fit_together_is_refused() {
        let import = |name: &str| format!("import {{ a }} from \"./{name}.js\";\n");
        assert_eq!(
            refused(&[("main.js", &import("x"))]),
            "x.js is imported, and there is no such file"
        );
        assert_eq!(
            refused(&[("main.js", &import("x")), ("x.js", "export const b = 1;\n")]),
            "main.js imports a, which x.js has not"
        );
        assert_eq!(
            refused(&[
                ("main.js", &import("x")),
                ("x.js", &import("y")),
                ("y.js", &import("x"))
            ]),
            "modules import each other: main.js -> x.js -> y.js -> x.js"
        );
        let later = "await import(\"./x.js\");\n";
        let x = ("x.js", "export const a = 1;\n");
        assert_eq!(
            refused(&[("main.js", &(import("x") + later)), x]),
            "main.js fetches x.js later, but it is imported"
        );
        assert_eq!(
            refused(&[
                ("main.js", later),
                ("x.js", "await import(\"./y.js\");\n"),
                ("y.js", "")
            ]),
            "x.js fetches later, and is itself fetched later"
        );
        let y = format!("{later}export const a = 1;\n");
        assert_eq!(
            refused(&[("main.js", &(import("y") + later)), ("y.js", &y), x]),
            "y.js is not the only module that fetches later"
        );
    }

    #[test]
    fn stylesheets_are_joined_in_order() {
        let sheets = |main: &str| {
            let files = [("main.css", main), ("a.css", "a {}\n"), ("b.css", "b {}\n")];
            styles("main.css", &texts(&files))
        };
        let joined = sheets("@import \"a.css\";\n@import \"b.css\";\nc {}\n");
        assert_eq!(joined.as_deref(), Ok("a {}\nb {}\nc {}\n"));
        for line in ["@import url(\"a.css\");", "@import \"main.css\";"] {
            assert_eq!(
                sheets(line).expect_err("a refusal"),
                format!("main.css:1: pages cannot be joined with this line: {line}")
            );
        }
        assert_eq!(
            sheets("@import \"c.css\";").expect_err("a refusal"),
            "c.css is imported, and there is no such file"
        );
    }
}
