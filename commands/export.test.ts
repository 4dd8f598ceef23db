import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { startTestFinance } from "../finance/testing.ts";
import { openShell, runToEnd, type Shell, workFolder } from "./testing.ts";

let folder: Awaited<ReturnType<typeof workFolder>>;
let shell: Shell;

before(async () => {
  folder = await workFolder();
  shell = openShell({}, folder.path);
});

after(async () => {
  await shell[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

test("export writes the file that GET /exports answers, to a file or to standard output, and says what was refused", async () => {
  await using finance = await startTestFinance();
  const ana = await finance.member("ana@example.com");
  await ana.post("/transactions", { description: "Pão", amount_cents: -1, date: "2026-01-02" });
  await writeFile(join(folder.path, "ca.pem"), finance.certificate.cert);
  const variables = {
    COFRE_URL: finance.url.replace("127.0.0.1", "localhost"),
    COFRE_EMAIL: ana.email,
    COFRE_TOKEN: ana.token,
    COFRE_CA: "ca.pem",
  };
  const run = (...args: string[]) => shell.run(["export", ...args], variables);
  const csv = (await ana.get("/exports?format=csv")).text;
  assert.deepEqual(await runToEnd(["export", "--format", "csv"], variables, folder.path), { code: 0, output: csv, errors: "" });
  const written = await run("--format", "json", "--out", "space.json");
  assert.equal(written.code, 0, written.errors);
  const { transactions } = JSON.parse(await readFile(join(folder.path, "space.json"), "utf8")) as { transactions: object[] };
  assert.equal(transactions.length, 1);
  const refused = await run("--format", "pdf", "--out", "space.pdf");
  assert.equal(refused.code, 1);
  assert.match(refused.errors, /^GET \/exports was answered 422: .*format/);
  assert.deepEqual((await readdir(folder.path)).sort(), ["ca.pem", "space.json"]);
});

test("export and import: a certificate that is not there, or is none, is one line that says where it is", async () => {
  await writeFile(join(folder.path, "empty.pem"), "no certificate\n");
  const variables = { COFRE_EMAIL: "a@b.test", COFRE_TOKEN: "x", ORGANIZZE_EMAIL: "a@b.test", ORGANIZZE_TOKEN: "x" };
  for (const command of [["export"], ["import", "organizze"]])
    for (const [ca, problem] of [
      ["gone.pem", "cannot be read (ENOENT)"],
      [".", "cannot be read (EISDIR)"],
      ["empty.pem", "contains no certificate (PEM)"],
    ] as const) {
      const { code, output, errors } = await shell.run(command, { ...variables, COFRE_CA: ca });
      const line = `--ca, or COFRE_CA: ${ca} ${problem}. npm start writes its own to tls/certificate.pem in COFRE_HOME.\n`;
      assert.deepEqual({ code, output, errors }, { code: 1, output: "", errors: line });
    }
});

test("export --help and import --help list their options; what is missing or unknown ends with code 2", async () => {
  const run = (...args: string[]) => shell.run(args);
  for (const command of [["export"], ["import", "organizze"], ["import", "supabase"], ["import", "firebase"]]) {
    const { code, output } = await run(...command, "--help");
    assert.equal(code, 0);
    assert.match(output, /^Usage: node bootstrap\.mjs .*\n\n( {2}--\w.*\n)+/);
  }
  for (const args of [
    ["export"],
    ["export", "--colour", "red"],
    ["import"],
    ["import", "ynab"],
    ["import", "organizze"],
    ["import", "auth0"],
  ])
    assert.equal((await run(...args)).code, 2, args.join(" "));
});
