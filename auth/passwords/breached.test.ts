import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "../../kernel/testing/folder.ts";
import { startHttpSink } from "../../kernel/testing/http_sink.ts";
import { AUTOCONFIRM, ana, put, signUp, verdict } from "../account/testing.ts";
import { startTestAuth } from "../testing.ts";
import { hasLine } from "./hash_file.ts";

const LEAKED = "password1";
const sha1 = (text: string) => createHash("sha1").update(text).digest("hex").toUpperCase();
const reasons = ({ body }: { body: unknown }) => (body as { weak_password: { reasons: string[] } }).weak_password.reasons;

test("PASSWORD_HIBP_ENABLED refuses what has leaked, asking by five digits, and says all that is wrong at once", async () => {
  await using service = await startHttpSink(() => ({
    status: 200,
    headers: { "content-type": "text/plain" },
    body: `${"0".repeat(35)}:1\r\n${sha1(LEAKED).slice(5)}:42\r\n${sha1("pad1").slice(5)}:7\r\n${sha1(ana.password).slice(5)}:0`,
  }));
  const asking = { PASSWORD_HIBP_ENABLED: "true", PASSWORD_HIBP_URL: service.url, PASSWORD_HIBP_USER_AGENT: "cofre test" };
  await using auth = await startTestAuth({ ...AUTOCONFIRM, ...asking });
  const refusal = await auth.post("/signup", { email: ana.email, password: LEAKED });
  assert.deepEqual([verdict(refusal), reasons(refusal)], [[422, "weak_password"], ["pwned"]]);
  assert.deepEqual(reasons(await auth.post("/signup", { email: ana.email, password: "pad1" })), ["length", "pwned"]);
  const [first] = service.requests;
  assert.deepEqual([first?.path, first?.headers["user-agent"]], [`/${sha1(LEAKED).slice(0, 5)}`, "cofre test"]);
  assert.ok(!JSON.stringify(service.requests).includes(sha1(LEAKED).slice(5)));
  const session = await signUp(auth);
  assert.deepEqual(verdict(await put(auth, session, { password: LEAKED })), [422, "weak_password"]);
  const admin = { method: "PUT", body: { password: LEAKED }, headers: auth.admin };
  assert.deepEqual(verdict(await auth.call(`/admin/users/${session.user.id}`, admin)), [422, "weak_password"]);
});

test("PASSWORD_HIBP_FAIL_CLOSED says whether passwords are taken while the service is away", async () => {
  await using service = await startHttpSink(() => ({ status: 500 }));
  const asking = { ...AUTOCONFIRM, PASSWORD_HIBP_ENABLED: "true", PASSWORD_HIBP_URL: service.url };
  await using open = await startTestAuth(asking);
  assert.equal((await open.post("/signup", ana)).status, 200);
  await using closed = await startTestAuth({ ...asking, PASSWORD_HIBP_FAIL_CLOSED: "true" });
  assert.deepEqual(verdict(await closed.post("/signup", ana)), [503, "service_unavailable"]);
});

test("PASSWORD_HIBP_FILE is asked in place of the service, and every line of it is found", async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "hashes.txt");
  const words = Array.from({ length: 500 }, (_, n) => `leaked ${n}`);
  const lines = words.map((word, n) => `${sha1(word)}:${10 ** (n % 9)}`).sort();
  for (const text of [lines.join("\r\n"), `${lines.join("\n")}\n`]) {
    await writeFile(path, text);
    for (const word of words) assert.ok(await hasLine(path, sha1(word)), word);
    for (let n = 0; n < 300; n++) assert.ok(!(await hasLine(path, sha1(`other ${n}`))));
    for (const edge of ["0".repeat(40), "F".repeat(40)]) assert.ok(!(await hasLine(path, edge)));
  }
  await writeFile(join(folder.path, "empty.txt"), "");
  assert.equal(await hasLine(join(folder.path, "empty.txt"), sha1("x")), false);
  await using auth = await startTestAuth({ ...AUTOCONFIRM, PASSWORD_HIBP_ENABLED: "true", PASSWORD_HIBP_FILE: path });
  assert.deepEqual(verdict(await auth.post("/signup", { email: ana.email, password: "leaked 7" })), [422, "weak_password"]);
  assert.equal((await auth.post("/signup", ana)).status, 200);
});
