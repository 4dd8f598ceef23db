// P34: finance is killed while receipts are received, and during the post that refers to their bytes.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { forgetFiles } from "../../finance/attachments/forget_files.ts";
import { checkFileHashes } from "../../finance/integrity/file_hashes.ts";
import { type Database, openDatabase } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { settle, tallySince } from "./acknowledged.ts";
import type { Fault } from "./fault.ts";
import { type Findings, noFindings } from "./findings.ts";
import { idOf, killedWhen, look, send, type WatchStatements } from "./kill_at_point.ts";
import type { Member } from "./members.ts";
import { isPost } from "./postgres_messages.ts";
import { addFindings, type Stage } from "./stage.ts";
import type { World } from "./world.ts";

const FILE_BYTES = 2 * 2 ** 20;
const AT_ONCE = 3;
const PIECE = /insert into attachment_chunks/i;
const NAMING = /update attachment_files\s+set sha256/i;
/** Longer than anything stays that nothing refers to. */
const LATER_MS = 60 * 24 * 3_600_000;

/** Each is watched anew. */
const POINTS: Record<string, () => WatchStatements> = {
  "while pieces are stored": () => {
    let pieces = 0;
    return ({ text }) => (PIECE.test(text) && ++pieces === 10 ? "done" : undefined);
  },
  "before a file gets its hash":
    () =>
    ({ text }) =>
      NAMING.test(text) ? "before" : undefined,
  "after a file got its hash":
    () =>
    ({ text }) =>
      NAMING.test(text) ? "done" : undefined,
  "before the post":
    () =>
    ({ text }) =>
      isPost(text) ? "before" : undefined,
  "after the post, before the answer":
    () =>
    ({ text }) =>
      isPost(text) ? "done" : undefined,
};

export const uploadsKilled: Fault = {
  id: "P34",
  title: "finance is killed while receipts are received and posted",
  how: `${AT_ONCE} receipts of 2 MB are sent at once; the proxy sees a piece, the hash or the post of one, kills the process there, and each is sent again`,
  expected:
    "each receipt that was answered is there with its hash, none refers to missing bytes, and the night takes away what nothing refers to",
  run,
};

async function run(stage: Stage): Promise<Findings> {
  const world = await stage.world();
  const findings = noFindings();
  const before = { ...world.acknowledged.tally };
  const rounds = stage.rounds(2, 40);
  const db = openDatabase({ url: world.cluster.url(), schema: "finance", name: "cofre faults", maxConnections: 2 });
  try {
    let unreferenced = 0;
    for (const [point, watch] of Object.entries(POINTS))
      for (let round = 1; round <= rounds; round++) {
        await upload(world, { point, watch: watch() }, findings);
        unreferenced += await countUnreferenced(db);
        stage.say(`P34 ${point}: round ${round} of ${rounds}`);
      }
    if (unreferenced === 0) findings.violations.push("no kill left bytes behind, so nothing was tried");
    await forgetFiles(db, new Date(Date.now() + LATER_MS));
    const left = await countUnreferenced(db);
    if (left > 0) findings.violations.push(`${left} files to which nothing refers are still there after the night`);
    await requireHashes(db, findings);
  } finally {
    await db.close();
  }
  findings.tally = tallySince(world.acknowledged.tally, before);
  await addFindings(world, findings);
  return findings;
}

async function upload(world: World, breaking: { point: string; watch: WatchStatements }, findings: Findings): Promise<void> {
  const member = world.members[0] as Member;
  const rows = await Promise.all(Array.from({ length: AT_ONCE }, () => makeRow(world, member)));
  const files = rows.map((id) => ({ id, bytes: fileOf(FILE_BYTES) }));
  const replies = await killedWhen(world, breaking, findings, () =>
    Promise.all(files.map(({ id, bytes }) => sendFile(world, member, id, bytes))),
  );
  for (const [index, reply] of replies.entries()) {
    const { id, bytes } = files[index] as { id: number; bytes: Buffer };
    const hash = createHash("sha256").update(bytes).digest("hex");
    if (reply?.status !== 201)
      findings.violations.push(`${breaking.point}: an upload was answered ${reply?.status} ${reply?.text}`);
    const url = `${world.endpoints().finance}/transactions/${id}/attachments/${hash}`;
    const stored = await world.client.send(url, { method: "GET", headers: member.financeHeaders });
    if (stored.status !== 200 || !stored.bytes?.equals(bytes))
      findings.violations.push(`${breaking.point}: receipt ${hash} is lost`);
  }
  await look(world, breaking.point, findings);
}

async function makeRow(world: World, member: Member): Promise<number> {
  const description = randomUUID();
  const expected = { email: member.email, cents: -100, notes: "", rows: 1 };
  world.acknowledged.rows.set(description, { state: "unresolved", ...expected });
  const reply = await send(world, member, "a row", "/transactions", {
    description,
    amount_cents: -100,
    date: "2026-03-15",
    notes: "",
  });
  world.acknowledged.rows.set(description, { state: "present", ...expected });
  return idOf(reply) as number;
}

function sendFile(world: World, member: Member, id: number, body: Buffer) {
  const { acknowledged, client, endpoints } = world;
  const headers = { ...member.financeHeaders, "idempotency-key": randomUUID(), "content-type": "application/pdf" };
  const giveUpAt = performance.now() + 60_000;
  return settle({
    ...{ acknowledged, service: "finance", what: "finance a receipt", giveUpAt: () => giveUpAt },
    send: () =>
      client.send(`${endpoints().finance}/transactions/${id}/attachments`, { method: "POST", headers, body, fresh: true }),
  });
}

/** A PDF as far as anybody looks. */
function fileOf(bytes: number): Buffer {
  const file = Buffer.alloc(bytes, " ");
  file.write(`%PDF-1.4\n${randomBytes(16).toString("hex")}`, "latin1");
  file.write("%%EOF\n", bytes - 6, "latin1");
  return file;
}

async function countUnreferenced(db: Database): Promise<number> {
  const { files } = await db.one<{ files: number }>(sql`
    select count(*)::int as files
      from attachment_files
     where sha256 is null
        or not exists (select from transactions
                        where transactions.space_id = attachment_files.space_id
                          and attachments @> jsonb_build_array(jsonb_build_object('id', sha256)))`);
  return files;
}

async function requireHashes(db: Database, findings: Findings): Promise<void> {
  const spaces = await db.many<{ space_id: number }>(sql`select distinct space_id from attachment_files`);
  for (const { space_id: spaceId } of spaces)
    await checkFileHashes(db, spaceId, new Set(), {
      found: ({ key }) => findings.violations.push(`the bytes of a receipt have another hash: ${JSON.stringify(key)}`),
      read: () => {},
    });
}
