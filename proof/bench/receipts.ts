// Uploads of 10 MB, beside a server that only stores the same bytes in the same pieces, in alternating rounds; and the memory of finance.
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { median } from "../harness/statistics.ts";
import { askOnce } from "./client.ts";
import type { Target } from "./http_text.ts";
import { makeUsers } from "./people.ts";
import type { RunningProcess, Stage } from "./stage.ts";

export interface UploadSpeed {
  what: string;
  megabytesPerSecond: number;
  bareMegabytesPerSecond: number;
  ratio: number;
  goal: number;
  /** How much memory finance took more than before, at most. */
  growthMib: number;
}

const MEGABYTES = 10;
const GOAL = 0.8;
const AT_ONCE = 4;
const FILES_OF_A_ROW = 10;

interface Sink {
  port: number;
  cert: string;
  path(): string;
  headers: Record<string, string>;
}

export async function measureReceipts(
  stage: Stage,
  { auth, rounds }: { auth: RunningProcess; rounds: number },
): Promise<UploadSpeed[]> {
  await using opened = new AsyncDisposableStack();
  const finance = await stage.startFinance(auth, undefined, { FINANCE_ATTACHMENT_QUOTA_MB: "100000" });
  opened.defer(() => finance.end());
  const ours = await sinkOfFinance(stage, auth, finance, (rounds + 1) * AT_ONCE);
  const bare = await startBare(stage, opened);
  await round(ours);
  await round(bare);
  const before = finance.residentMib();
  let most = before;
  let isOver = false;
  const watching = (async () => {
    for (; !isOver; await sleep(20)) most = Math.max(most, finance.residentMib());
  })();
  const speeds: { ours: number; bare: number }[] = [];
  for (let n = 0; n < rounds; n++) speeds.push({ ours: await round(ours), bare: await round(bare) });
  isOver = true;
  await watching;
  return [
    {
      what: `${AT_ONCE} uploads of ${MEGABYTES} MB at once`,
      megabytesPerSecond: median(speeds.map((each) => each.ours)),
      bareMegabytesPerSecond: median(speeds.map((each) => each.bare)),
      ratio: median(speeds.map((each) => each.ours / each.bare)),
      goal: GOAL,
      growthMib: most - before,
    },
  ];
}

async function sinkOfFinance(stage: Stage, auth: RunningProcess, { target }: RunningProcess, files: number): Promise<Sink> {
  const server = { target: auth.target, adminToken: stage.adminToken };
  const [user] = await makeUsers(server, 1, `receipts-${Date.now().toString(36)}`);
  const authorization = `Bearer ${user?.access}`;
  const ids: number[] = [];
  while (ids.length * FILES_OF_A_ROW < files) {
    const body = { description: "receipts", amount_cents: -1 };
    ids.push((await askOnce<{ id: number }>(target, { method: "POST", path: "/transactions", authorization, body })).id);
  }
  let sent = 0;
  const { port, ca } = target as Target & { ca: string };
  return {
    port,
    cert: ca,
    path: () => `/rest/v2/transactions/${ids[Math.floor(sent++ / FILES_OF_A_ROW)]}/attachments`,
    headers: { authorization, "user-agent": "bench", "content-type": "application/pdf" },
  };
}

async function startBare(stage: Stage, opened: AsyncDisposableStack): Promise<Sink> {
  const folder = await mkdtemp(join(tmpdir(), "cofre-bench-bare-"));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const child = fork(fileURLToPath(new URL("bare_upload.ts", import.meta.url)), [stage.databaseUrl, folder]);
  opened.defer(() => void child.disconnect());
  const [{ port, cert }] = (await once(child, "message")) as [{ port: number; cert: string }];
  return { port, cert, path: () => "/", headers: {} };
}

/** Megabytes a second. */
async function round(sink: Sink): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE, ca: sink.cert });
  const photos = Array.from({ length: AT_ONCE }, photo);
  const began = performance.now();
  await Promise.all(photos.map((bytes) => send(sink, agent, bytes)));
  const seconds = (performance.now() - began) / 1000;
  agent.destroy();
  return (AT_ONCE * MEGABYTES) / seconds;
}

let photos = 0;

/** In the form of a PDF, and another one each time. */
function photo(): Buffer {
  const bytes = Buffer.alloc(MEGABYTES * 2 ** 20, "the pages of a bill ");
  bytes.write(`%PDF-1.4 ${++photos} `, "latin1");
  bytes.write("%%EOF", bytes.length - 5, "latin1");
  return bytes;
}

async function send({ port, path, headers }: Sink, agent: Agent, bytes: Buffer): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const length = { "content-length": String(bytes.length) };
  const options = { agent, host: "127.0.0.1", port, path: path(), method: "POST", headers: { ...headers, ...length } };
  const outgoing = request(options, (answer) => {
    answer.resume();
    answer.on("end", () => resolve(answer.statusCode ?? 0));
  });
  outgoing.on("error", reject);
  outgoing.end(bytes);
  const status = await promise;
  if (status !== 201) throw new Error(`an upload was answered ${status}`);
}
