// Calls to an API of finance from the command line, ours or the original: with an e-mail address and a token, answers as streams or JSON. Who is asked
// to wait waits, and what a server could not do is tried again.
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { rootCertificates } from "node:tls";
import { OperatorError } from "../kernel/operator_error.ts";
import { VERSION } from "../kernel/version.ts";

export interface Server {
  /** With the base path, such as `https://localhost:8082/rest/v2`. */
  url: string;
  email: string;
  token: string;
  /** PEM of a certificate to trust, besides those that everybody does. */
  ca?: string | undefined;
}

interface Sending {
  method?: string;
  /** Made anew for each try. */
  body?: () => Readable;
  headers?: Record<string, string>;
}

const MOST_TRIES = 6;
const MOST_WAIT_SECONDS = 120;

/** The answer of a success, whose body nobody has read. Throws for what is refused. */
export async function open({ url, email, token, ca }: Server, path: string, sending: Sending = {}): Promise<IncomingMessage> {
  const authorization = `Basic ${Buffer.from(`${email}:${token}`).toString("base64")}`;
  const headers = { authorization, "user-agent": `Cofre ${VERSION} (${email})`, "accept-language": "en", ...sending.headers };
  for (let tries = 1; ; tries++) {
    const answer = await send(url + path, { ...sending, headers, ca }).catch((error: Error) => error);
    const status = answer instanceof Error ? 0 : (answer.statusCode ?? 0);
    if (!(answer instanceof Error) && status < 300) return answer;
    const mayPass = answer instanceof Error || status === 429 || status >= 500;
    if (!mayPass || tries === MOST_TRIES) throw await refusalOf(`${sending.method ?? "GET"} ${path.split("?")[0]}`, answer);
    const asked = answer instanceof Error ? Number.NaN : Number(answer.headers["retry-after"]);
    if (!(answer instanceof Error)) answer.resume();
    await sleep(1000 * Math.min(Number.isNaN(asked) ? 2 ** (tries - 1) / 2 : asked, MOST_WAIT_SECONDS));
  }
}

export async function readJson<Body>(server: Server, path: string, sending: Sending = {}): Promise<Body> {
  const text = await textOf(await open(server, path, sending));
  try {
    return JSON.parse(text) as Body;
  } catch {
    throw new OperatorError(`${server.url}${path} did not answer with JSON.`);
  }
}

function send(
  url: string,
  { method = "GET", body, headers, ca }: Sending & { ca: string | undefined },
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const options = { method, headers, ...(ca && { ca: [...rootCertificates, ca] }) };
  const sent = (url.startsWith("https:") ? httpsRequest : httpRequest)(url, options as object, resolve).on("error", reject);
  if (body) body().on("error", reject).pipe(sent);
  else sent.end();
  return promise;
}

async function refusalOf(what: string, answer: IncomingMessage | Error): Promise<OperatorError> {
  if (answer instanceof Error) return new OperatorError(`${what}: ${answer.message || (answer as NodeJS.ErrnoException).code}`);
  const text = await textOf(answer);
  return new OperatorError(`${what} was answered ${answer.statusCode}: ${text.slice(0, 500)}`);
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
