//! Writes the table of the pages in `web/`, so that a new file is served without being listed.
#![expect(clippy::print_stdout, reason = "cargo listens to it")]

use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs, io};

#[path = "src/assets/listing.rs"]
mod listing;

fn main() -> io::Result<()> {
    let variable = |name| PathBuf::from(env::var_os(name).expect("cargo sets it"));
    let web = variable("CARGO_MANIFEST_DIR")
        .join("../../web")
        .canonicalize()?;
    // A folder's time changes when a file comes or goes; what is in the files is an input of the
    // compiler's already.
    println!("cargo::rerun-if-changed={}", web.display());
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/assets/listing.rs");
    let mut table = String::from("&[\n");
    for name in listing::pages(&web)? {
        let path = web.join(&name);
        let _ = writeln!(table, "({name:?}, include_bytes!({path:?})),");
    }
    table.push(']');
    fs::write(variable("OUT_DIR").join("pages.rs"), table)
}
