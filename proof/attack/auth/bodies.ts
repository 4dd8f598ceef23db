// AI: invalid bodies.
import assert from "node:assert/strict";
import { type AttackCase, attack } from "../attack_case.ts";
import { expectRefused, expectVerdict, from } from "../expectations.ts";
import type { Pair } from "../pair.ts";
import { sendBytes, statusesIn } from "../raw_bytes.ts";

const JSON_TYPE = { "content-type": "application/json" };

/** Public endpoints with a JSON body. */
export const OPEN = ["/signup", "/token?grant_type=password", "/recover", "/otp", "/magiclink", "/resend", "/verify"];

export const postRaw = (pair: Pair, path: string, body: string | Uint8Array, headers: Record<string, string> = JSON_TYPE) =>
  pair.auth.send(path, { method: "POST", body, headers: { ...headers, ...from(77) } });

export const bodies: AttackCase[] = [
  attack("AI-03", "the same key twice", async (pair) => {
    const user = await pair.people.user();
    const body = `{"email":"nobody@people.example.com","email":"${user.email}","password":"${user.password}"}`;
    for (const path of OPEN) expectRefused(await postRaw(pair, path, body), path, [400]);
    const nested = `{"email":"${pair.address()}","password":"a long password","data":{"a":1,"a":2}}`;
    expectRefused(await postRaw(pair, "/signup", nested), "a nested one", [400]);
  }),
  attack(
    "AI-04",
    "content types in all spellings never let an unvalidated body through",
    { quick: true, also: ["V24"] },
    async (pair) => {
      const types = [
        ...[
          "text/plain",
          "multipart/form-data; boundary=x",
          "application/json garbage",
          "application/jsonx",
          "application/xml",
          ",",
        ],
        ...[
          "application/json;charset=utf-16",
          "APPLICATION/JSON",
          "application/json;charset=utf-8",
          "application/x-www-form-urlencoded",
        ],
        ...["application/json, text/plain", "application/json;", "*/*"],
      ];
      for (const type of [...types, undefined]) {
        const headers: Record<string, string> = type === undefined ? {} : { "content-type": type };
        const bad = await postRaw(pair, "/recover", JSON.stringify({ email: ["a@people.example.com"] }), headers);
        expectRefused(bad, `${type}`, [400, 415]);
        expectRefused(await postRaw(pair, "/recover", "email=a@people.example.com", headers), `${type}, a form`, [400, 415]);
      }
      for (const spelled of [" application/json", "application/json\t", "\tapplication/json ;x"]) {
        const body = JSON.stringify({ email: 5 });
        const head = `POST /recover HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${body.length}\r\nContent-Type:${spelled}\r\n\r\n`;
        const [status = 0] = statusesIn(await sendBytes(pair.auth.urls[0] as string, head + body));
        assert.ok([400, 415].includes(status), `${JSON.stringify(spelled)}: ${status}`);
      }
    },
  ),
  attack("AI-06", "NUL in texts", async (pair) => {
    const nul = "\u0000";
    for (const body of [
      { email: `a${nul}@people.example.com` },
      { phone: `1555${nul}` },
      { email: pair.address(), data: { a: nul } },
      { email: pair.address(), data: { [nul]: 1 } },
    ])
      expectRefused(await pair.auth.post("/otp", body), JSON.stringify(body), [400]);
    expectRefused(await pair.auth.post("/signup", { email: pair.address(), password: `abcdef${nul}ghi` }), "a password", [400]);
    expectRefused(await pair.auth.get("/verify?type=signup&token=a%00b"), "a query", [303, 400]);
    expectRefused(await pair.auth.get("/admin/users/%00", pair.admin), "a path", [400, 404]);
  }),
  attack("AI-07", "invalid UTF-8 and lone surrogates", async (pair) => {
    const email = pair.address();
    const bytes = Buffer.concat([
      Buffer.from(`{"email":"${email}","data":{"x":"`),
      Buffer.from([0xc3, 0x28, 0xff]),
      Buffer.from('"}}'),
    ]);
    for (const path of OPEN) expectRefused(await postRaw(pair, path, bytes), path, [400]);
    const lone = `{"email":"${pair.address()}","password":"a long password","data":{"x":"\\ud800"}}`;
    const reply = await postRaw(pair, "/signup", lone);
    assert.ok(reply.status === 400 || reply.status === 200, reply.text);
    if (reply.status === 200)
      assert.equal((reply.body as { user_metadata: { x: string } }).user_metadata.x, "\ud800", "kept exactly");
  }),
  attack("AI-08", "passwords of all lengths are never cut", { also: ["V28"] }, async (pair) => {
    const twin = "x".repeat(72);
    const make = (password: string) => pair.auth.post("/signup", { email: pair.address(), password });
    expectVerdict(await make("12345"), "422 weak_password");
    for (const password of ["123456", "y".repeat(64), twin, "y".repeat(73), "y".repeat(128), "😀".repeat(24)])
      assert.equal((await make(password)).status, 200, `${password.length}`);
    for (const password of ["y".repeat(257), "y".repeat(1_024), "😀".repeat(65)])
      expectVerdict(await make(password), "400 validation_failed");
    expectRefused(await make("y".repeat(1_000_000)), "1 MB", [400, 413]);
    const user = await pair.people.user({ password: `${twin}one` });
    const signIn = (password: string) => pair.auth.post("/token?grant_type=password", { email: user.email, password });
    for (const password of [twin, `${twin}two`, `${twin}one\u0301`]) expectRefused(await signIn(password), "a twin", [400]);
    assert.equal((await signIn(`${twin}one`)).status, 200);
  }),
  attack("AI-09", "every field with every wrong type", async (pair) => {
    const user = await pair.people.signedIn();
    const fields = [
      "email",
      "phone",
      "password",
      "data",
      "type",
      "token",
      "token_hash",
      "nonce",
      "code_challenge",
      "channel",
      "create_user",
    ];
    const wrong: Record<string, unknown[]> = { data: [1, [], true, "x"], create_user: [1, [], {}, "x"] };
    for (const field of fields) {
      for (const value of wrong[field] ?? [1, [], {}, true, ["x"]]) {
        for (const path of OPEN) {
          const base = { email: user.email, password: "a long password", type: "signup", token: "000000" };
          const reply = await pair.auth.post(path, { ...base, [field]: value }, from(78));
          // Unknown fields are ignored.
          const ignored = reply.status === 200 || [403, 422, 429].includes(reply.status);
          const existing =
            ["email", "phone", "password"].includes(field) &&
            /signup|token|otp/.test(path) &&
            !(path === "/otp" && field === "password");
          if (existing) expectRefused(reply, `${path} ${field} ${JSON.stringify(value)}`, [400]);
          else assert.ok(ignored || reply.status === 400, `${path} ${field}: ${reply.status} ${reply.text}`);
        }
      }
    }
    for (const field of ["email", "phone", "password", "nonce", "data", "app_metadata"])
      for (const value of [1, [], true])
        expectRefused(await pair.auth.put("/user", { [field]: value }, user.bearer), `PUT /user ${field}`, [400, 403]);
  }),
  attack("AI-10", "bodies that are not objects", async (pair) => {
    for (const path of OPEN)
      for (const body of [
        "",
        "null",
        "[]",
        '"x"',
        "1",
        "\ufeff{}",
        "{}x",
        "{",
        '{"email":NaN}',
        "{'email':1}",
        '{"email":"a@b.co",}',
      ]) {
        const reply = await postRaw(pair, path, body);
        // An anonymous sign-up needs no fields.
        if (path === "/signup" && reply.status === 200) assert.ok(["", "null", "\ufeff{}"].includes(body), body);
        else expectRefused(reply, `${path} ${JSON.stringify(body)}`, [400, 422]);
      }
  }),
  attack("AI-11", "user metadata that is too large for a token", async (pair) => {
    const make = (data: unknown) => pair.auth.post("/signup", { email: pair.address(), password: "a long password", data });
    const deep = JSON.parse(`${'{"a":'.repeat(120)}1${"}".repeat(120)}`);
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`key${index}`, index]));
    for (const data of [{ x: "x".repeat(64_000) }, many, deep]) expectRefused(await make(data), "too much data", [400, 413]);
    const user = await pair.people.signedIn();
    expectRefused(await pair.auth.put("/user", { data: { x: "x".repeat(20_000) } }, user.bearer), "PUT /user", [400]);
    const some = await pair.people.signedIn({ user_metadata: { x: "x".repeat(4_000) } });
    assert.ok(some.session.access_token.length < 8_192, "a token fits a header");
  }),
];
