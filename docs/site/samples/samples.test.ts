// Every sample of the site is tried as its mark says: run against the services, parsed, or shown with a reason.
import assert from "node:assert/strict";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { ANY_PORTS, BINARY, launch, type Program, portsOf, workFolder } from "../../../commands/testing.ts";
import { connectClient } from "../../../kernel/sql/client.ts";
import { testDatabase } from "../../../kernel/testing/database.ts";
import { ROOT, readSite } from "../pages.ts";
import { asUnreached, isParsed, parse, type Verdict } from "./parse.ts";
import { differsFrom, isRunnable, lastJson, runSample, type Stage, writePrograms } from "./run.ts";
import { nameOf, type Sample, samplesIn } from "./samples.ts";

/** Of a page alone, for whoever writes it: `COFRE_SAMPLES=guides/bot npm test -- docs/site/samples`. */
const only = process.env.COFRE_SAMPLES ?? "";
const samples = [...readSite().pages.values()].flatMap(samplesIn);
const chosen = samples.filter(({ page }) => page.startsWith(only));

const MOST_SHOWN = 0.15;

test("every sample of the site is marked, and what is only shown has a reason", () => {
  const wrong = samples.filter(({ mark, rest, language }) => {
    if (mark === "run") return !isRunnable(language) || !["", "fails"].includes(rest);
    if (mark === "answer") return language !== "json";
    if (mark === "parsed") return !isParsed(language);
    return mark === undefined || rest.split(" ").length < 3;
  });
  assert.deepEqual(wrong.map(nameOf), []);
});

test("at most 15 % of the samples are only shown", () => {
  const shown = samples.filter(({ mark }) => mark === "shown");
  assert.ok(
    shown.length <= MOST_SHOWN * samples.length,
    `${shown.length} of ${samples.length}:\n${shown.map(nameOf).join("\n")}`,
  );
});

test("samples that are parsed or run are read by a parser of their language", async (t) => {
  const problems: string[] = [];
  const read = async (sample: Sample) => {
    const { problem, leftOut } = sample.language === "sql" ? await readSql(sample) : await parse(sample);
    if (leftOut) t.diagnostic(`${nameOf(sample)} is left out: ${leftOut}`);
    if (problem) problems.push(`${nameOf(sample)}: ${problem}`);
  };
  await using database = await testDatabase();
  const { client, end } = await connectClient({ url: database.url, name: "samples", settings: {} });
  const readSql = ({ text }: Sample): Promise<Verdict> =>
    client.query(asUnreached(text)).then(
      () => ({}),
      (error: Error) => ({ problem: error.message }),
    );
  for (const sample of chosen) if (sample.mark !== "shown" && sample.mark !== undefined) await read(sample);
  await end();
  assert.deepEqual(problems, []);
});

test("samples run as the pages say, one page after the other", { timeout: 240_000 }, async (t) => {
  const pages = Map.groupBy(
    chosen.filter(({ mark }) => mark === "run" || mark === "answer"),
    ({ page }) => page,
  );
  if (pages.size === 0) return;
  await using folder = await workFolder();
  await using program = launch([BINARY, "start"], ANY_PORTS, folder.path, 230_000);
  const stage = await openStage(program, folder.path);
  for (const [page, ofPage] of pages) await t.test(page, () => tryPage(ofPage, stage));
});

async function tryPage(ofPage: readonly Sample[], stage: Stage): Promise<void> {
  let output = "";
  for (const [index, sample] of ofPage.entries()) {
    if (sample.mark === "answer") {
      assert.equal(differsFrom(lastJson(output), JSON.parse(sample.text)), undefined, `${nameOf(sample)}\n${output}`);
      continue;
    }
    const outcome = await runSample(sample, stage, index);
    assert.ok(outcome.ok, `${nameOf(sample)}\n${sample.text}\n${outcome.output}\n${outcome.errors}`);
    output = outcome.output;
  }
}

async function openStage(program: Program, folder: string): Promise<Stage> {
  const ports = await portsOf(program);
  const [, web = ""] = await program.says(/^ +web +http:\/\/localhost:(\d+)$/m);
  const [, admin = ""] = await program.says(/admin token, valid until .*:\n +(\S+)/);
  const programs = await writePrograms(folder, [process.execPath, "--no-warnings", BINARY]);
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const certificate = join(folder, ".cofre/tls/certificate.pem");
  return {
    folder,
    variables: {
      PATH: `${programs}:${process.env.PATH}`,
      SAMPLE_PROGRAMS: programs,
      HOME: folder,
      ADMIN: admin,
      NODE_EXTRA_CA_CERTS: certificate,
      SSL_CERT_FILE: certificate,
    },
    addresses: {
      "localhost:8080": `localhost:${web}`,
      "localhost:8081": `localhost:${ports.auth}`,
      "localhost:8082": `localhost:${ports.finance}`,
    },
  };
}
