//! One connection: requests in, answers and news of its search out.
//!
//! One task owns the socket and does one thing at a time. It answers a request before it reads the
//! next one, so that whoever asks faster than is answered fills his own pipe and nobody else's
//! memory; and it takes news off the slate of the search only when the last frame is on its way,
//! so that whoever reads slowly misses what has been replaced meanwhile. Who does not read at all
//! is cut off. When the task ends the search ends with it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use ponder_core::Fault;
use serde_json::json;
use tokio::sync::Notify;
use tokio::task::spawn_blocking;
use tokio::time::{MissedTickBehavior, interval, sleep_until, timeout};

use crate::bucket::{Bucket, Level};
use crate::clerk::recognise;
use crate::desk::{Order, Ticket};
use crate::house::House;
use crate::orders;
use crate::protocol::{self, Refusal, Request};
use crate::slate::Slate;

/// The longest frame a client may send, in bytes.
pub(crate) const LONGEST_FRAME: usize = 64 << 10;

/// The least time between two messages about a search.
const COALESCE: Duration = Duration::from_millis(100);

/// How long a client that was told why the connection ends may take to hang up.
const HANG_UP: Duration = Duration::from_secs(1);

/// Frames that cannot be read at all, before the connection is closed.
const STRIKES: u32 = 3;

/// Codes of RFC 6455 for the end of a connection.
const GOING_AWAY: u16 = 1001;
const UNSUPPORTED: u16 = 1003;
const POLICY: u16 = 1008;
const TOO_BIG: u16 = 1009;

/// A search of this connection.
struct Job {
    id: u64,
    ticket: Ticket,
    slate: Arc<Slate>,
}

/// See the module.
pub(crate) struct Conversation {
    house: Arc<House>,
    socket: WebSocket,
    /// Rung by the slates.
    bell: Arc<Notify>,
    /// The searches whose answers are not out yet; only the last one is not told to end.
    jobs: Vec<Job>,
    /// Where its recorded tree stands.
    shelf_mark: u64,
    bucket: Bucket,
    strikes: u32,
    /// When the client was heard last.
    heard: Instant,
    /// True if there is something new on a slate.
    news: bool,
    /// When the slates may be read next.
    next_news: Instant,
}

/// How a request is dealt with.
enum Dealt {
    /// At once.
    Answer(String),
    /// By a search.
    Search(Order),
    /// By ending one.
    Stop,
}

/// Why a conversation ends.
enum End {
    /// The client is gone, or does not read.
    Lost,
    /// It is told why.
    Closed(u16, &'static str),
}

/// For those who do not slow down.
const FLOOD: End = End::Closed(POLICY, "far too many requests a second");

/// Why a socket cannot be read any more.
fn broken(error: &axum::Error) -> End {
    let said = error.to_string();
    if said.contains("too long") || said.contains("too big") {
        return End::Closed(TOO_BIG, "a frame may have 64 KiB at most");
    }
    End::Lost
}

impl Conversation {
    /// A conversation with a new client.
    pub(crate) fn new(house: Arc<House>, socket: WebSocket) -> Self {
        let now = Instant::now();
        Self {
            shelf_mark: house.shelf.mark(),
            bucket: Bucket::new(house.rate, now),
            house,
            socket,
            bell: Arc::new(Notify::new()),
            jobs: Vec::new(),
            strikes: 0,
            heard: now,
            news: false,
            next_news: now,
        }
    }

    /// Talks until one of both has enough.
    pub(crate) async fn run(mut self) {
        let end = self.talk().await;
        // The search ends before the farewell, which may take its time.
        self.jobs.clear();
        self.house.shelf.clear(self.shelf_mark);
        if let End::Closed(code, reason) = end {
            let frame = CloseFrame {
                code,
                reason: reason.into(),
            };
            let farewell = self.socket.send(Message::Close(Some(frame)));
            if let Ok(Ok(())) = timeout(self.house.patience, farewell).await {
                self.await_hanging_up().await;
            }
        }
    }

    /// Lets the client read the farewell. A socket that is dropped with frames unread is reset, and
    /// a reset overtakes what was sent: the client would never know why.
    async fn await_hanging_up(&mut self) {
        let house = Arc::clone(&self.house);
        let hangs_up = async {
            // What it still has to say goes unheard.
            while let Some(Ok(_)) = self.socket.recv().await {}
        };
        tokio::select! {
            () = house.closing() => {}
            _ = timeout(HANG_UP, hangs_up) => {}
        }
    }

    async fn talk(&mut self) -> End {
        let mut ping = interval(self.house.silence.mul_f64(0.4).max(COALESCE));
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let bell = Arc::clone(&self.bell);
        let house = Arc::clone(&self.house);
        loop {
            let done = tokio::select! {
                () = house.closing() => Err(End::Closed(GOING_AWAY, "the server is closing")),
                message = self.socket.recv() => match message {
                    Some(Ok(message)) => self.hear(message).await,
                    Some(Err(error)) => Err(broken(&error)),
                    None => Err(End::Lost),
                },
                () = bell.notified() => {
                    self.news = true;
                    // Somebody waits for an answer; the rest may be coalesced.
                    if self.jobs.iter().any(|job| job.slate.is_answered()) {
                        self.next_news = Instant::now();
                    }
                    Ok(())
                }
                () = sleep_until(self.next_news.into()), if self.news => self.tell_news().await,
                _ = ping.tick() => self.ping().await,
            };
            if let Err(end) = done {
                return end;
            }
        }
    }

