// The cable between a service and its database: it can be slow, be cut, or break at the very statement that a test waits for.
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { isBegin, isCommit, isEnd, isWrite, type Message, readStatements, splitAnswers, splitRequests } from "./wire.ts";

export interface Statement {
  text: string;
  /** After it PostgreSQL has committed: a COMMIT, or a write on its own. */
  commits: boolean;
  /** The name that the client gave itself. */
  client: string;
}

/** What happens to a statement, and to its connection. */
export interface Break {
  /** `before`: the server never sees it. `sent`: the server has it, nobody waits. `done`: the server has answered it. */
  at: "before" | "sent" | "done";
  /** Called at that moment, before the connection is reset. */
  strike?: () => void;
}

export interface Cable extends AsyncDisposable {
  port: number;
  /** Asked of every statement; undefined lets it pass. */
  watch: ((statement: Statement) => Break | undefined) | undefined;
  /** Milliseconds by which each answer of the database comes later. */
  delay: (() => number) | undefined;
}

export async function layCable(target: () => number): Promise<Cable> {
  const lines = new Set<Socket>();
  const server = createServer((near) => {
    const port = portOf(target);
    if (port === undefined) return void near.resetAndDestroy();
    lines.add(near);
    near.on("close", () => lines.delete(near));
    join(cable, near, connect(port, "127.0.0.1"));
  });
  const cable: Cable = {
    port: 0,
    watch: undefined,
    delay: undefined,
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const line of lines) line.destroy();
      await closed;
    },
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cable.port = (server.address() as AddressInfo).port;
  return cable;
}

/** A server that does not run has no port. */
function portOf(target: () => number): number | undefined {
  try {
    return target();
  } catch {
    return undefined;
  }
}

/** One connection: messages pass one by one, so that it can end between any two of them. */
function join(cable: Cable, near: Socket, far: Socket): void {
  // Messages go one by one, and must not wait for each other's receipt.
  for (const socket of [near, far]) socket.setNoDelay(true);
  const requests = splitRequests();
  const answers = splitAnswers();
  const statements = readStatements();
  let client = "";
  let inTransaction = false;
  /** How many times the server was asked to say that it is ready, and how many times it did; the first is for the sign-in. */
  let asked = 0;
  let answered = -1;
  let held: { at: number; broken: Break } | undefined;
  let sentBreak: Break | undefined;
  let isOver = false;

  const end = (broken?: Break) => {
    if (isOver) return;
    isOver = true;
    broken?.strike?.();
    near.resetAndDestroy();
    // What the server has got it still works on, as after a cable that broke.
    if (broken?.at === "sent") far.end();
    else far.destroy();
  };

  const pass = (message: Message): void => {
    if (message.kind === "" && client === "")
      client = /application_name\0([^\0]*)/.exec(message.bytes.toString("latin1"))?.[1] ?? "";
    const text = statements.read(message);
    let broken: Break | undefined;
    if (text !== undefined) {
      broken = cable.watch?.({ text, client, commits: isCommit(text) || (!inTransaction && isWrite(text)) });
      if (isBegin(text)) inTransaction = true;
      if (isEnd(text)) inTransaction = false;
    }
    if (broken?.at === "before") {
      end(broken);
      return;
    }
    if (broken?.at === "done") held ??= { at: asked, broken };
    far.write(message.bytes);
    if (message.kind === "S" || message.kind === "Q") asked++;
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
      if (!isHeld) later(message.bytes, cable.delay?.() ?? 0);
    }
  });
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const) {
    from.on("end", () => to.end());
    from.on("error", () => to.destroy());
    from.on("close", () => to.destroy());
  }
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
