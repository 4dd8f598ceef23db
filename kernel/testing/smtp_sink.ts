// A mail server that records messages, and can fail like real mail servers.
import type { AddressInfo, Socket } from "node:net";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import { type MailPart, readMail } from "../mail_text.ts";
import { recorded } from "./recorded.ts";

export type SmtpMode =
  | "accept"
  /** 421 instead of a greeting. */
  | "refuse"
  | { rejectAt: "rcpt" | "data"; code: number }
  /** No greeting and no answer; the connection stays open. */
  | "hang"
  /** Reads the whole message and never answers. */
  | "hang_after_data"
  /** Reads the whole message and disconnects, so that the sender cannot know whether it was accepted. */
  | "drop_after_data";

export interface SinkMail {
  from: string;
  to: string[];
  /** Lower-case names, unfolded, decoded; the last of repeated headers. */
  headers: Record<string, string>;
  parts: MailPart[];
  raw: string;
  /** The client's user name. */
  user?: string;
}

export interface SmtpSink extends AsyncDisposable {
  host: string;
  port: number;
  mode: SmtpMode;
  /** Accepted with a 250. */
  messages: SinkMail[];
  /** The raw addresses of each RCPT TO; `messages` have them as the library parses them. */
  recipients: string[];
  /** Read completely and not answered. */
  unanswered: SinkMail[];
  readonly connections: number;
  /** Waits for accepted messages. */
  waitFor(count: number, timeoutMs?: number): Promise<SinkMail[]>;
}

export interface SmtpSinkOptions {
  mode?: SmtpMode;
  /** If set, sending requires authentication. */
  auth?: { user: string; pass: string };
}

const SETTINGS = {
  // False, not absent: the library otherwise prints a warning about its built-in certificate.
  logger: false as const,
  disableReverseLookup: true,
  allowInsecureAuth: true,
  closeTimeout: 1,
};

export async function startSmtpSink(options: SmtpSinkOptions = {}): Promise<SmtpSink> {
  const messages = recorded<SinkMail>("messages");
  const unanswered: SinkMail[] = [];
  const recipients: string[] = [];
  let connections = 0;

  const server = new SMTPServer({
    ...SETTINGS,
    disabledCommands: options.auth ? ["STARTTLS"] : ["STARTTLS", "AUTH"],
    onConnect(_session, done) {
      connections++;
      if (sink.mode === "hang") return;
      done(sink.mode === "refuse" ? reply(421, "Service not available") : null);
    },
    onAuth(input, _session, done) {
      if (input.username === options.auth?.user && input.password === options.auth?.pass) done(null, { user: input.username });
      else done(reply(535, "Authentication failed"));
    },
    onRcptTo(_address, _session, done) {
      done(rejection(sink.mode, "rcpt"));
    },
    async onData(stream, session, done) {
      const raw = await readWhole(stream);
      if (raw === undefined) return;
      const { mode } = sink;
      const refusal = rejection(mode, "data");
      if (refusal) return done(refusal);
      const mail = toMail(raw, session);
      if (mode === "hang_after_data" || mode === "drop_after_data") {
        unanswered.push(mail);
        if (mode === "drop_after_data") sockets.get(session.remotePort)?.destroy();
        return;
      }
      messages.add(mail);
      done();
    },
  });
  // A client that disconnects causes an error event, which would end the test process.
  server.on("error", () => {});
  const sockets = followSockets(server, (address) => recipients.push(address));
  await listen(server);
  const sink: SmtpSink = {
    host: "127.0.0.1",
    port: (server.server.address() as AddressInfo).port,
    mode: options.mode ?? "accept",
    messages: messages.items,
    recipients,
    unanswered,
    get connections() {
      return connections;
    },
    waitFor: messages.waitFor,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.server.close(resolve));
      for (const socket of sockets.values()) socket.destroy();
      await closed;
    },
  };
  return sink;
}

function listen(server: SMTPServer): Promise<void> {
  return new Promise((resolve, reject) => {
    server.server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
}

/** Undefined where the sender ended in the middle of its message, which is then none. */
async function readWhole(stream: AsyncIterable<Buffer>): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of stream) chunks.push(chunk);
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The open connections by the ports of their clients. */
function followSockets(server: SMTPServer, onRecipient: (address: string) => void): Map<number, Socket> {
  const sockets = new Map<number, Socket>();
  server.server.on("connection", (socket: Socket) => {
    const port = socket.remotePort as number;
    sockets.set(port, socket);
    socket.once("close", () => sockets.delete(port));
    // Clients wait for an answer after each command, so that one comes whole.
    socket.on("data", (chunk) => {
      for (const [, address = ""] of chunk.toString("latin1").matchAll(/^RCPT TO:<(.*)>/gim)) onRecipient(address);
    });
  });
  return sockets;
}

function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

function rejection(mode: SmtpMode, at: "rcpt" | "data"): Error | null {
  return typeof mode === "object" && mode.rejectAt === at ? reply(mode.code, `Rejected at ${at}`) : null;
}

function toMail(raw: string, session: SMTPServerSession): SinkMail {
  const { mailFrom, rcptTo } = session.envelope;
  const user = session.user as string | undefined;
  return {
    from: mailFrom === false ? "" : mailFrom.address,
    to: rcptTo.map(({ address }) => address),
    ...readMail(raw),
    raw,
    ...(user === undefined ? {} : { user }),
  };
}
