"use strict";
// The connection to the server: requests with their answers, events, and connecting again.

// An error that the server answered, or that nobody could answer.
class Refusal extends Error {
  constructor({ error, help, field }) {
    super(error);
    this.help = help ?? null;
    this.field = field ?? null;
  }
}

// Takes the token out of the visible address, and keeps it for a reload.
function takeToken() {
  const address = new URL(location.href);
  const given = address.searchParams.get("token")
    ?? new URLSearchParams(address.hash.slice(1)).get("token");
  if (given !== null) {
    sessionStorage.setItem("token", given);
    history.replaceState(null, "", address.pathname);
  }
  return given ?? sessionStorage.getItem("token") ?? "";
}

class Link {
  token = takeToken();
  isOpen = false;
  attempts = 0;
  onevent = () => {};
  onchange = () => {};
  #socket = null;
  #lastId = 0;
  #waiting = new Map();
  #timer = null;

  connect() {
    clearTimeout(this.#timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/session?token=${encodeURIComponent(this.token)}`);
    this.#socket = socket;
    socket.onopen = () => {
      this.isOpen = true;
      this.attempts = 0;
      this.onchange();
    };
    socket.onmessage = ({ data }) => this.#take(JSON.parse(data));
    socket.onclose = () => {
      if (socket === this.#socket) this.#lose();
    };
  }

  // Answers with what the server says, or throws a Refusal.
  ask(request) {
    if (!this.isOpen) return Promise.reject(new Refusal({ error: "There is no connection to the server." }));
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, since: performance.now() });
      this.#socket.send(JSON.stringify({ id, ...request }));
    });
  }

  // Milliseconds since the oldest request that has no answer yet; null if there is none.
  get waitingTime() {
    const [first] = this.#waiting.values();
    return first ? performance.now() - first.since : null;
  }

  #take(message) {
    if (message.event !== undefined) return this.onevent(message);
    const request = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.error !== undefined) request?.reject(new Refusal(message));
    else request?.resolve(message.is);
  }

  #lose() {
    this.isOpen = false;
    this.attempts += 1;
    for (const { reject } of this.#waiting.values())
      reject(new Refusal({ error: "The connection to the server was lost." }));
    this.#waiting.clear();
    this.#timer = setTimeout(() => this.connect(), Math.min(500 * 1.6 ** this.attempts, 5000));
    this.onchange();
  }
}

// Requests of one kind, of which only the newest counts: one is under way, one waits, the others are
// dropped and answered with null.
class Lane {
  #isAsking = false;
  #next = null;

  ask(request) {
    return new Promise((resolve, reject) => {
      this.#next?.resolve(null);
      this.#next = { request, resolve, reject };
      if (!this.#isAsking) this.#go();
    });
  }

  async #go() {
    this.#isAsking = true;
    while (this.#next) {
      const { request, resolve, reject } = this.#next;
      this.#next = null;
      try {
        const answer = await link.ask(request);
        resolve(this.#next ? null : answer);
      } catch (error) {
        if (this.#next) resolve(null); else reject(error);
      }
    }
    this.#isAsking = false;
  }
}

const link = new Link();
