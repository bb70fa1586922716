// One search that the Lab has asked for: what it has told so far, and what it came to.
//
// Each run has a line to the server of its own. A connection searches one thing at a time and keeps
// the tree of its last traced search, so two runs can go on at once and both trees stay, whatever
// the other tabs ask for.

/** @import { Place, Report, Requests } from "./protocol.js" */

import { Link } from "./link.js";

/** @typedef {"idle" | "queued" | "running" | "done" | "stopped" | "refused"} State */

export class Run extends EventTarget {
  /** @type {State} */
  state = "idle";
  /** @type {Report[]} One for each finished iteration. */
  iterations = [];
  /** @type {Report | null} The newest word. */
  latest = null;
  /** @type {Place | null} What is or was searched. */
  place = null;
  /** How many searches go first, while it waits. */
  ahead = 0;
  /** True if the top of the tree can be looked at. */
  traced = false;
  /** What was refused. */
  complaint = "";

  /** @type {Link | null} */
  #link = null;
  #number = 0;

  /** @param {string} name @param {() => Link} connect */
  constructor(name, connect) {
    super();
    this.name = name;
    this.connect = connect;
  }

  get link() {
    return (this.#link ??= this.connect());
  }

  get busy() {
    return this.state === "queued" || this.state === "running";
  }

  #tell() {
    this.dispatchEvent(new Event("change"));
  }

  /** Forgets everything; a search under way is ended. */
  clear() {
    if (this.busy) this.stop();
    this.#number++;
    Object.assign(this, { state: "idle", iterations: [], latest: null, place: null, traced: false, complaint: "" });
    this.#tell();
  }

  /** Searches, and comes back when it is over. @param {Requests["analyse"][0]} request */
  async start(request) {
    this.clear();
    const number = this.#number;
    this.place = request.place;
    this.state = "running";
    this.#tell();
    try {
      const answer = await this.link.ask("analyse", request, (news) => {
        if (number !== this.#number) return;
        if (news.event === "queued") {
          this.ahead = news.place;
          this.state = news.place > 0 ? "queued" : "running";
        } else if (news.event === "iteration") {
          this.iterations.push(news.report);
          this.latest = news.report;
        } else if (news.event === "report") {
          this.latest = news.report;
        }
        this.#tell();
      });
      if (number !== this.#number) return;
      const last = answer.report;
      // The last iteration is told by the answer alone, if it was finished.
      if (last?.complete && last.depth > (this.iterations.at(-1)?.depth ?? 0)) this.iterations.push(last);
      this.latest = last ?? this.latest;
      this.traced = answer.tree;
      this.state = answer.stopped ? "stopped" : "done";
    } catch (error) {
      if (number !== this.#number) return;
      this.state = "refused";
      this.complaint = error instanceof Error && "words" in error ? String(error.words) : String(error);
    }
    this.#tell();
  }

  stop() {
    this.link.ask("stop").catch(() => {});
  }
}
