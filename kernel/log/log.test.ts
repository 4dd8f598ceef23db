import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { type LogOptions, openLog } from "./log.ts";

test("each line is a JSON object with time, level, service, message and fields", async () => {
  const [line] = await linesOf({ level: "info" }, `log.info({ route: "/user", count: 3 }, "done");`);
  assert.match(String(line?.time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.deepEqual({ ...line, time: "" }, { time: "", level: "info", service: "auth", route: "/user", count: 3, msg: "done" });
});

test("lines below the level are left out", async () => {
  const body = `for (const level of ["trace", "debug", "info", "warn", "error", "fatal"]) log[level]("x");`;
  const levels = async (level: LogOptions["level"]) => (await linesOf({ level }, body)).map((line) => line.level);
  assert.deepEqual(await levels("trace"), ["trace", "debug", "info", "warn", "error", "fatal"]);
  assert.deepEqual(await levels("warn"), ["warn", "error", "fatal"]);
  assert.deepEqual(await levels("panic"), ["fatal"]);
});

test("a child adds its fields to every line and may name another service", async () => {
  const body = `
    const child = log.child({ service: "finance", request_id: "r1" }).child({ request_id: "r2", password: "canary" });
    child.info({ a: 1 }, "x");
    log.info("y");`;
  const [first, second] = await linesOf({ level: "info" }, body);
  assert.deepEqual(pick(first, "service", "request_id", "password", "a"), ["finance", "r2", "[redacted]", 1]);
  assert.deepEqual(pick(second, "service", "request_id"), ["auth", undefined]);
});

test("values of secret names are not written, at any depth and in any spelling", async () => {
  const names = `password token access_token refresh_token authorization cookie secret nonce otp code_verifier apikey
    Authorization Set-Cookie accessToken X-Api-Key client_secret token_hash captcha_token code`.split(/\s+/);
  const body = `for (const name of ${JSON.stringify(names)}) {
    log.info({ [name]: "canary1" }, "x");
    log.info({ request: { headers: { [name]: ["canary2"] } }, list: [{ [name]: { inner: "canary3" } }] }, "x");
  }`;
  const text = await outputOf({ level: "info" }, body);
  assert.equal(text.trim().split("\n").length, names.length * 2);
  assert.doesNotMatch(text, /canary/);
});

test("an error is written with name, message, code, stack and causes, and with nothing else it carries", async () => {
  const body = `
    const inner = Object.assign(new Error("inner"), { code: "ECONNREFUSED", address: "canary" });
    const error = Object.assign(new TypeError("outer", { cause: inner }), {
      code: "23505", query: "canary", parameters: ["canary"], detail: "Key (email)=(canary) exists", where: "canary" });
    log.error(error, "failed");
    log.error({ err: error, request_id: "r1" }, "failed");
    log.error({ nested: { error } });
    log.error(new AggregateError([inner], ""), "connect");`;
  const text = await outputOf({ level: "info" }, body);
  assert.doesNotMatch(text, /canary/);
  const [first, second, third, fourth] = parse(text);
  assert.deepEqual(Object.keys(at(first, "err") as object), ["name", "message", "code", "stack", "cause"]);
  assert.deepEqual(pick(at(first, "err"), "name", "message", "code"), ["TypeError", "outer", "23505"]);
  assert.match(String(at(first, "err", "stack")), /^TypeError: outer\n {4}at /);
  assert.deepEqual(pick(at(first, "err", "cause"), "message", "code"), ["inner", "ECONNREFUSED"]);
  assert.deepEqual(pick(second, "msg", "request_id"), ["failed", "r1"]);
  assert.equal(at(third, "nested", "error", "code"), "23505");
  assert.equal(at(fourth, "err", "errors", "0", "code"), "ECONNREFUSED");
});

test("an endless chain of causes and a circular object end", async () => {
  const body = `
    const error = new Error("loop"); error.cause = error;
    const circle = { name: "c" }; circle.self = circle;
    log.error(error);
    log.info({ circle }, "x");`;
  const [first, second] = await linesOf({ level: "info" }, body);
  assert.ok(JSON.stringify(first).length < 20_000);
  assert.deepEqual(second?.circle, { name: "c", self: "[circular]" });
});

test("credentials in URLs, headers and tokens are masked in messages and errors", async () => {
  const texts = [
    "connect postgres://ana:canary@db:5432/app failed",
    "connect postgresql://ana:can/ar@y-canary@db/app failed",
    "smtp://ana:canary@mail.example.com",
    "GET https://app.example.com/cb?code=canary&state=canary&x=1",
    "to https://app.example.com/#access_token=canary&refresh_token=canary",
    "Authorization: Bearer canary",
    "header Basic Y2FuYXJ5canary==",
    "token eyJhbGciOiJIUzI1NiJ9.eyJjYW5hcnkiOjF9canary.canary was refused",
  ];
  const body = `for (const text of ${JSON.stringify(texts)}) {
    log.info(text);
    log.info({ text, url: URL.canParse(text) ? new URL(text) : text }, "x");
    log.error(new Error(text, { cause: new Error(text) }));
  }`;
  const text = await outputOf({ level: "info" }, body);
  assert.doesNotMatch(text, /canary/);
  assert.match(text, /postgres:\/\/\[redacted\]@db:5432\/app failed/);
  assert.match(text, /&x=1/);
});

test("no text can begin a line of its own or steer a terminal", async () => {
  const forged = `x\n{"level":"info","msg":"forged"}\r\n\u2028\u2029\u0085\u001b[2J\u009b2J\u202e\0`;
  const body = `
    const forged = ${JSON.stringify(forged)};
    log.info(forged);
    log.info({ [forged]: forged, nested: { [forged]: [forged] } }, forged);
    log.child({ [forged]: forged }).error(Object.assign(new Error(forged), { name: forged, code: forged }), forged);`;
  const text = await outputOf({ level: "info" }, body);
  assert.equal(text.split(/[\n\r\u2028\u2029\u0085]/).length, 4);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for exactly these.
  assert.doesNotMatch(text.replaceAll("\n", ""), /[\0-\x1f\x7f-\x9f\u2028-\u202e]/);
  assert.equal(parse(text)[0]?.msg, forged);
});

test("a field cannot stand in for the line's own time, level, service or message", async () => {
  const [line] = await linesOf({ level: "info" }, `log.info({ level: "fatal", time: "x", service: "y", msg: "z" }, "real");`);
  assert.deepEqual(pick(line, "level", "service", "msg", "field_level", "field_msg"), ["info", "auth", "real", "fatal", "z"]);
});

test("values that JSON does not know do not break the line", async () => {
  const body = `log.info({ big: 12345678901234567890n, date: new Date(0), bad: new Date(NaN), none: undefined, no: null,
    bytes: Buffer.from("canary"), nan: NaN, text: "x".repeat(100_000), call() {} }, "x");
    log.info({ get broken() { throw new Error("boom"); } }, "still written");`;
  const [line, second] = await linesOf({ level: "info" }, body);
  assert.deepEqual(pick(line, "big", "date", "bad", "no", "bytes", "nan"), [
    "12345678901234567890",
    "1970-01-01T00:00:00.000Z",
    null,
    null,
    "[6 bytes]",
    null,
  ]);
  assert.ok(String(line?.text).length < 10_000);
  assert.equal(second?.msg, "still written");
});

test("LOG_FILE is created for its owner alone, and appended to", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "cofre.log");
  for (const message of ["first", "second"]) {
    const log = openLog({ level: "info", name: "auth", file });
    log.info(message);
    log.close();
    log.info("after the end");
  }
  const lines = parse(await readFile(file, "utf8"));
  assert.deepEqual(
    lines.map((line) => line.msg),
    ["first", "second"],
  );
  assert.equal((await stat(file)).mode & 0o777, 0o600);
});

