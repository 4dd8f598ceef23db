import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { startTestFinance } from "../finance/testing.ts";
import { runToEnd, workFolder } from "./testing.ts";

test("export writes the file that GET /exports answers, to a file or to standard output, and says what was refused", async () => {
  await using finance = await startTestFinance();
  await using folder = await workFolder();
  const ana = await finance.member("ana@example.com");
  await ana.post("/transactions", { description: "Pão", amount_cents: -1, date: "2026-01-02" });
  await writeFile(join(folder.path, "ca.pem"), finance.certificate.cert);
  const variables = {
    COFRE_URL: finance.url.replace("127.0.0.1", "localhost"),
    COFRE_EMAIL: ana.email,
    COFRE_TOKEN: ana.token,
    COFRE_CA: "ca.pem",
  };
  const run = (...args: string[]) => runToEnd(["export", ...args], variables, folder.path);
  const csv = (await ana.get("/exports?format=csv")).text;
  assert.deepEqual(await run("--format", "csv"), { code: 0, output: csv, errors: "" });
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
  await using folder = await workFolder();
  await writeFile(join(folder.path, "empty.pem"), "no certificate\n");
  const variables = { COFRE_EMAIL: "a@b.test", COFRE_TOKEN: "x", ORGANIZZE_EMAIL: "a@b.test", ORGANIZZE_TOKEN: "x" };
  for (const command of [["export"], ["import", "organizze"]])
    for (const [ca, problem] of [
      ["gone.pem", "cannot be read (ENOENT)"],
      [".", "cannot be read (EISDIR)"],
      ["empty.pem", "contains no certificate (PEM)"],
    ] as const) {
      const { code, output, errors } = await runToEnd(command, { ...variables, COFRE_CA: ca }, folder.path);
      const line = `--ca, or COFRE_CA: ${ca} ${problem}. npm start writes its own to tls/certificate.pem in COFRE_HOME.\n`;
      assert.deepEqual({ code, output, errors }, { code: 1, output: "", errors: line });
    }
});

test("export --help and import --help list their options; what is missing or unknown ends with code 2", async () => {
  await using folder = await workFolder();
  const run = (...args: string[]) => runToEnd(args, {}, folder.path);
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
