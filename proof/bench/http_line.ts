// The HTTP client of the bench, which is its own for speed: one keep-alive connection that asks one thing at a time and reads no more of an
// answer than it must. On a machine of two cores whatever the load generator does is taken from the server that it measures.
import { connect } from "node:net";
import { connect as connectTls } from "node:tls";
import { answerLength, readAnswer, type Target } from "./http_text.ts";

export type Heard = (status: number, body: Buffer, failure?: Error) => void;

export interface Line {
  /** One at a time: `heard` is called before the next may be sent. */
  ask(request: string, heard: Heard): void;
  close(): void;
}

const NOTHING = Buffer.alloc(0);

/** Opens with the first request, and again after the server has closed it. */
export function openLine({ host, port, ca }: Target): Line {
  let socket: ReturnType<typeof connect> | undefined;
  let waiting: Heard | undefined;
  /** What has come of the answer. It is joined once, when all is there: joining with every piece took longer than reading. */
  let held: Buffer[] = [];
  let bytesHeld = 0;
  let bytesExpected = 0;

  function settle(status: number, body: Buffer, failure?: Error): void {
    const heard = waiting;
    waiting = undefined;
    heard?.(status, body, failure);
  }

  function forget(): void {
    held = [];
    bytesHeld = bytesExpected = 0;
  }

  function lose(failure: Error): void {
    socket = undefined;
    forget();
    settle(0, NOTHING, failure);
  }

  function open() {
    const opened =
      ca === undefined ? connect(port, host) : connectTls({ port, host, ...(ca && { ca }), servername: nameOf(host) });
    opened.setNoDelay(true);
    opened.on("data", (bytes: Buffer) => {
      held.push(bytes);
      bytesHeld += bytes.length;
      if (bytesHeld < bytesExpected) return;
      const all = held.length === 1 ? bytes : Buffer.concat(held);
      const answer = readAnswer(all);
      if (answer) {
        forget();
        settle(answer.status, answer.body);
      } else {
        held = [all];
        bytesExpected = answerLength(all);
      }
    });
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

/** An address is no name that a certificate could be asked for. */
function nameOf(host: string): string {
  return /^[\d.]+$|:/.test(host) ? "" : host;
}
