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
  /** The received part of an answer. */
  let held = NOTHING;
  let bytesHeld = 0;
  let bytesExpected = 0;

  function settle(status: number, body: Buffer, failure?: Error): void {
    const heard = waiting;
    waiting = undefined;
    heard?.(status, body, failure);
  }

  function forget(): void {
    bytesHeld = bytesExpected = 0;
  }

  /** Appends to the earlier parts. */
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

  function take(piece: Buffer): void {
    const all = bytesHeld === 0 ? piece : hold(piece);
    if (all.length < bytesExpected) return;
    const answer = readAnswer(all);
    if (answer) {
      forget();
      settle(answer.status, answer.body);
    } else {
      bytesExpected = answerLength(all);
      if (bytesHeld === 0) hold(piece);
    }
  }

  function lose(failure: Error): void {
    socket = undefined;
    forget();
    settle(0, NOTHING, failure);
  }

  /** True continues reading. */
  function takeRead(bytes: number): boolean {
    take(PIECE.subarray(0, bytes));
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

/** TLS allows no server name for an IP address. */
function nameOf(host: string): string {
  return /^[\d.]+$|:/.test(host) ? "" : host;
}
