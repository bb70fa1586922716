//! Who may talk to the server: the checks before anything else, and the headers that tell a
//! browser what these pages may do.
//!
//! A server on the own machine is reached by every page the browser shows. Two exact comparisons
//! keep them out: the name the browser thinks it talks to (`Host`: a foreign name that was made to
//! mean this machine is refused) and the page that talks (`Origin`). Beyond this machine a random
//! token must be known as well. There are no cookies, and nothing is allowed to other origins.

use std::net::{IpAddr, SocketAddr};

use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, HeaderValue, Method, Request, StatusCode};
use axum::response::{IntoResponse, Response};
use ponder_core::Fault;

/// The headers of every answer.
const HEADERS: [(HeaderName, &str); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self'; manifest-src 'self'; base-uri 'none'; frame-ancestors 'none'; \
         form-action 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// What a request is checked against.
pub(crate) struct Guard {
    /// The names of this server with its port; none if it listens at all addresses of the
    /// machine, whose names nobody can list.
    hosts: Option<Vec<String>>,
    /// What a socket must know, beyond this machine.
    token: Option<String>,
}

impl Guard {
    /// The guard of a server at an address.
    pub(crate) fn new(address: SocketAddr) -> Result<Self, Fault> {
        let port = address.port();
        let mut names = match address.ip() {
            ip if ip.is_loopback() => ["127.0.0.1", "localhost", "[::1]"]
                .map(str::to_owned)
                .into(),
            ip if ip.is_unspecified() => Vec::new(),
            IpAddr::V4(ip) => vec![ip.to_string()],
            IpAddr::V6(ip) => vec![format!("[{ip}]")],
        };
        let own = format!("{}", address.ip());
        if address.is_ipv4() && address.ip().is_loopback() && !names.contains(&own) {
            names.push(own);
        }
        let mut hosts: Vec<_> = names.iter().map(|name| format!("{name}:{port}")).collect();
        if port == 80 {
            // Browsers leave the usual port out.
            hosts.append(&mut names);
        }
        let token = if address.ip().is_loopback() {
            None
        } else {
            Some(random_token()?)
        };
        Ok(Self {
            hosts: (!hosts.is_empty()).then_some(hosts),
            token,
        })
    }

    /// The token, if one is needed.
    pub(crate) fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// Looks at a request, and tells why it is refused.
    pub(crate) fn look<B>(&self, request: &Request<B>) -> Result<(), (StatusCode, &'static str)> {
        let headers = request.headers();
        let refuse = |sentence| Err((StatusCode::FORBIDDEN, sentence));
        let host = single(headers, &header::HOST);
        let Some(host) = host.filter(|host| self.knows(host)) else {
            return refuse("This server does not answer to that name.");
        };
        let reading = matches!(*request.method(), Method::GET | Method::HEAD);
        if !reading {
            let sentence = "Nothing can be sent here; ask with GET.";
            return Err((StatusCode::METHOD_NOT_ALLOWED, sentence));
        }
        // A page of ours names itself; what is no browser names nothing.
        if headers.contains_key(header::ORIGIN) {
            let own = format!("http://{host}");
            if single(headers, &header::ORIGIN) != Some(own.as_str()) {
                return refuse("Pages of other origins may not talk to this server.");
            }
        }
        Ok(())
    }

    /// True if a socket may be opened with this query.
    pub(crate) fn admits(&self, query: Option<&str>) -> bool {
        let Some(token) = &self.token else {
            return true;
        };
        let mut pairs = query.unwrap_or_default().split('&');
        pairs.any(|pair| {
            pair.strip_prefix("token=")
                .is_some_and(|said| equal(said, token))
        })
    }

    fn knows(&self, host: &str) -> bool {
        match &self.hosts {
            Some(hosts) => hosts.iter().any(|known| known.eq_ignore_ascii_case(host)),
            None => !host.is_empty(),
        }
    }
}

/// The value of a header that stands there once.
fn single<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    let mut values = headers.get_all(name).iter();
    let (Some(value), None) = (values.next(), values.next()) else {
        return None;
    };
    value.to_str().ok()
}

/// Compares without telling by its duration how much was right.
fn equal(a: &str, b: &str) -> bool {
    let pairs = a.bytes().zip(b.bytes());
    a.len() == b.len() && pairs.fold(0, |differences, (a, b)| differences | (a ^ b)) == 0
}

fn random_token() -> Result<String, Fault> {
    let number = getrandom::u64().and_then(|high| Ok((high, getrandom::u64()?)));
    let (high, low) = number.map_err(|error| {
        Fault::new(format!("the system gives no random numbers: {error}"))
            .hint("serve this machine only, without --host")
    })?;
    Ok(format!("{high:016x}{low:016x}"))
}

/// A refusal in words.
pub(crate) fn refusal(status: StatusCode, sentence: &str) -> Response {
    (status, format!("{sentence}\n")).into_response()
}

/// Adds the headers of every answer.
pub(crate) fn dress(mut response: Response) -> Response {
    for (name, value) in HEADERS {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(guard: &Guard, headers: &[(&str, &str)]) -> u16 {
        let mut request = Request::builder().uri("/");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(()).expect("a request");
        guard
            .look(&request)
            .map_or_else(|(status, _)| status.as_u16(), |()| 200)
    }

    #[test]
    fn names_and_origins_are_compared_exactly() {
        let guard = Guard::new("127.0.0.1:7766".parse().expect("an address")).expect("a guard");
        assert!(guard.admits(None));
        let with = |host: &str, origin: &str| {
            if origin.is_empty() {
                status(&guard, &[("host", host)])
            } else {
                status(&guard, &[("host", host), ("origin", origin)])
            }
        };
        for host in [
            "127.0.0.1:7766",
            "localhost:7766",
            "LOCALHOST:7766",
            "[::1]:7766",
        ] {
            assert_eq!(with(host, ""), 200, "{host}");
        }
        for host in [
            "",
            "127.0.0.1",
            "127.0.0.1:77661",
            "evil.org:7766",
            "localhost.evil.org:7766",
        ] {
            assert_eq!(with(host, ""), 403, "{host}");
        }
        assert_eq!(with("localhost:7766", "http://localhost:7766"), 200);
        for origin in [
            "http://evil.org",
            "http://localhost:77660",
            "http://localhost:7766.evil.org",
            "https://localhost:7766",
            "http://127.0.0.1:7766",
            "null",
        ] {
            assert_eq!(with("localhost:7766", origin), 403, "{origin}");
        }
        assert_eq!(status(&guard, &[]), 403);
        let twice = [("host", "localhost:7766"), ("host", "evil.org")];
        assert_eq!(status(&guard, &twice), 403);
    }

    #[test]
    fn other_machines_need_the_token() {
        let guard = Guard::new("0.0.0.0:7766".parse().expect("an address")).expect("a guard");
        let token = guard.token().expect("a token").to_owned();
        assert_eq!(token.len(), 32);
        assert!(guard.admits(Some(&format!("token={token}"))));
        assert!(guard.admits(Some(&format!("x=1&token={token}"))));
        for query in [
            None,
            Some(""),
            Some("token="),
            Some(&token[..]),
            Some(&token[1..]),
        ] {
            assert!(!guard.admits(query), "{query:?}");
        }
        assert_eq!(status(&guard, &[("host", "desk.lan:7766")]), 200);
        let foreign = [("host", "desk.lan:7766"), ("origin", "http://evil.org")];
        assert_eq!(status(&guard, &foreign), 403);
        let other = Guard::new("0.0.0.0:7766".parse().expect("an address")).expect("a guard");
        assert_ne!(other.token(), Some(token.as_str()));
    }
}
