//! Which files of a folder are pages of the workbench. The build script uses this to embed them,
//! the server to read them from a folder while they are being written.

use std::fs;
use std::io;
use std::path::Path;

/// What browsers are given, and how it is called.
pub(crate) const KINDS: &[(&str, &str)] = &[
    ("html", "text/html; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("svg", "image/svg+xml"),
    ("json", "application/json"),
    ("webmanifest", "application/manifest+json"),
];

/// What stands beside the pages and is not for browsers.
const BACKSTAGE: &[&str] = &["tests", "node_modules"];
const TOOLING: &[&str] = &[
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "jsconfig.json",
];

/// The content type of a file, by the end of its name; none if it is no page.
pub(crate) fn kind(name: &str) -> Option<&'static str> {
    let (_, end) = name.rsplit_once('.')?;
    let kind = KINDS.iter().find(|(known, _)| *known == end)?;
    Some(kind.1)
}

/// The names of the pages below a folder, with `/` between folders, in order.
pub(crate) fn pages(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    collect(folder, "", &mut names)?;
    names.sort();
    Ok(names)
}

fn collect(folder: &Path, prefix: &str, names: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        let kept = !name.starts_with('.') && !TOOLING.contains(&name.as_str());
        let whole = format!("{prefix}{name}");
        // Links are not followed: what is served stands in the folder itself.
        let file = entry.file_type()?;
        if file.is_dir() && kept && !BACKSTAGE.contains(&name.as_str()) {
            collect(&entry.path(), &format!("{whole}/"), names)?;
        } else if file.is_file() && kept && kind(&name).is_some() {
            names.push(whole);
        }
    }
    Ok(())
}
