// Minimizes a request with a wrong answer, and writes it down as a curl command.
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FuzzRequest } from "./requests.ts";
import type { FuzzReply } from "./verdict.ts";

export interface Failure {
  /** The run's seed and the request's number. */
  seed: number;
  index: number;
  fault: string;
  request: FuzzRequest;
  reply: FuzzReply | undefined;
}

const MOST_TRIES = 30;

/** Removes what the fault does not need. `isStill` sends the request again. */
export async function shrink(request: FuzzRequest, isStill: (smaller: FuzzRequest) => Promise<boolean>): Promise<FuzzRequest> {
  let smallest = request;
  let tries = 0;
  for (const candidates = [...smallerOnes(smallest)]; candidates.length > 0 && tries < MOST_TRIES; tries++) {
    const candidate = candidates.shift() as FuzzRequest;
    if (!(await isStill(candidate))) continue;
    smallest = candidate;
    candidates.splice(0, candidates.length, ...smallerOnes(smallest));
  }
  return smallest;
}

function* smallerOnes(request: FuzzRequest): Generator<FuzzRequest> {
  for (const name of Object.keys(request.headers)) {
    const { [name]: _, ...headers } = request.headers;
    yield { ...request, headers };
  }
  const [path = "", query] = request.path.split(/\?(.*)/s);
  if (query) {
    yield { ...request, path };
    const pairs = query.split("&");
    for (const each of pairs) yield { ...request, path: `${path}?${pairs.filter((other) => other !== each).join("&")}` };
  }
  if (!request.body) return;
  yield { ...request, body: undefined };
  const fields = parseRecord(request.body);
  for (const name of Object.keys(fields ?? {})) {
    const { [name]: _, ...left } = fields as Record<string, unknown>;
    yield { ...request, body: Buffer.from(JSON.stringify(left)) };
  }
}

function parseRecord(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(body.toString("utf8"));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const LONGEST_LINE = 2_000;

/** A curl command that names the caller without its credentials. */
export function curlOf({ service, method, path, headers, body, caller }: FuzzRequest): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((each) => `-H ${quote(`${name}: ${each}`)}`),
  );
  const isText = body?.equals(Buffer.from(body.toString("utf8")));
  const data =
    body &&
    (isText ? [`--data-raw ${quote(body.toString("utf8"))}`] : [`--data-binary @<(base64 -d <<< ${body.toString("base64")})`]);
  const who = caller === "nobody" ? [] : [`-H "Authorization: $${caller.replaceAll(" ", "_").toUpperCase()}"`];
  const parts = [
    "curl -k --path-as-is",
    `-X ${method}`,
    quote(`$${service.toUpperCase()}${path}`).replace(/^'(\$\w+)/, '"$1"\''),
    ...who,
    ...lines,
    ...(data ?? []),
  ];
  return parts.join(" ").slice(0, LONGEST_LINE);
}

/** Writes all failures to a file that is kept; returns its path. */
export async function writeFailures(failures: readonly Failure[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "cofre-fuzz-"));
  const file = join(folder, "failures.json");
  const readable = failures.map(({ request, ...rest }) => ({
    ...rest,
    request: { ...request, body: request.body?.toString("base64") },
    curl: curlOf(request),
  }));
  await writeFile(file, `${JSON.stringify(readable, null, 2)}\n`);
  return file;
}
