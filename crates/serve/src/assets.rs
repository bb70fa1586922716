//! The pages: what a browser may ask for, looked up by its exact name in a table.
//!
//! The table is made when the program is built, so that the binary needs nothing beside it, and
//! what is not in the table cannot be had by any spelling. For work on the pages themselves they
//! can be read from a folder instead, under the same rule: the folder is listed, and only a name
//! of that list is read.

#[cfg(test)]
mod joining;
mod listing;

use std::borrow::Cow;
use std::fs;
use std::path::PathBuf;

use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use ponder_core::{Fault, text};
use serde_json::Value;

/// The pages of the binary.
static EMBEDDED: &[Page] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// A page of the binary.
struct Page {
    name: &'static str,
    plain: &'static [u8],
    /// The same in gzip.
    packed: &'static [u8],
}

/// What is sent for a page.
struct Sent {
    bytes: Cow<'static, [u8]>,
    packed: bool,
}

/// What is served for the bare address.
const FIRST: &str = "index.html";

/// What the first page has room in for answers, and where they go.
const ROOM: &str = "<script type=\"application/json\" id=\"known\">";

/// See the module.
pub(crate) struct Assets {
    source: Source,
    /// What comes with the first page, so that its board need not wait for a socket.
    known: String,
}

/// Where pages come from.
enum Source {
    /// The binary.
    Embedded,
    /// A folder, read anew for every request.
    Folder(PathBuf),
}

impl Assets {
    /// The pages of a folder, or the embedded ones.
    pub(crate) fn new(folder: Option<PathBuf>) -> Result<Self, Fault> {
        let known = String::new();
        let Some(folder) = folder else {
            let source = Source::Embedded;
            return Ok(Self { source, known });
        };
        let shown = folder.display();
        match listing::pages(&folder) {
            Ok(names) if names.iter().any(|name| name == FIRST) => {
                let source = Source::Folder(folder);
                Ok(Self { source, known })
            }
            Ok(_) => Err(Fault::new(format!("the folder {shown} has no {FIRST}"))
                .hint("give the folder of the pages, web in the source")),
            Err(error) => Err(
                Fault::new(format!("the folder {shown} cannot be read: {error}"))
                    .hint("give the folder of the pages, web in the source"),
            ),
        }
    }

    /// Lets the first page bring answers.
    pub(crate) fn bring(&mut self, answers: &Value) {
        // A text of theirs must not end the element that they stand in.
        self.known = answers.to_string().replace('<', "\\u003c");
    }

    /// The page at the path of a request.
    pub(crate) fn answer(&self, path: &str, headers: &HeaderMap) -> Response {
        let name = match path.strip_prefix('/').unwrap_or(path) {
            "" => FIRST,
            name => name,
        };
        let accepted = headers
            .get(ACCEPT_ENCODING)
            .and_then(|value| value.to_str().ok());
        let packed = accepted.is_some_and(|list| list.split(',').any(|way| way.trim() == "gzip"));
        let (Some(kind), Some(sent)) = (listing::kind(name), self.find(name, packed)) else {
            let sentence = "There is no such page here. The workbench is at /\n";
            return (StatusCode::NOT_FOUND, sentence).into_response();
        };
        let tag = format!("\"{:016x}\"", text::fingerprint(sent.bytes.iter().copied()));
        let known = headers.get(IF_NONE_MATCH);
        let known = known.is_some_and(|known| known.as_bytes() == tag.as_bytes());
        let caching = [
            // Asked for each time, sent only when it has changed: a new version is seen at once.
            (CACHE_CONTROL, "no-cache"),
            (VARY, "accept-encoding"),
            (ETAG, &tag),
        ];
        if known {
            return (StatusCode::NOT_MODIFIED, caching).into_response();
        }
        let mut response = (caching, [(CONTENT_TYPE, kind)], sent.bytes).into_response();
        if sent.packed {
            let way = HeaderValue::from_static("gzip");
            response.headers_mut().insert(CONTENT_ENCODING, way);
        }
        response
    }

