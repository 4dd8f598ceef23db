import assert from "node:assert/strict";
import { createServer as createHttp, type RequestListener, type Server } from "node:http";
import { createServer as createHttps } from "node:https";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { ownCertificate } from "../kernel/http/certificate.ts";
import { openShell, otherProgramOnPort, runToEnd, type Shell, workFolder } from "./testing.ts";

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

async function listening(server: Server) {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections());
  return { port, [Symbol.asyncDispose]: close };
}

/** Answers with the status in the path, and 200 at /health; /silent gets no answer, /endless one whose body does not end. */
const answers: RequestListener = ({ url = "" }, answer) => {
  if (url === "/silent") return;
  answer.writeHead(Number(/\d+/.exec(url)?.[0] ?? 200), { location: "/health" }).write("{");
  if (url !== "/endless") answer.end();
};

test("health URL exits with 0 for 200 alone, and says what else came", async () => {
  await using server = await listening(createHttp(answers));
  const at = `http://127.0.0.1:${server.port}`;
  const ask = (...args: string[]) => shell.run(["health", ...args]);
  assert.deepEqual(await runToEnd(["health", at], {}, folder.path), { code: 0, output: `${at}/health is well\n`, errors: "" });
  assert.equal((await ask(`${at}/endless`)).code, 0);
  for (const status of [204, 301, 404, 500, 503])
    assert.deepEqual(await ask(`${at}/${status}`), { code: 1, output: "", errors: `${at}/${status} answered ${status}\n` });
  const silent = await ask(`${at}/silent`, "--timeout", "1");
  assert.deepEqual([silent.code, silent.errors], [1, `${at}/silent gave no answer in time\n`]);
  await using stranger = await otherProgramOnPort();
  const strange = await ask(`http://127.0.0.1:${stranger.port}`);
  assert.match(strange.errors, /cannot be reached: \w+\n$/);
});

test("health asks the services that the environment configures, by TLS where they have it", async () => {
  const certificate = await ownCertificate(folder.path);
  await using http = await listening(createHttp(answers));
  await using https = await listening(createHttps(certificate, answers));
  const variables = { GOTRUE_API_PORT: String(http.port), FINANCE_PORT: String(https.port), WEB_PORT: "1" };
  const all = await shell.run(["health"], variables);
  assert.equal(all.code, 1, "one of three is down");
  assert.match(all.errors, /^web http:\/\/127\.0\.0\.1:1\/health cannot be reached: ECONNREFUSED\n$/);
  const three = await shell.run(["health"], { ...variables, WEB_PORT: String(https.port), WEB_TLS_CERT: "c" });
  assert.equal(three.code, 0, three.errors);
  assert.equal(
    three.output,
    `auth http://127.0.0.1:${http.port}/health is well
finance https://127.0.0.1:${https.port}/health is well
web https://127.0.0.1:${https.port}/health is well\n`,
  );
  assert.equal((await shell.run(["health", "auth", "finance"], variables)).code, 0);
  const alone = {
    ...variables,
    DATABASE_URL: "postgres://h/d",
    FINANCE_AUTH_URL: "http://auth",
    FINANCE_AUTH_TOKEN: "t",
    FINANCE_HOST: "0.0.0.0",
  };
  const finance = await shell.run(["health"], alone);
  assert.equal(finance.output, `finance https://127.0.0.1:${https.port}/health is well\n`, finance.errors);
});

test("health that cannot ask says why and exits with 1, because Docker reserves 2", async () => {
  const cases: [string[], Record<string, string>, RegExp][] = [
    [
      ["postgres"],
      {},
      /^health takes auth, finance, web or one URL that begins with http:\/\/ or https:\/\/, but got "postgres"\.\n$/,
    ],
    [["ftp://localhost"], {}, /^health takes /],
    [["http://["], {}, /is no URL/],
    [["--timeout", "0"], {}, /^--timeout takes /],
    [["--loud"], {}, /^Unknown option '--loud'/],
    [["auth"], { PORT: "eighty" }, /^PORT: .*; allowed: /],
    [["finance"], { FINANCE_PORT: "0" }, /^FINANCE_PORT is 0, /],
  ];
  for (const [args, variables, message] of cases) {
    const { code, output, errors } = await shell.run(["health", ...args], variables);
    assert.deepEqual([code, output], [1, ""], args.join(" "));
    assert.match(errors, message);
    assert.equal(errors.trimEnd().split("\n").length, 1, errors);
  }
  assert.match((await shell.run(["health", "--help"])).output, /^Usage: cofre health/);
});
