// A minimal HTTP client on one keep-alive connection. It must be cheap, because on two cores it competes with the measured
// server.
import { connect } from "node:net";
import { connect as connectTls } from "node:tls";
import { answerLength, readAnswer, type Target } from "./http_text.ts";

export type Heard = (status: number, body: Buffer, failure?: Error) => void;

export interface Line {
  /** One request at a time: `heard` is called before the next. Its buffer is valid until it returns. */
  ask(request: string, heard: Heard): void;
  close(): void;
}

const NOTHING = Buffer.alloc(0);
/** A shared read buffer. A new one for each read made garbage collection half of the callers' work. */
const PIECE = Buffer.allocUnsafeSlow(65_536);

/** Connects with the first request, and again after the server has closed. */
export function openLine({ host, port, ca }: Target): Line {
  let socket: ReturnType<typeof connect> | undefined;
  let waiting: Heard | undefined;
  const answer = openAnswer();

  function settle(status: number, body: Buffer, failure?: Error): void {
    const heard = waiting;
    waiting = undefined;
    heard?.(status, body, failure);
  }

  function lose(failure: Error): void {
    socket = undefined;
    answer.forget();
    settle(0, NOTHING, failure);
  }

  /** True continues reading. */
  function takeRead(bytes: number): boolean {
    const whole = answer.take(PIECE.subarray(0, bytes));
    if (whole) settle(whole.status, whole.body);
    return true;
  }

  function open() {
    const to = { port, host, onread: { buffer: PIECE, callback: takeRead } };
    const opened = ca === undefined ? connect(to) : connectTls({ ...to, ...(ca && { ca }), servername: nameOf(host) });
    opened.setNoDelay(true);
    let failure = new Error("the server closed the connection");
    opened.on("error", (error) => (failure = error));
    opened.on("close", () => {
      if (socket === opened) lose(failure);
    });
    return opened;
  }

  return {
    ask(request, heard) {
      waiting = heard;
      socket ??= open();
      socket.write(request, "latin1");
    },
    close() {
      const closing = socket;
      socket = undefined;
      closing?.destroy();
    },
  };
}

/** What has come of an answer of several pieces. */
function openAnswer() {
  let held = NOTHING;
  let bytesHeld = 0;
  let bytesExpected = 0;

  function forget(): void {
    bytesHeld = bytesExpected = 0;
  }

  /** With what has come before it. */
  function hold(piece: Buffer): Buffer {
    const bytes = bytesHeld + piece.length;
    if (bytes > held.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(bytesExpected, 2 * bytes));
      held.copy(larger, 0, 0, bytesHeld);
      held = larger;
    }
    piece.copy(held, bytesHeld);
    bytesHeld = bytes;
    return held.subarray(0, bytes);
  }

  /** The answer, if this was the last piece of it. */
  function take(piece: Buffer) {
    const all = bytesHeld === 0 ? piece : hold(piece);
    if (all.length < bytesExpected) return undefined;
    const answer = readAnswer(all);
    if (answer) {
      forget();
    } else {
      bytesExpected = answerLength(all);
      if (bytesHeld === 0) hold(piece);
    }
    return answer;
  }

  return { take, forget };
}

/** An address is no name that a certificate could be asked for. */
function nameOf(host: string): string {
  return /^[\d.]+$|:/.test(host) ? "" : host;
}
