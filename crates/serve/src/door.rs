//! The door: TCP connections in, each looked at by the guard, and shown to a page or to the
//! socket.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Request, State, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use axum::routing::any;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::sleep;

use crate::guard::{dress, refusal};
use crate::house::House;
use crate::socket::{Conversation, LONGEST_FRAME};

/// How long a browser may take to say what it wants.
const PATIENCE: Duration = Duration::from_secs(10);

/// Connections that have not become sockets; a browser opens six.
const CALLERS: usize = 256;

/// The bytes of a request's head.
const LONGEST_HEAD: usize = 16 << 10;

/// Room of a socket for what comes in; most are idle.
const READ_BUFFER: usize = 4 << 10;

/// The longest frame that is sent; the board of the largest game with all its moves fits.
const LONGEST_ANSWER: usize = 8 << 20;

/// Lets callers in until the house closes.
pub(crate) async fn keep(listener: TcpListener, house: Arc<House>) {
    let callers = Arc::new(Semaphore::new(CALLERS));
    let router = Router::new()
        .route("/socket", any(socket))
        .fallback(page)
        .layer(from_fn_with_state(Arc::clone(&house), guard))
        .with_state(Arc::clone(&house));
    loop {
        let Ok(permit) = Arc::clone(&callers).acquire_owned().await else {
            return;
        };
        let caller = tokio::select! {
            () = house.closing() => return,
            caller = listener.accept() => caller,
        };
        let Ok((stream, _)) = caller else {
            // No file is left for another one, or the caller has gone.
            sleep(Duration::from_millis(20)).await;
            continue;
        };
        let router = router.clone();
        let house = Arc::clone(&house);
        tokio::spawn(async move {
            tokio::select! {
                () = house.closing() => {}
                () = attend(stream, router) => {}
            }
            drop(permit);
        });
    }
}

/// Speaks HTTP with one caller.
async fn attend(stream: TcpStream, router: Router) {
    // Frames are small, and somebody waits for each.
    let _ = stream.set_nodelay(true);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(PATIENCE)
        .max_buf_size(LONGEST_HEAD);
    let service = TowerToHyperService::new(router);
    // A caller who breaks the protocol is told so by hyper, and nobody else minds.
    let _ = http
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades()
        .await;
}

async fn guard(State(house): State<Arc<House>>, request: Request, next: Next) -> Response {
    let response = match house.guard.look(&request) {
        Ok(()) => next.run(request).await,
        Err((status, sentence)) => refusal(status, sentence),
    };
    dress(response)
}

async fn page(State(house): State<Arc<House>>, request: Request) -> Response {
    house.assets.answer(request.uri().path(), request.headers())
}

async fn socket(
    State(house): State<Arc<House>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
    request: Request,
) -> Response {
    if !house.guard.admits(request.uri().query()) {
        let sentence = "This needs the whole address that ponder printed, with its token.";
        return refusal(StatusCode::FORBIDDEN, sentence);
    }
    let Ok(upgrade) = upgrade else {
        return refusal(
            StatusCode::UPGRADE_REQUIRED,
            "This address is for WebSockets.",
        );
    };
    let Ok(seat) = Arc::clone(&house.free).try_acquire_owned() else {
        let sentence = format!(
            "{} windows are open, and this server takes no more. Close one and try again.",
            house.connections
        );
        return refusal(StatusCode::SERVICE_UNAVAILABLE, &sentence);
    };
    upgrade
        .max_message_size(LONGEST_FRAME)
        .max_frame_size(LONGEST_FRAME)
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(LONGEST_ANSWER)
        .on_upgrade(async move |socket| {
            Conversation::new(house, socket).run().await;
            drop(seat);
        })
}
