import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { startTestFinance } from "../testing.ts";
import { scanBy } from "./scan.ts";
import { upload } from "./testing.ts";

const folder = await mkdtemp(join(tmpdir(), "cofre-scan-"));
after(() => rm(folder, { recursive: true }));

/** A scanner in the manner of clamdscan: it reads standard input, and says by its exit code what it found. */
const SCANNER = `#!/bin/sh
first=$(head -c 60)
case "$first" in
  *KNOWN-AT-ONCE*) exit 1 ;;
  *HANGS*) exec sleep 600 ;;
esac
cat > /dev/null
case "$first" in
  *CRASHES*) kill -SEGV $$ ;;
  *FAILS*) exit 2 ;;
  *EICAR*) exit 1 ;;
esac
exit 0
`;

/** With a word in it, and more than fits into the pipe. */
const pdf = (word: string) => Buffer.from(`%PDF-1.4\n% ${word}\n${"x".repeat(600_000)}\n%%EOF\n`, "latin1");

test("a scanner decides over each file: clean ones are kept, infected ones refused, and without its answer nothing is kept", async () => {
  const script = join(folder, "scanner.sh");
  await writeFile(script, SCANNER, { mode: 0o755 });
  await using finance = await startTestFinance({ SCAN_COMMAND: script, SCAN_TIMEOUT: "3" });
  const ana = await finance.member("ana@example.com");
  const { id } = (await ana.post("/transactions", { description: "x", amount_cents: -1 })).body as { id: number };
  const { db } = finance.service.world;
  const stored = async () => (await db.one<{ files: number }>(sql`select count(*)::int as files from attachment_files`)).files;
  const give = (word: string) => upload(ana, id, pdf(word), { headers: { "accept-language": "en" } });
  for (const word of ["EICAR", "KNOWN-AT-ONCE"]) {
    const infected = await give(word);
    assert.equal(infected.status, 422, `${word}: ${infected.text}`);
    assert.match(infected.text, /virus/i);
  }
  for (const word of ["FAILS", "CRASHES", "HANGS"]) {
    const silent = await give(word);
    assert.deepEqual([silent.status, silent.headers["retry-after"]], [503, "5"], word);
  }
  assert.equal(await stored(), 0);
  assert.equal((await give("nothing")).status, 201);
  assert.equal(await stored(), 1);
});

test("a scanner that is not there is one without an answer", async () => {
  const scan = scanBy({ scanCommand: [join(folder, "none")], scanTimeoutSeconds: 5 })();
  await scan.write(Buffer.alloc(300_000));
  await assert.rejects(scan.finish(), { status: 503 });
});
