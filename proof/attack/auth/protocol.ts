// AI: invalid paths, methods and bytes.
import assert from "node:assert/strict";
import { sql } from "../../../kernel/sql/sql.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import { expectRefused, from } from "../expectations.ts";
import type { Pair } from "../pair.ts";
import { sessionOf } from "../people.ts";
import { sendBytes, statusesIn } from "../raw_bytes.ts";
import { OPEN, postRaw } from "./bodies.ts";

const JSON_TYPE = { "content-type": "application/json" };

const countUsers = async ({ inside }: Pair) =>
  (await inside.db.one<{ count: number }>(sql`select count(*)::int as count from users`)).count;

export const protocol: AttackCase[] = [
  attack("AI-01", "bodies that are too large, with and without a length", async (pair) => {
    const before = pair.inside.replicas.auth.map((replica) => replica.memory());
    const large = JSON.stringify({ email: "a@people.example.com", data: { x: "x".repeat(1_048_577) } });
    for (const path of OPEN) expectRefused(await postRaw(pair, path, large), path, [413]);
    const many = JSON.stringify({
      email: "a@people.example.com",
      data: Object.fromEntries(
        Array.from({ length: 85_000 })
          .entries()
          .map(([key]) => [`k${key}`, 1]),
      ),
    });
    for (const path of OPEN) expectRefused(await postRaw(pair, path, many), `${path}, 85,000 keys`, [413]);
    const chunk = `100000\r\n${"x".repeat(0x100000)}\r\n`;
    const head = "POST /signup HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
    const answer = await sendBytes(pair.auth.urls[0] as string, [head, ...new Array<string>(10).fill(chunk), "0\r\n\r\n"]);
    assert.ok(
      statusesIn(answer).every((status) => status === 413),
      answer.slice(0, 200),
    );
    const after = pair.inside.replicas.auth.map((replica) => replica.memory());
    const grown = after.map((bytes, index) => (bytes ?? 0) - (before[index] ?? 0));
    for (const bytes of grown) assert.ok(bytes < 100e6, `memory grew by ${bytes} bytes`);
    return `memory grew by ${grown.map((bytes) => `${(bytes / 1e6).toFixed(0)} MB`).join(" and ")}, garbage included`;
  }),
  attack("AI-12", "method override headers", async (pair) => {
    const user = await pair.people.user();
    for (const name of ["x-http-method-override", "x-http-method", "x-method-override"])
      assert.equal(
        (await pair.auth.get(`/admin/users/${user.id}?_method=DELETE`, { ...pair.admin, [name]: "DELETE" })).status,
        200,
      );
    assert.equal((await pair.auth.get(`/admin/users/${user.id}`, pair.admin)).status, 200, "the user is still there");
    for (const method of ["PATCH", "TRACE", "PROPFIND", "OPTIONS*"])
      for (const path of ["/user", "/admin/users", "/token"]) {
        const answer = await sendBytes(
          pair.auth.urls[0] as string,
          `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
        );
        const [status = 400] = statusesIn(answer);
        assert.ok([400, 404, 405, 501].includes(status) && status !== 501, `${method} ${path}: ${answer.slice(0, 120)}`);
      }
  }),
  attack("AI-13", "encoded paths are equivalent or not found", { also: ["V30"] }, async (pair) => {
    const user = await pair.people.signedIn();
    const paths = [
      ...[
        "/admin/users/%2e%2e%2fgenerate_link",
        "/admin/users/..%2fgenerate_link",
        "//admin/users",
        "/admin//users",
        "/admin;x/users",
      ],
      ...[
        "/ADMIN/users",
        "/Admin/Users",
        "/admin/users/",
        "/admin/users%00",
        "/admin/users/%00",
        "/./admin/users",
        "/x/../admin/users",
      ],
      ...[
        "/admin%2fusers",
        "/%61dmin/users",
        "/admin/users%20",
        "/admin/users.json",
        "/admin/users?",
        "/admin/users#x",
        "\\admin\\users",
      ],
    ];
    for (const path of paths) {
      for (const [who, headers] of Object.entries({ nobody: {}, user: user.bearer })) {
        const lines = Object.entries({ Host: "x", Connection: "close", ...headers }).map(
          ([name, value]) => `${name}: ${value}\r\n`,
        );
        for (const method of ["GET", "POST"]) {
          const request = `${method} ${path} HTTP/1.1\r\n${lines.join("")}Content-Length: 0\r\n\r\n`;
          const [status = 400] = statusesIn(await sendBytes(pair.auth.urls[0] as string, request));
          assert.ok([400, 401, 403, 404, 405].includes(status), `${method} ${path} by ${who}: ${status}`);
        }
      }
    }
    return `${paths.length} paths`;
  }),
  attack("AI-15", "SQL in every text", async (pair) => {
    const before = await countUsers(pair);
    const user = await pair.people.user();
    const injected = ["'||pg_sleep(5)--", "x'; drop table users; --", "1) or true --", "%' or '1'='1", "\\", "$1", "{{7*7}}"];
    for (const text of injected) {
      const encoded = encodeURIComponent(text);
      const calls: [method: string, path: string, body?: object][] = [
        ["POST", "/token?grant_type=password", { email: text, password: text }],
        ["POST", "/otp", { phone: text }],
        ["POST", "/recover", { email: `${text}@people.example.com` }],
        ["POST", "/token?grant_type=refresh_token", { refresh_token: text }],
        ["POST", "/token?grant_type=pkce", { auth_code: text, code_verifier: text }],
        ["GET", `/verify?type=${encoded}&token=${encoded}`],
        ...["filter", "sort", "page", "per_page", "keyword"].map(
          (name) => ["GET", `/admin/users?${name}=${encoded}`] as [string, string],
        ),
        ["GET", `/admin/users/${encoded}`],
        ["GET", `/admin/audit?query=${encoded}`],
      ];
      for (const [method, path, body] of calls) {
        const began = performance.now();
        const reply = await pair.auth.send(path, { method, body, headers: { ...pair.admin, ...from(79) } });
        assert.ok(reply.status < 500, `${method} ${path}: ${reply.status} ${reply.text}`);
        assert.ok(performance.now() - began < 4_000, `${path} took as long as the injected pause`);
        assert.ok(!reply.text.includes(user.email) || path.startsWith("/admin/users?"), `${path} found somebody`);
      }
    }
    assert.equal(await countUsers(pair), before + 1);
  }),
  attack("AI-16", "request smuggling", { quick: true }, async (pair) => {
    const body = '{"email":"a@people.example.com"}';
    const smuggled = "GET /health HTTP/1.1\r\nHost: x\r\n\r\n";
    const post = (lines: string[], rest: string) => `POST /recover HTTP/1.1\r\nHost: x\r\n${lines.join("\r\n")}\r\n\r\n${rest}`;
    const hostile: Record<string, string> = {
      "both lengths": post([`Content-Length: ${body.length}`, "Transfer-Encoding: chunked"], `0\r\n\r\n${smuggled}`),
      "two lengths": post([`Content-Length: ${body.length}`, "Content-Length: 3"], body + smuggled),
      "an obfuscated encoding": post(["Transfer-Encoding: xchunked"], `0\r\n\r\n${smuggled}`),
      "an encoding with a blank before its colon": post(["Transfer-Encoding : chunked"], `0\r\n\r\n${smuggled}`),
      "bare line feeds": `POST /recover HTTP/1.1\nHost: x\nContent-Length: 0\n\n${smuggled}`,
      "a folded header": post(["X-Folded: a", " b", "Content-Length: 0"], smuggled),
      "a negative length": post(["Content-Length: -1"], smuggled),
      "a length with a plus": post(["Content-Length: +5"], smuggled),
      "a chunk size that is none": post(["Transfer-Encoding: chunked"], `zz\r\n\r\n${smuggled}`),
    };
    for (const [what, bytes] of Object.entries(hostile)) {
      const answer = await sendBytes(pair.auth.urls[0] as string, bytes);
      const statuses = statusesIn(answer);
      assert.ok(
        statuses.length <= 1 && statuses.every((status) => status >= 400 && status < 500),
        `${what}: ${JSON.stringify(statuses)}`,
      );
    }
    assert.equal((await pair.auth.get("/health")).status, 200);
    return `${Object.keys(hostile).length} ways`;
  }),
  attack("AI-18", "too many or too large headers, compressed bodies", async (pair) => {
    const url = pair.auth.urls[0] as string;
    const many = Array.from({ length: 2_000 }, (_, index) => `X-${index}: y`).join("\r\n");
    const large = await sendBytes(url, `GET /health HTTP/1.1\r\nHost: x\r\nX: ${"y".repeat(100_000)}\r\n\r\n`);
    assert.deepEqual(statusesIn(large), [431]);
    const [counted = 0] = statusesIn(
      await sendBytes(url, `GET /user HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${many}\r\n\r\n`),
    );
    assert.ok([401, 431].includes(counted), `2,000 headers: ${counted}`);
    const { gzipSync } = await import("node:zlib");
    const bomb = gzipSync(Buffer.alloc(10_000_000, 32));
    const reply = await postRaw(pair, "/recover", bomb, { ...JSON_TYPE, "content-encoding": "gzip" });
    expectRefused(reply, "a packed body", [400, 415]);
  }),
  attack("V22", "malformed headers never authorize", async (pair) => {
    const user = await pair.people.signedIn();
    const odd: Record<string, string>[] = [
      { "x-forwarded-for": "a" },
      { "x-forwarded-for": ",,,;" },
      { "x-forwarded-for": "999.1.1.1, [::, 1" },
      { cookie: "=;;; a=\u00ff; __Host-x" },
      { accept: "x/;q=a" },
      { "accept-language": "\u00ff,;q=9" },
      { "x-supabase-api-version": "2024-99-99" },
      { "content-length": "0", expect: "200-ok" },
    ];
    for (const headers of odd) {
      assert.equal(
        (await pair.auth.get("/user", { ...headers, ...user.bearer })).status === 200 || headers.expect !== undefined,
        true,
        JSON.stringify(headers),
      );
      expectRefused(await pair.auth.get("/user", headers), JSON.stringify(headers), [400, 401, 417]);
      expectRefused(
        await pair.auth.get("/admin/users", { ...headers, ...user.bearer }),
        JSON.stringify(headers),
        [400, 403, 417],
      );
      const money = await pair.finance.get("/accounts", headers);
      expectRefused(money, `finance ${JSON.stringify(headers)}`, [400, 401, 417]);
    }
    for (const authorization of [
      "Bearer",
      "Bearer ",
      "bearer x y",
      "Basic",
      "Basic !!!",
      "Basic Og==",
      `Basic ${"A".repeat(5_000)}`,
      "\u00ff",
      "Digest x",
    ]) {
      expectRefused(await pair.auth.get("/user", { authorization }), authorization, [401, 403]);
      expectRefused(await pair.finance.get("/accounts", { authorization }), `finance ${authorization}`, [400, 401]);
    }
    sessionOf(await pair.auth.post("/token?grant_type=password", { email: user.email, password: user.password }));
  }),
];
