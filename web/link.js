// The line to the server: questions with a number, answers with the same one.
//
// It comes back by itself when it breaks. A question that was under way then is asked again, since
// the server keeps nothing that could be done twice; only what streams is told to its asker as a
// fault, because half of it may have been seen. A server that hangs up says why: `down` brings its
// words, and it is left alone for a while. What the server could not even read is never asked again.
//
// The page may bring answers to the first questions, so that the first board need not wait until
// the line stands. Each is good for one time; after that the server is asked.

/** @import { Fault, News, Requests } from "./protocol.js" */

/** What the server refused, as it said it. */
export class Refusal extends Error {
  /** @param {Fault} fault */
  constructor(fault) {
    super(fault.message);
    this.name = "Refusal";
    this.fault = fault;
  }

  /** The sentence and what would be right. */
  get words() {
    return this.fault.hint ? `${this.message}; ${this.fault.hint}` : this.message;
  }
}

/**
 * @typedef {{
 *   frame: string,
 *   streams: boolean,
 *   resolve: (answer: any) => void,
 *   reject: (error: Error) => void,
 *   hear?: (news: News) => void,
 * }} Question
 */

/** The server's codes for who asks too much, and for a frame that is too long (RFC 6455). */
const [POLICY, TOO_BIG] = [1008, 1009];
/** Bytes of the longest frame that the server reads. */
const LONGEST = 64 * 1024;
/** Milliseconds between two attempts to come back: at first, and at most. */
const [SOON, LATER] = [250, 5000];

export class Link extends EventTarget {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<number, Question>} */
  #questions = new Map();
  #next = 1;
  #patience = SOON;
  #address;
  #known;

  /**
   * @param {string} address
   * @param {Record<string, unknown>} [known] answers that are there already, by the questions as they are written
   */
  constructor(address, known = {}) {
    super();
    this.#address = address;
    this.#known = new Map(Object.entries(known));
    this.#connect();
  }

  /** Another line to the same server, for what must not wait for this one. */
  another() {
    return new Link(this.#address);
  }

  get connected() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /**
   * Asks, and gives the answer; `hear` is told what comes before it.
   * @template {keyof Requests} K
   * @param {K} what
   * @param {Requests[K][0]} [details]
   * @param {(news: News) => void} [hear]
   * @returns {Promise<Requests[K][1]>}
   */
  ask(what, details, hear) {
    const question = JSON.stringify({ do: what, ...details });
    const known = /** @type {Requests[K][1] | undefined} */ (this.#known.get(question));
    this.#known.delete(question);
    if (known) return Promise.resolve(known);
    const id = this.#next++;
    const frame = JSON.stringify({ id, do: what, ...details }, wellFormed);
    return new Promise((resolve, reject) => {
      if (bytes(frame) > LONGEST) {
        reject(refusal("this is too long for the server", "64 KiB are the most it reads at once"));
        return;
      }
      this.#questions.set(id, { frame, streams: hear !== undefined, resolve, reject, hear });
      if (this.connected) this.#socket?.send(frame);
    });
  }

  #connect() {
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#patience = SOON;
      for (const question of this.#questions.values()) socket.send(question.frame);
      this.dispatchEvent(new Event("up"));
    });
    socket.addEventListener("message", (message) => this.#hear(JSON.parse(message.data)));
    socket.addEventListener("close", ({ code, reason }) => {
      const lost = refusal("the connection to the server was lost", "it is tried again");
      this.#settle(lost, (question) => question.streams || code === TOO_BIG);
      this.dispatchEvent(new CustomEvent("down", { detail: reason }));
      if (code === POLICY) this.#patience = LATER;
      setTimeout(() => this.#connect(), this.#patience);
      this.#patience = Math.min(this.#patience * 2, LATER);
    });
  }

  /** Gives up questions. @param {Refusal} why @param {(question: Question) => boolean} [which] */
  #settle(why, which = () => true) {
    for (const [id, question] of this.#questions) {
      if (!which(question)) continue;
      this.#questions.delete(id);
      question.reject(why);
    }
  }

  /** @param {any} frame */
  #hear(frame) {
    // A frame could not be read, and so nobody knows which: one of those that wait will wait forever.
    if (frame.id === 0 && frame.fault) this.#settle(new Refusal(frame.fault));
    const question = this.#questions.get(frame.id);
    if (!question) return;
    if (frame.event) {
      question.hear?.(frame);
      return;
    }
    this.#questions.delete(frame.id);
    if (frame.fault) question.reject(new Refusal(frame.fault));
    else question.resolve(frame.ok);
  }
}

/** @param {string} message @param {string} hint */
const refusal = (message, hint) => new Refusal({ message, hint, at: null, shown: null });

/** Half a character, as a cut text may have at its end, is nothing that UTF-8 can say. @param {string} _ @param {unknown} value */
const wellFormed = (_, value) => (typeof value === "string" ? value.toWellFormed() : value);

/** @param {string} text */
const bytes = (text) => new TextEncoder().encode(text).length;
