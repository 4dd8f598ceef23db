import assert from "node:assert/strict";
import { test } from "node:test";
import { call } from "../kernel/testing/client.ts";
import { until } from "../kernel/testing/until.ts";
import { ANY_PORTS, cofre, portsOf, runToEnd, workFolder } from "./testing.ts";

const LINK = /^ {2}(http:\/\/localhost:\d+\/owner)#code=([\w-]{32})$/m;
const dona = { email: "dona@example.com", password: "quatro patos na lagoa" };

test("start prints first the link that makes the owner, until there is one; who owns it reads what would have been mailed", async () => {
  await using folder = await workFolder();
  let code = "";
  {
    await using program = cofre("start", ANY_PORTS, folder.path);
    const { auth } = await portsOf(program);
    const url = `http://localhost:${auth}`;
    const [, page = "", printed = ""] = LINK.exec(program.output) ?? [];
    code = printed;
    assert.ok(program.output.indexOf(code) < program.output.indexOf("is running"), program.output);
    const post = (path: string, body: object, token?: string) =>
      call(url + path, { method: "POST", body, ...(token && { headers: { authorization: `Bearer ${token}` } }) });
    assert.equal((await call(page)).status, 200);
    const doctor = await runToEnd(["doctor"], ANY_PORTS, folder.path);
    assert.match(doctor.output, /owner of this server: none yet; .*npm run owner/);
    const made = await post("/server/owner", { code, ...dona });
    assert.equal(made.status, 200, made.text);
    const { access_token: token } = made.body as { access_token: string };
    await post("/signup", { email: "bia@example.com", password: dona.password });
    const get = (path: string) => call(url + path, { headers: { authorization: `Bearer ${token}` } });
    const entry = await until("the mail in the mailbox", async () => {
      const [first] = (await get("/server/mailbox")).body as { name: string; to: string }[];
      return first;
    });
    assert.equal(entry.to, "bia@example.com");
    const message = (await get(`/server/mailbox/${entry.name}`)).body as { text: string };
    assert.match(message.text, /http:\/\/localhost:\d+\/confirm\?token=\w+/);
    const another = await runToEnd(["owner", "--url", "https://money.example.com/"], ANY_PORTS, folder.path);
    const [, second = ""] = / {2}https:\/\/money\.example\.com\/owner#code=([\w-]{32})\n/.exec(another.output) ?? [];
    assert.equal((await post("/server/owner/code", { code: second })).status, 200, another.output + another.errors);
    program.kill("SIGTERM");
    await program.ended;
  }
  await using again = cofre("start", ANY_PORTS, folder.path);
  await portsOf(again);
  assert.doesNotMatch(again.output, LINK);
});

test("cofre owner says what is missing: a database, and where web is", async () => {
  await using folder = await workFolder();
  const none = await runToEnd(["owner"], {}, folder.path);
  assert.equal(none.code, 1);
  assert.match(none.errors, /There is no database yet: the first start creates/);
  const noUrl = await runToEnd(["owner"], ANY_PORTS, folder.path);
  assert.equal(noUrl.code, 2);
  assert.match(noUrl.errors, /say by --url where web is/);
  const badUrl = await runToEnd(["owner", "--url", "javascript:alert(1)"], {}, folder.path);
  assert.equal(badUrl.code, 2);
  assert.match(badUrl.errors, /--url takes the address of web/);
  const help = await runToEnd(["owner", "--help"], {}, folder.path);
  assert.match(help.output, /Usage: npm run owner/);
});
