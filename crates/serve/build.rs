//! Writes the table of the pages in `web/`, so that a new file is served without being listed, and
//! packs them, so that browsers fetch a third of their bytes.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use flate2::Compression;
use flate2::write::GzEncoder;

#[path = "src/assets/listing.rs"]
mod listing;

fn main() -> io::Result<()> {
    let variable = |name| PathBuf::from(env::var_os(name).expect("cargo sets it"));
    let web = variable("CARGO_MANIFEST_DIR")
        .join("../../web")
        .canonicalize()?;
    // A folder's time changes when a file comes or goes.
    println!("cargo::rerun-if-changed={}", web.display());
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/assets/listing.rs");
    let out = variable("OUT_DIR");
    let mut table = String::from("&[\n");
    for (number, name) in listing::pages(&web)?.iter().enumerate() {
        let path = web.join(name);
        println!("cargo::rerun-if-changed={}", path.display());
        let packed = out.join(format!("{number}.gz"));
        let mut packer = GzEncoder::new(Vec::new(), Compression::best());
        packer.write_all(&fs::read(&path)?)?;
        fs::write(&packed, packer.finish()?)?;
        let bytes = |path: &Path| format!("include_bytes!({:?})", path.display().to_string());
        let (plain, packed) = (bytes(&path), bytes(&packed));
        let _ = writeln!(
            table,
            "Page {{ name: {name:?}, plain: {plain}, packed: {packed} }},"
        );
    }
    table.push(']');
    fs::write(out.join("pages.rs"), table)
}
