//! Who is let in, and what is served.

mod common;

use common::{Client, get, host, http, options, server};
use ponder_serve::Options;

#[test]
fn the_first_page_comes_with_its_headers() {
    let server = server(&options());
    let answer = get(&server, "/", &host(&server));
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    let head = answer
        .split("\r\n\r\n")
        .next()
        .expect("a head")
        .to_lowercase();
    for header in [
        "content-type: text/html; charset=utf-8",
        "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self';",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "cross-origin-opener-policy: same-origin",
        "cross-origin-resource-policy: same-origin",
        "cache-control: no-cache",
    ] {
        assert!(head.contains(header), "{header} in {head}");
    }
    assert!(!head.contains("access-control"), "{head}");
    assert!(!head.contains("set-cookie"), "{head}");
    let tag = head
        .lines()
        .find_map(|line| line.strip_prefix("etag: "))
        .expect("a tag");
    let known = format!("{}If-None-Match: {tag}\r\n", host(&server));
    assert!(get(&server, "/index.html", &known).starts_with("HTTP/1.1 304"));
}

#[test]
fn foreign_names_are_refused() {
    let server = server(&options());
    let port = server.address().port();
    for name in [
        "evil.org",
        &format!("evil.org:{port}"),
        "127.0.0.1",
        "localhost:1",
    ] {
        for path in ["/", "/socket", "/nothing"] {
            let answer = get(&server, path, &format!("Host: {name}\r\n"));
            assert!(answer.starts_with("HTTP/1.1 403"), "{name}{path}: {answer}");
        }
    }
    let answer = get(&server, "/", &format!("Host: localhost:{port}\r\n"));
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    // No name at all is no HTTP.
    assert!(get(&server, "/", "").starts_with("HTTP/1.1 403"));
}

#[test]
fn foreign_origins_are_refused() {
    let server = server(&options());
    let port = server.address().port();
    let own = format!("http://127.0.0.1:{port}");
    let open = |origin: &str| Client::with_headers(&server, &[("origin", origin)]);
    assert!(open(&own).is_ok());
    assert!(Client::with_headers(&server, &[]).is_ok());
    let local = [
        ("origin", &*format!("http://localhost:{port}")),
        ("host", &*format!("localhost:{port}")),
    ];
    assert!(Client::with_headers(&server, &local).is_ok());
    for origin in [
        "http://evil.org",
        "null",
        "http://127.0.0.1",
        &format!("https://127.0.0.1:{port}"),
        &format!("{own}0"),
        &format!("{own}.evil.org"),
        &format!("http://localhost:{port}"),
    ] {
        let Err(tungstenite::Error::Http(answer)) = open(origin) else {
            panic!("{origin} was let in");
        };
        assert_eq!(answer.status(), 403, "{origin}");
    }
}

#[test]
fn no_spelling_leads_out_of_the_pages() {
    let server = server(&options());
    for path in [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/Cargo.toml",
        "//etc/passwd",
        "/etc/passwd",
        "/index.html/",
        "/./index.html",
        "/index.html%00.js",
        "/..\\Cargo.toml",
        "/tests/package.json",
        "/protocol.d.ts",
    ] {
        let answer = get(&server, path, &host(&server));
        let refused = answer.starts_with("HTTP/1.1 404") || answer.starts_with("HTTP/1.1 400");
        assert!(refused, "{path}: {answer}");
    }
    let absolute = format!(
        "GET http://{0}/../../etc/passwd HTTP/1.1\r\nHost: {0}\r\nConnection: close\r\n\r\n",
        server.address()
    );
    assert!(http(&server, &absolute).starts_with("HTTP/1.1 404"));
}

#[test]
fn nothing_can_be_sent_by_other_methods() {
    let server = server(&options());
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"] {
        let request = format!(
            "{method} /socket HTTP/1.1\r\n{}Content-Length: 0\r\nConnection: close\r\n\r\n",
            host(&server)
        );
        let answer = http(&server, &request);
        assert!(answer.starts_with("HTTP/1.1 405"), "{method}: {answer}");
    }
}

#[test]
fn a_head_without_end_is_cut_off() {
    let server = server(&options());
    let long = format!("{}X: {}\r\n", host(&server), "x".repeat(40_000));
    let answer = get(&server, "/", &long);
    assert!(answer.starts_with("HTTP/1.1 431"), "{answer}");
    assert!(get(&server, "/", &host(&server)).starts_with("HTTP/1.1 200"));
}

#[test]
fn other_machines_need_the_token() {
    let server = server(&Options {
        host: "0.0.0.0".parse().expect("an address"),
        ..options()
    });
    let port = server.address().port();
    let url = server.url();
    let (_, token) = url.split_once("?token=").expect("a token");
    let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                   Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let ask = |path: &str| {
        let request = format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{upgrade}\r\n");
        let mut stream = std::net::TcpStream::connect(("127.0.0.1", port)).expect("it listens");
        std::io::Write::write_all(&mut stream, request.as_bytes()).expect("it reads");
        let mut start = [0; 12];
        std::io::Read::read_exact(&mut stream, &mut start).expect("it answers");
        String::from_utf8_lossy(&start).into_owned()
    };
    assert_eq!(ask(&format!("/socket?token={token}")), "HTTP/1.1 101");
    assert_eq!(ask("/socket"), "HTTP/1.1 403");
    // Whatever the token drawn, this one differs from it: in every character, and in one alone.
    let next = |digit: char| if digit == '0' { '1' } else { '0' };
    let wrong: String = token.chars().map(next).collect();
    let nearly = token[..token.len() - 1].to_owned() + &wrong[wrong.len() - 1..];
    for other in [wrong, nearly] {
        assert_eq!(ask(&format!("/socket?token={other}")), "HTTP/1.1 403");
    }
}

#[test]
fn a_port_that_is_taken_is_refused_in_words() {
    let first = server(&options());
    let taken = Options {
        port: Some(first.address().port()),
        ..options()
    };
    let fault = ponder_serve::Server::start(&taken)
        .err()
        .expect("the port is taken");
    assert!(fault.what.contains("listen"), "{fault}");
    assert!(fault.hint.is_some());
}
