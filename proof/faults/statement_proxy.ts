// A proxy between a service and PostgreSQL that can delay answers, or break a connection at a chosen statement.
import type { Socket } from "node:net";
import { startTcpProxy } from "../../kernel/testing/tcp_proxy.ts";
import {
  isBegin,
  isCommit,
  isEnd,
  isWrite,
  type Message,
  readStatements,
  splitAnswers,
  splitRequests,
} from "./postgres_messages.ts";

export interface Statement {
  text: string;
  /** PostgreSQL commits after it: a COMMIT, or a single write. */
  commits: boolean;
  /** The client's application name. */
  client: string;
}

export interface Break {
  /** `before`: the server does not get it. `sent`: the server gets it, the answer is dropped. `done`: after the answer. */
  at: "before" | "sent" | "done";
  /** Called just before the connection is reset. */
  strike?: () => void;
}

export interface StatementProxy extends AsyncDisposable {
  port: number;
  /** Called for every statement; undefined lets it pass. */
  watch: ((statement: Statement) => Break | undefined) | undefined;
  /** The delay of each answer in milliseconds. */
  delay: (() => number) | undefined;
}

/** `port` throws while the server is down. */
export async function startStatementProxy(port: () => number): Promise<StatementProxy> {
  const watched: Pick<StatementProxy, "watch" | "delay"> = { watch: undefined, delay: undefined };
  const target = () => {
    try {
      return { port: port() };
    } catch {
      return undefined;
    }
  };
  const proxy = await startTcpProxy(target, (near, far) => join(watched, near, far));
  return Object.assign(watched, { port: proxy.port, [Symbol.asyncDispose]: proxy.cut });
}

/** Forwards messages of one connection one by one, so that it can be cut between any two. */
function join(proxy: Pick<StatementProxy, "watch" | "delay">, near: Socket, far: Socket): void {
  // Messages are small, and must not wait for acknowledgements.
  for (const socket of [near, far]) socket.setNoDelay(true);
  const requests = splitRequests();
  const answers = splitAnswers();
  const breakOf = watchStatements(proxy);
  /** How many times the server was asked to say that it is ready, and how many times it did; the first is for the sign-in. */
  let requested = 0;
  let answered = -1;
  let held: { at: number; broken: Break } | undefined;
  let sentBreak: Break | undefined;
  let isOver = false;

  const end = (broken?: Break) => {
    if (isOver) return;
    isOver = true;
    broken?.strike?.();
    near.resetAndDestroy();
    // The server finishes what it has received, as after a network failure.
    if (broken?.at === "sent") far.end();
    else far.destroy();
  };

  const pass = (message: Message): void => {
    const broken = breakOf(message);
    if (broken?.at === "before") {
      end(broken);
      return;
    }
    if (broken?.at === "done") held ??= { at: requested, broken };
    far.write(message.bytes);
    if (message.kind === "S" || message.kind === "Q") requested++;
    if (broken?.at === "sent") sentBreak = broken;
    if (sentBreak && (message.kind === "S" || message.kind === "Q")) end(sentBreak);
  };

  near.on("data", (chunk) => {
    for (const message of requests.push(chunk)) if (!isOver) pass(message);
  });
  const later = inOrder((bytes) => near.writable && near.write(bytes));
  far.on("data", (chunk) => {
    for (const message of answers.push(chunk)) {
      if (isOver) return;
      const isHeld = held !== undefined && answered >= held.at;
      if (message.kind === "Z") {
        answered++;
        if (isHeld) {
          end(held?.broken);
          return;
        }
      }
      if (!isHeld) later(message.bytes, proxy.delay?.() ?? 0);
    }
  });
  near.on("close", () => far.destroy());
  far.on("close", () => near.destroy());
}

/** What the watch says of each statement of a connection. */
function watchStatements(proxy: Pick<StatementProxy, "watch">): (message: Message) => Break | undefined {
  const statements = readStatements();
  let client = "";
  let inTransaction = false;
  return (message) => {
    if (message.kind === "" && client === "")
      client = /application_name\0([^\0]*)/.exec(message.bytes.toString("latin1"))?.[1] ?? "";
    const text = statements.read(message);
    if (text === undefined) return undefined;
    const broken = proxy.watch?.({ text, client, commits: isCommit(text) || (!inTransaction && isWrite(text)) });
    if (isBegin(text)) inTransaction = true;
    if (isEnd(text)) inTransaction = false;
    return broken;
  };
}

/** Hands things on after a while, and never one before another that came earlier: timers alone do not promise that. */
function inOrder(hand: (bytes: Buffer) => void): (bytes: Buffer, milliseconds: number) => void {
  const waiting: { bytes: Buffer; due: number }[] = [];
  const work = () => {
    while (waiting[0] && waiting[0].due <= performance.now()) hand((waiting.shift() as { bytes: Buffer }).bytes);
    if (waiting[0]) setTimeout(work, Math.max(1, waiting[0].due - performance.now()));
  };
  return (bytes, milliseconds) => {
    if (milliseconds === 0 && waiting.length === 0) return hand(bytes);
    waiting.push({ bytes, due: performance.now() + milliseconds });
    if (waiting.length === 1) setTimeout(work, milliseconds);
  };
}
