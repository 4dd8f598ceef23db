// Auth's administration API, for commands: that of a server elsewhere, with an API key, or that of this server's own database.
// The rules, the log of administrators and the feed of changes are those of the API in both cases.
import { randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import { rootCertificates } from "node:tls";
import type { AuthConfig } from "../../auth/config.ts";
import { startAuth } from "../../auth/main.ts";
import { UnfitSettings } from "../../auth/settings/start_settings.ts";
import { readEnvironment } from "../../kernel/config/config.ts";
import { openLog } from "../../kernel/log/log.ts";
import { exchange, readText } from "../../kernel/outbound/exchange.ts";
import { VERSION } from "../../kernel/process/version.ts";
import { withAuthSchema } from "../auth_database.ts";
import { CERTIFICATE_OPTION, readCertificate } from "../certificate.ts";
import type { Options, OptionValues } from "../command_line/command.ts";
import { printable } from "../command_line/output.ts";
import { readSecretFile } from "../command_line/secret_input.ts";
import { shellName } from "../command_line_act.ts";
import { type FailureKind, RefusedError, UsageError } from "../problems.ts";

export const SERVER_OPTIONS = {
  url: {
    value: "URL",
    variable: "COFRE_AUTH_URL",
    doc: "auth of a server elsewhere, with the API key in COFRE_API_KEY or --key-file; without it, the database of this server",
  },
  "key-file": { value: "FILE", doc: "a file with the API key" },
  ca: CERTIFICATE_OPTION,
} as const satisfies Options;

export const REASON_OPTION = { reason: { value: "TEXT", doc: "why, for the log of administrators" } } as const satisfies Options;

export interface AuthServer {
  ask<Reply>(method: string, path: string, sent?: Sent): Promise<Reply>;
  /** A file of any length. */
  open(method: string, path: string, sent?: Sent): Promise<Readable>;
}

interface Sent {
  query?: Query;
  body?: object;
}

export type Query = Readonly<Record<string, string | undefined>>;

const SILENCE_MS = 60_000;
const MOST_ANSWER_BYTES = 64 * 2 ** 20;

export async function withAuth<T>(options: OptionValues, work: (server: AuthServer) => Promise<T>): Promise<T> {
  const reason = options.text("reason");
  const url = options.text("url");
  if (url === undefined && hasKey(options))
    throw new UsageError("An API key is for a server elsewhere: say by --url or COFRE_AUTH_URL where its auth is.");
  if (url === undefined) return withOwnAuth((own) => work(callerOf({ ...own, reason })));
  const ca = await readCertificate(options);
  return work(callerOf({ url: readUrl(url), token: await readKey(options), ca, reason }));
}

function readUrl(text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return url.origin + url.pathname.replace(/\/$/, "");
  throw new UsageError(`--url takes the address of auth, such as https://auth.example.com, but got "${text}".`);
}

/** Whoever has one at hand means another server than this one. */
const hasKey = (options: OptionValues) => options.text("key-file") !== undefined || Boolean(readEnvironment().COFRE_API_KEY);

async function readKey(options: OptionValues): Promise<string> {
  const file = options.text("key-file");
  if (file !== undefined) return readSecretFile(file);
  const key = readEnvironment().COFRE_API_KEY;
  if (!key) throw new UsageError("An API key is needed: in COFRE_API_KEY, or in a file that --key-file names.");
  return key;
}

/**
 * A service on the database of this server, which runs for that long, and which nothing else can ask. It runs by the environment alone
 * where stored settings do not fit, so that they can be changed.
 */
function withOwnAuth<T>(work: (server: { url: string; token: string }) => Promise<T>): Promise<T> {
  return withAuthSchema(async (config: AuthConfig) => {
    const token = randomBytes(32).toString("base64url");
    const start = (settingsEnabled: boolean) =>
      startAuth({
        config: { ...config, apiHost: "127.0.0.1", apiPort: 0, settingsEnabled },
        log: openLog({ level: "fatal", name: "auth" }),
        delivers: false,
        isPrepared: true,
        commandLine: { token, name: shellName() },
      });
    const service = await start(config.settingsEnabled).catch((error: unknown) => {
      if (!(error instanceof UnfitSettings)) throw error;
      console.error(error.message);
      return start(false);
    });
    try {
      return await work({ url: `http://127.0.0.1:${service.port}`, token });
    } finally {
      await service.stop();
    }
  });
}

interface Target {
  url: string;
  token: string;
  ca?: string | undefined;
  reason: string | undefined;
}

function callerOf({ url, token, ca, reason }: Target): AuthServer {
  const headers = {
    authorization: `Bearer ${token}`,
    "user-agent": `cofre/${VERSION}`,
    ...(reason !== undefined && { "audit-reason": encodeURIComponent(reason) }),
  };
  const send = async (method: string, path: string, { query = {}, body }: Sent = {}) => {
    const pairs = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
    const target = new URL(`${url}${path}${pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ""}`);
    const answer = await exchange(target, {
      method,
      headers: { ...headers, ...(body && { "content-type": "application/json" }) },
      body: body && JSON.stringify(body),
      silenceMs: SILENCE_MS,
      agent: false,
      ...(ca !== undefined && { ca: [...rootCertificates, ca] }),
    }).catch((error: Error) => {
      throw new RefusedError(
        "unavailable",
        `${target.host} cannot be reached: ${error.message || (error as NodeJS.ErrnoException).code}`,
      );
    });
    const status = answer.statusCode ?? 0;
    if (status >= 300 || status < 200) throw refusalOf(status, await readText(answer, MOST_ANSWER_BYTES), answer.headers.link);
    return { target, answer };
  };
  return {
    ask: async <Reply>(method: string, path: string, sent?: Sent) => {
      const { target, answer } = await send(method, path, sent);
      const text = await readText(answer, MOST_ANSWER_BYTES);
      return (text === "" ? undefined : readJson(text, target)) as Reply;
    },
    open: async (method, path, sent) => (await send(method, path, sent)).answer,
  };
}

function readJson(text: string, target: URL): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RefusedError(
      "unavailable",
      `${target.origin}${target.pathname} did not answer with JSON. Is this the address of auth?`,
    );
  }
}

function refusalOf(status: number, text: string, link: string | string[] | undefined): RefusedError {
  const said = messageOf(text) ?? "";
  const code = status >= 300 && status < 400 ? " It redirects: name its address itself." : "";
  const page = /^<(https?:[^>\s]+)>; rel="help"$/.exec(String(link))?.[1];
  const help = page === undefined ? "" : `\nWhat to do: ${printable(page)}`;
  return new RefusedError(kindOf(status), `${printable(said) || `The server answered ${status}.`}${code}${help}`);
}

function messageOf(text: string): string | undefined {
  try {
    const { msg, error_description: description } = JSON.parse(text) as { msg?: string; error_description?: string };
    return msg ?? description;
  } catch {
    return undefined;
  }
}

function kindOf(status: number): FailureKind {
  if (status === 404) return "missing";
  if (status === 401 || status === 403) return "forbidden";
  return status === 429 || status >= 500 || status < 400 ? "unavailable" : "refused";
}