    async fn hear(&mut self, message: Message) -> Result<(), End> {
        self.heard = Instant::now();
        let level = self.bucket.take(self.heard);
        let text = match message {
            Message::Text(text) => text,
            Message::Binary(_) => return Err(End::Closed(UNSUPPORTED, "send text frames")),
            Message::Ping(_) | Message::Pong(_) if level != Level::Flood => return Ok(()),
            Message::Ping(_) | Message::Pong(_) => return Err(FLOOD),
            Message::Close(_) => return Err(End::Lost),
        };
        if level == Level::Flood {
            return Err(FLOOD);
        }
        let (id, request) = protocol::read(&text);
        if id == 0 {
            self.strikes += 1;
        }
        let answer = match request {
            Err(refusal) => Some(protocol::refused(id, &refusal)),
            Ok(_) if level == Level::Empty => {
                let what = format!("more than {} requests a second", self.bucket.rate);
                let fault = Fault::new(what).hint("ask again in a second");
                Some(protocol::refused(id, &fault.into()))
            }
            Ok(request) => self.answer(id, request).await,
        };
        if let Some(answer) = answer {
            self.send(answer).await?;
        }
        if self.strikes >= STRIKES {
            return Err(End::Closed(POLICY, "three frames could not be read"));
        }
        Ok(())
    }

    /// Answers a request, unless its search will.
    async fn answer(&mut self, id: u64, request: Request) -> Option<String> {
        let house = Arc::clone(&self.house);
        let slate = Arc::new(Slate::new(Arc::clone(&self.bell)));
        let writes = Arc::clone(&slate);
        // Long games and long texts take a while; others are to be served meanwhile.
        let shelf_mark = self.shelf_mark;
        let dealt = spawn_blocking(move || deal(&house, shelf_mark, id, request, writes));
        let broken = |_| {
            let fault = Fault::new("the request broke: a fault in the program, not in your game");
            Err(fault.hint("please report what you did").into())
        };
        match dealt.await.unwrap_or_else(broken) {
            Ok(Dealt::Answer(answer)) => Some(answer),
            Ok(Dealt::Stop) => {
                self.end_searches();
                Some(protocol::done(id, &json!({})))
            }
            Ok(Dealt::Search(order)) => {
                self.end_searches();
                match self.house.desk.submit(order) {
                    Ok(ticket) => {
                        self.jobs.push(Job { id, ticket, slate });
                        None
                    }
                    Err(fault) => Some(protocol::refused(id, &fault.into())),
                }
            }
            Err(refusal) => Some(protocol::refused(id, &refusal)),
        }
    }

    /// Ends the running search; its answer is still told.
    fn end_searches(&self) {
        self.jobs.iter().for_each(|job| job.ticket.end());
    }

    /// Sends what is on the slates.
    async fn tell_news(&mut self) -> Result<(), End> {
        self.news = false;
        self.next_news = Instant::now() + COALESCE;
        let mut frames = Vec::new();
        self.jobs.retain(|job| {
            let notes = job.slate.take();
            if let Some(place) = notes.place {
                frames.push(protocol::event(job.id, "queued", "place", &place));
            }
            frames.extend(notes.kept);
            let answered = notes.answer.is_some();
            // The answer holds the newest state itself.
            frames.extend(notes.answer.or(notes.newest));
            !answered
        });
        for frame in frames {
            self.send(frame).await?;
        }
        Ok(())
    }

    async fn ping(&mut self) -> Result<(), End> {
        if self.heard.elapsed() > self.house.silence {
            return Err(End::Lost);
        }
        self.push(Message::Ping(Vec::new().into())).await
    }

    async fn send(&mut self, frame: String) -> Result<(), End> {
        self.push(Message::Text(frame.into())).await
    }

    /// Sends a frame; who does not take it in time is cut off.
    async fn push(&mut self, message: Message) -> Result<(), End> {
        match timeout(self.house.patience, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(End::Lost),
        }
    }
}

/// Answers a request, or makes an order of it.
fn deal(
    house: &House,
    shelf_mark: u64,
    id: u64,
    request: Request,
    slate: Arc<Slate>,
) -> Result<Dealt, Refusal> {
    let clerk = &house.clerk;
    let answer = match request {
        Request::Analyse(asked) => {
            let place = asked.trace.then(|| house.shelf.reserve(shelf_mark));
            return orders::analyse(clerk, id, *asked, slate, place.transpose()?)
                .map(Dealt::Search);
        }
        Request::Reply(asked) => {
            return orders::reply(clerk, id, &asked, slate).map(Dealt::Search);
        }
        Request::Review(asked) => {
            return orders::review(clerk, id, &asked, slate).map(Dealt::Search);
        }
        Request::Tree(at) => house.shelf.look(shelf_mark, &at.path),
        Request::Stop(_) => return Ok(Dealt::Stop),
        Request::Hello(_) => Ok(clerk.hello()),
        Request::Game(of) => clerk.game(&of),
        Request::Rules(of) => clerk.rules(&of),
        Request::Techniques(of) => clerk.techniques(&of),
        Request::Recognise(asked) => recognise(&asked),
        Request::Position(at) => clerk.position(&at),
        Request::Eval(asked) => clerk.eval(asked),
        Request::Write(write) => clerk.write(write),
        Request::Assemble(board) => clerk.assemble(&board),
        Request::Save(save) => clerk.save(save),
        Request::List(find) => clerk.list(&find),
        Request::Load(of) => clerk.load(&of),
        Request::Delete(of) => clerk.delete(&of),
    };
    answer.map(|answer| Dealt::Answer(protocol::done(id, &answer)))
}
