//! Every dependency carries a licence that fits ours. Works offline: cargo knows the licences of
//! what it has built.

use std::process::Command;

const FITTING: &[&str] = &[
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// True if an SPDX expression can be satisfied with fitting licences alone.
fn fits(expression: &str) -> bool {
    let expression = expression.replace('/', " OR ");
    let expression = expression.replace(['(', ')'], "");
    expression.split(" AND ").all(|part| {
        part.split(" OR ")
            .any(|licence| FITTING.contains(&licence.trim()))
    })
}

/// This machine's triple: packages for other systems were never downloaded.
fn host() -> String {
    let output = Command::new("rustc")
        .arg("-vV")
        .output()
        .expect("rustc runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.expect("rustc tells its host").to_owned()
}

#[test]
fn all_dependencies_fit() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--locked", "--offline"])
        .args(["--filter-platform", &host()])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
    let packages = metadata["packages"].as_array().expect("a list of packages");
    assert!(packages.len() > 20, "only {} packages seen", packages.len());
    for package in packages {
        let licence = package["license"].as_str().unwrap_or("none");
        assert!(fits(licence), "{}: {licence}", package["name"]);
    }
}

#[test]
fn expressions_are_understood() {
    assert!(fits("MIT OR Apache-2.0"));
    assert!(fits("(MIT OR GPL-3.0-only) AND Unicode-3.0"));
    assert!(!fits("GPL-3.0-only"));
    assert!(!fits("MIT AND GPL-3.0-only"));
}
