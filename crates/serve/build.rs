//! Writes the table of the pages in `web/`: modules and stylesheets joined, so that a first visit
//! takes few answers, and all of it packed, so that browsers fetch a third of the bytes.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use flate2::Compression;
use flate2::write::GzEncoder;

#[path = "src/assets/joining.rs"]
mod joining;
#[path = "src/assets/listing.rs"]
mod listing;

/// What the first page names of each kind; the others are imported by it.
const SCRIPT: &str = "main.js";
const STYLE: &str = "main.css";

fn main() -> io::Result<()> {
    let variable = |name| PathBuf::from(env::var_os(name).expect("cargo sets it"));
    let web = variable("CARGO_MANIFEST_DIR")
        .join("../../web")
        .canonicalize()?;
    // A folder's time changes when a file comes or goes.
    println!("cargo::rerun-if-changed={}", web.display());
    for file in ["build.rs", "src/assets/joining.rs", "src/assets/listing.rs"] {
        println!("cargo::rerun-if-changed={file}");
    }
    let out = variable("OUT_DIR");
    let mut table = String::from("&[\n");
    for (number, (name, page)) in pages(&web)?.into_iter().enumerate() {
        let plain = out.join(number.to_string());
        let packed = plain.with_extension("gz");
        let mut packer = GzEncoder::new(Vec::new(), Compression::best());
        packer.write_all(page.as_bytes())?;
        fs::write(&packed, packer.finish()?)?;
        fs::write(&plain, page)?;
        let bytes = |path: &Path| format!("include_bytes!({:?})", path.display().to_string());
        let (plain, packed) = (bytes(&plain), bytes(&packed));
        let _ = writeln!(
            table,
            "Page {{ name: {name:?}, plain: {plain}, packed: {packed} }},"
        );
    }
    table.push(']');
    fs::write(out.join("pages.rs"), table)
}

/// What browsers are given, by name.
fn pages(web: &Path) -> io::Result<joining::Texts> {
    let mut sources = joining::Texts::new();
    for name in listing::pages(web)? {
        let path = web.join(&name);
        println!("cargo::rerun-if-changed={}", path.display());
        sources.insert(name, fs::read_to_string(path)?);
    }
    let mut pages = joining::scripts(SCRIPT, &sources).map_err(io::Error::other)?;
    let style = joining::styles(STYLE, &sources).map_err(io::Error::other)?;
    pages.insert(STYLE.to_owned(), style);
    sources.retain(|name, _| !matches!(name.rsplit_once('.'), Some((_, "js" | "css"))));
    pages.append(&mut sources);
    Ok(pages)
}
