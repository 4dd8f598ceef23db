// Every sample of the site is tried as its mark says: run against the services, parsed, or shown with a reason.
import assert from "node:assert/strict";
import { readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { ANY_PORTS, BINARY, launch, type Program, portsOf, workFolder } from "../../../commands/testing.ts";
import { freePort } from "../../../kernel/embedded_postgres/free_port.ts";
import { connectClient } from "../../../kernel/sql/client.ts";
import { call } from "../../../kernel/testing/client.ts";
import { testDatabase } from "../../../kernel/testing/database.ts";
import { ROOT, readSite } from "../pages.ts";
import { asUnreached, isParsed, parse, type Verdict } from "./parse.ts";
import { nameOf, type Sample, samplesIn } from "./samples.ts";
import { PREPARED } from "./testing/prepared.ts";
import {
  differsFrom,
  hasProgram,
  isRunnable,
  lastJson,
  prepare,
  runSample,
  type Stage,
  serve,
  writePrograms,
} from "./testing/run.ts";
import { type StandIns, startStandIns } from "./testing/stand_ins.ts";

/** Of a page alone, for whoever writes it: `COFRE_SAMPLES=guides/bot npm test -- docs/site/samples`. */
const only = process.env.COFRE_SAMPLES ?? "";
const samples = [...readSite().pages.values()].flatMap(samplesIn);
const chosen = samples.filter(({ page }) => only.split(",").some((each) => page.startsWith(each)));

const MOST_SHOWN = 0.15;

test("every sample of the site is marked, and what is only shown has a reason", () => {
  const wrong = samples.filter(({ mark, rest, language }) => {
    if (mark === "run") return !isRunnable(language) || !["", "fails", "serves"].includes(rest);
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

test("samples run as the pages say, one page after the other", { timeout: 480_000 }, async (t) => {
  const pages = Map.groupBy(
    chosen.filter(({ mark }) => mark === "run" || mark === "answer"),
    ({ page }) => page,
  );
  if (pages.size === 0) return;
  await using folder = await workFolder();
  await using standIns = await startStandIns();
  await using program = launch([BINARY, "start"], { ...ANY_PORTS, ...standIns.variables }, folder.path, 470_000);
  const stage = await openStage(program, folder.path, standIns);
  await t.test("errors of both services link to their pages", () => errorsAreLinked(stage));
  for (const [page, ofPage] of pages)
    await t.test(page, (ofTest) => tryPage(page, ofPage, stage, (line) => ofTest.diagnostic(line)));
});

test("every page that is prepared runs samples", () => {
  const pages = new Set(samples.filter(({ mark }) => mark === "run").map(({ page }) => page));
  assert.deepEqual(
    Object.keys(PREPARED).filter((page) => !pages.has(page)),
    [],
  );
});

async function tryPage(page: string, ofPage: readonly Sample[], stage: Stage, say: (line: string) => void): Promise<void> {
  using serving = new DisposableStack();
  let output = "";
  const before = PREPARED[page];
  if (before !== undefined) {
    const { ok, output: printed, errors } = await prepare(page, before, stage);
    assert.ok(ok, `${page} is not prepared\n${printed}\n${errors}`);
  }
  for (const [index, sample] of ofPage.entries()) {
    if (sample.mark === "run" && !(await hasProgram(sample.language))) {
      say(`${nameOf(sample)} is left out: this machine does not run ${sample.language}`);
      continue;
    }
    if (sample.mark === "answer") {
      assert.equal(differsFrom(lastJson(output), JSON.parse(sample.text)), undefined, `${nameOf(sample)}\n${output}`);
      continue;
    }
    if (sample.rest === "serves") {
      serving.use(await serve(sample, stage, index));
      continue;
    }
    const outcome = await runSample(sample, stage, index);
    assert.ok(outcome.ok, `${nameOf(sample)}\n${sample.text}\n${outcome.output}\n${outcome.errors}`);
    output = outcome.output;
  }
}

async function errorsAreLinked({ variables: { AUTH = "", COFRE_URL = "", CERT = "" } }: Stage): Promise<void> {
  const ca = await readFile(CERT, "utf8");
  const links = await Promise.all([call(`${AUTH}/user`), call(`${COFRE_URL}/accounts`, { ca })]);
  assert.match(String(links[0].headers.link), /^<http:\/\/localhost:\d+\/docs\/errors\/no_authorization>; rel="help"$/);
  assert.match(String(links[1].headers.link), /^<http:\/\/localhost:\d+\/docs\/errors\/user_agent_missing>; rel="help"$/);
}

async function openStage(program: Program, folder: string, { variables, addresses }: StandIns): Promise<Stage> {
  const ports = await portsOf(program);
  const [, web = ""] = await program.says(/^ +web +http:\/\/localhost:(\d+)$/m);
  const [, admin = ""] = await program.says(/admin token, valid until .*:\n +(\S+)/);
  const programs = await writePrograms(folder, [process.execPath, "--no-warnings", BINARY]);
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const port = await freePort();
  const certificate = join(folder, ".cofre/tls/certificate.pem");
  return {
    folder,
    variables: {
      ...variables,
      AUTHSVC_API_PORT: String(ports.auth),
      FINANCE_PORT: String(ports.finance),
      WEB_PORT: web,
      AUTH: `http://localhost:${ports.auth}`,
      COFRE_URL: `https://localhost:${ports.finance}/rest/v2`,
      CERT: certificate,
      PATH: `${programs}:${process.env.PATH}`,
      SAMPLE_PROGRAMS: programs,
      HOME: folder,
      ADMIN: admin,
      NODE_EXTRA_CA_CERTS: certificate,
      SSL_CERT_FILE: certificate,
    },
    addresses: {
      ...addresses,
      "cofre import organizze": `cofre import organizze --url https://localhost:${ports.finance}/rest/v2 --pause 0`,
      "localhost:3000": `localhost:${port}`,
      ".listen(3000)": `.listen(${port})`,
      "https://auth.example.com": `http://localhost:${ports.auth}`,
      "localhost:8080": `localhost:${web}`,
      "localhost:8081": `localhost:${ports.auth}`,
      "localhost:8082": `localhost:${ports.finance}`,
    },
  };
}