test("a LOG_FILE that cannot be opened is named with its reason", async () => {
  await using folder = await temporaryFolder();
  const missing = join(folder.path, "no", "cofre.log");
  assert.throws(
    () => openLog({ level: "info", name: "auth", file: missing }),
    /^OperatorError: LOG_FILE: .*cofre\.log.*ENOENT.*allowed:/,
  );
  assert.throws(() => openLog({ level: "info", name: "auth", file: folder.path }), /^OperatorError: LOG_FILE: .*EISDIR/);
});

test("whatever was logged is there after process.exit, after an uncaught error and after fatal", async () => {
  const many = `for (let i = 0; i < 20_000; i++) log.info({ i }, "line " + i);`;
  assert.equal((await linesOf({ level: "info" }, `${many} process.exit(0);`)).length, 20_000);
  assert.equal(
    (await linesOf({ level: "info" }, `${many} setImmediate(() => { log.info("last"); throw new Error("x"); });`)).length,
    20_001,
  );
  // SIGKILL allows no cleanup, so only lines that fatal wrote itself are there.
  const killed = await linesOf({ level: "info" }, `${many} log.fatal("last"); process.kill(process.pid, "SIGKILL");`);
  assert.equal(killed.length, 20_001);
  assert.equal(killed.at(-1)?.msg, "last");
});

test("a line is written after the call returns, and at the latest when flush returns", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "cofre.log");
  const log = openLog({ level: "info", name: "auth", file });
  log.info("x");
  assert.equal(statSync(file).size, 0);
  log.flush();
  assert.equal(parse(await readFile(file, "utf8")).length, 1);
  log.close();
});

test("a reader that pauses loses nothing and does not stop the process from working", async () => {
  // A pipe holds 64 KiB, so the writer fills it.
  const body = `
    for (let i = 0; i < 5000; i++) log.info({ i, filler: "x".repeat(100) }, "line");
    setTimeout(() => { process.stderr.write("alive"); log.info("last"); }, 100);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program({ level: "info" }, body)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.pause();
  await once(child.stderr, "data");
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk) => (text += chunk));
  child.stdout.resume();
  await once(child, "close");
  assert.equal(parse(text).length, 5001);
});

test("a reader that has gone does not end the process", async () => {
  const body = `let i = 0; const timer = setInterval(() => { log.info("x"); if (++i === 20) { clearInterval(timer); process.stderr.write("alive"); } }, 5);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program({ level: "info" }, body)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.destroy();
  const [code] = await Promise.all([once(child, "exit").then(([code]) => code), once(child.stderr, "data")]);
  assert.equal(code, 0);
});

type Line = Record<string, unknown>;

function pick(line: unknown, ...keys: string[]): unknown[] {
  return keys.map((key) => (line as Line)[key]);
}

function at(line: unknown, ...path: string[]): unknown {
  return path.reduce((value, key) => (value as Line)[key], line);
}

function parse(text: string): Line[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

function program(options: Partial<LogOptions>, body: string): string {
  const log = JSON.stringify(new URL("./log.ts", import.meta.url).href);
  return `const { openLog } = await import(${log}); const log = openLog(${JSON.stringify({ name: "auth", ...options })}); ${body}`;
}

/** Standard output of a process that opens a log and runs the body, however it ends. */
function outputOf(options: Partial<LogOptions>, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const args = ["--input-type=module", "-e", program(options, body)];
    execFile(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (error && stdout === "") reject(new Error(stderr));
      else resolve(stdout);
    });
  });
}

async function linesOf(options: Partial<LogOptions>, body: string): Promise<Line[]> {
  return parse(await outputOf(options, body));
}

async function temporaryFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), "cofre-log-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}