    fn find(&self, name: &str, packed: bool) -> Option<Sent> {
        if name == FIRST && !self.known.is_empty() {
            let page = self.read(name, false)?.bytes;
            let page = String::from_utf8_lossy(&page);
            let bytes = page.replacen(ROOM, &format!("{ROOM}{}", self.known), 1);
            return Some(Sent {
                bytes: Cow::Owned(bytes.into_bytes()),
                packed: false,
            });
        }
        self.read(name, packed)
    }

    fn read(&self, name: &str, packed: bool) -> Option<Sent> {
        match &self.source {
            Source::Embedded => {
                let page = EMBEDDED.iter().find(|page| page.name == name)?;
                let bytes = if packed { page.packed } else { page.plain };
                Some(Sent {
                    bytes: Cow::Borrowed(bytes),
                    packed,
                })
            }
            Source::Folder(folder) => {
                let names = listing::pages(folder).ok()?;
                let known = names.into_iter().find(|known| known == name)?;
                Some(Sent {
                    bytes: Cow::Owned(fs::read(folder.join(known)).ok()?),
                    packed: false,
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_pages_are_small() {
        let bytes: usize = EMBEDDED.iter().map(|page| page.packed.len()).sum();
        assert!(bytes < 200_000, "{bytes} bytes");
        assert!(EMBEDDED.iter().any(|page| page.name == FIRST));
    }

    #[test]
    fn pages_are_packed_for_those_who_can_unpack() {
        let assets = Assets::new(None).expect("pages");
        let answer = |ways: &'static str| {
            let ways = HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(ways))]);
            let answer = assets.answer("/main.js", &ways);
            let way = answer.headers().get(CONTENT_ENCODING).cloned();
            (way, answer.headers()[ETAG].clone())
        };
        let (way, tag) = answer("br, gzip");
        assert_eq!(way, Some(HeaderValue::from_static("gzip")));
        let (way, other) = answer("br");
        assert_eq!(way, None);
        assert_ne!(tag, other);
    }

    #[test]
    fn the_first_page_brings_answers_that_stay_in_their_element() {
        let mut assets = Assets::new(None).expect("pages");
        let page = |assets: &Assets| {
            let page = assets.find(FIRST, true).expect("a page");
            String::from_utf8_lossy(&page.bytes).into_owned()
        };
        assets.bring(&json!({ "what": "</script><b>" }));
        let known = format!("{ROOM}{{\"what\":\"\\u003c/script>\\u003cb>\"}}</script>");
        assert!(page(&assets).contains(&known), "{}", page(&assets));
    }

    #[test]
    fn only_pages_of_the_folder_are_served() {
        let parent = tempfile::tempdir().expect("a folder");
        let web = parent.path().join("web");
        fs::create_dir_all(web.join("tests")).expect("a folder");
        fs::create_dir_all(web.join("board")).expect("a folder");
        for file in [
            "web/index.html",
            "web/board/cells.js",
            "web/tests/x.js",
            "secret.js",
        ] {
            fs::write(parent.path().join(file), file).expect("a file");
        }
        fs::write(web.join("notes.txt"), "x").expect("a file");
        let assets = Assets::new(Some(web)).expect("pages");
        let status = |path: &str| assets.answer(path, &HeaderMap::new()).status();
        for path in ["/", "/index.html", "/board/cells.js"] {
            assert_eq!(status(path), StatusCode::OK, "{path}");
        }
        for path in [
            "/../secret.js",
            "//secret.js",
            "/board/../index.html",
            "/./index.html",
            "/board//cells.js",
            "/board%2fcells.js",
            "/tests/x.js",
            "/notes.txt",
            "/INDEX.HTML",
            "/board",
        ] {
            assert_eq!(status(path), StatusCode::NOT_FOUND, "{path}");
        }
        assert!(Assets::new(Some(parent.path().join("none"))).is_err());
        assert!(Assets::new(Some(parent.path().to_owned())).is_err());
    }
}
