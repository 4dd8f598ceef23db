// FL-09: invalid bodies, headers and bytes at every route with a body.
import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { routes } from "../../../finance/routes.ts";
import { BODY_LIMIT_BYTES } from "../../../kernel/http/add_routes.ts";
import type { Reply } from "../../../kernel/testing/client.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import type { Pair } from "../pair.ts";
import type { Member } from "../people.ts";
import { sendBytes, statusesIn } from "../raw_bytes.ts";
import { changesNothing, make, read } from "./records.ts";

/** No record has this id. */
const NOBODYS = "1987654321";

/** Routes with a streamed body are excluded, because they validate it themselves. */
const writes = () =>
  routes
    .filter(({ access, streamsBody }) => !["reader", "public", "operator"].includes(access) && !streamsBody)
    .map(({ method, path, bodyLimitBytes = BODY_LIMIT_BYTES, file }) => ({ method, path: fill(path), bodyLimitBytes, file }));
/** Where files are accepted, another media type is a file with other problems. */
const OF_FILES = [400, 413, 415, 422];
const fill = (path: string) => path.replace(/:\w+/g, NOBODYS);

/** An invalid request, and the statuses that may answer it. */
interface Abuse {
  name: string;
  headers?: Record<string, string>;
  body: string | Buffer;
  allowed: readonly number[];
}

const deep = (levels: number) => `${'{"name":['.repeat(levels)}1${"]}".repeat(levels)}`;

const tooLarge = (bytes: number): Abuse => ({
  name: `a body of ${bytes + 1} bytes`,
  body: `{"name":"${"x".repeat(bytes - 10)}"}`,
  allowed: [413],
});

const ABUSES: readonly Abuse[] = [
  { name: "the same key twice", body: '{"name":"a","name":"b"}', allowed: [400] },
  { name: "the same key twice, further in", body: '{"tags":[{"name":"a","n\\u0061me":"b"}]}', allowed: [400] },
  ...["text/plain", "multipart/form-data; boundary=x", "application/xml", "application/json garbage", "application/jsonx"].map(
    (type) => ({ name: `type ${type}`, headers: { "content-type": type }, body: "name=x", allowed: [415] }),
  ),
  {
    name: "charset UTF-16",
    headers: { "content-type": "application/json; charset=utf-16" },
    body: Buffer.from("{}", "utf16le"),
    allowed: [400],
  },
  { name: "NUL", body: '{"name":"a\\u0000b","description":"a\\u0000b"}', allowed: [200, 201, 404, 422] },
  { name: "NUL in a key", body: '{"na\\u0000me":"x"}', allowed: [400] },
  { name: "half of a pair", body: '{"name":"\\ud800","description":"\\udc00"}', allowed: [200, 201, 404, 422] },
  { name: "no UTF-8", body: Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]), allowed: [400] },
  ...["null", "[]", '"x"', "5", "true", "{", "{}x", "{}{}", "NaN", "{'a':1}", '{"a":1,}', "\ufeff{}", "{a:1}", "//x\n{}"].map(
    (body) => ({ name: `body ${body}`, body, allowed: [400] }),
  ),
  ...["__proto__", "constructor", "prototype"].map((key) => ({ name: key, body: `{"${key}":{"default":true}}`, allowed: [400] })),
  { name: "depth 200", body: deep(100), allowed: [400] },
  { name: "depth 10,000", body: deep(5_000), allowed: [400] },
  { name: "depth 100,000", body: deep(50_000), allowed: [400, 413] },
  { name: "gzip", headers: { "content-encoding": "gzip" }, body: gzipSync("{}"), allowed: [415] },
  { name: "a bomb", headers: { "content-encoding": "gzip" }, body: gzipSync(Buffer.alloc(50_000_000)), allowed: [413, 415] },
  {
    name: "10,000 keys",
    body: `{${Array.from({ length: 10_000 }, (_, key) => `"k${key}":1`).join()}}`,
    allowed: [400, 404, 413, 422],
  },
];

export const protocol: AttackCase[] = [
  attack("FL-09", "no invalid body, header or bytes cause more than a 4xx", async (pair) => {
    const member = await pair.people.member();
    let calls = 0;
    await changesNothing(pair, [member], async () => {
      for (const { method, path, bodyLimitBytes, file } of writes()) {
        for (const { name, headers, body, allowed } of [tooLarge(bodyLimitBytes), ...ABUSES]) {
          calls++;
          const all = { authorization: member.authorization, "content-type": "application/json", ...headers };
          const reply = await pair.finance.send(path, { method, headers: all, body }).catch(hungUpOn(body));
          if (!reply) continue;
          const may = file && headers ? [...allowed, ...OF_FILES] : allowed;
          assert.ok(may.includes(reply.status), `${method} ${path}, ${name}: ${reply.status} ${reply.text.slice(0, 200)}`);
          if (reply.status >= 400) expectError(reply, `${method} ${path}, ${name}`);
        }
      }
    });
    await changesNothing(pair, [member], () => smuggle(pair, member));
    const { name } = await make(member, "/accounts", { name: "still there" });
    assert.equal(name, "still there");
    return `${calls} bodies at ${writes().length} routes`;
  }),
];

/** The rest of a large body is not read, so the answer may be lost with the connection. */
const hungUpOn = (body: string | Buffer) => (error: NodeJS.ErrnoException) => {
  if (body.length > 1_000_000 && ["EPIPE", "ECONNRESET"].includes(error.code ?? "")) return undefined;
  throw error;
};

function expectError({ body, headers }: Reply, what: string): void {
  const { error, errors } = body as { error?: unknown; errors?: unknown };
  assert.ok(typeof error === "string" || typeof errors === "object", `${what}: no error in the answer`);
  assert.match(String(headers["content-type"]), /^application\/json/, what);
}

/** Request smuggling: bytes that two parsers could read differently must not become a second request. */
async function smuggle(pair: Pair, member: Member): Promise<void> {
  const { href, host, pathname } = new URL(`${pair.finance.urls[0]}/accounts`);
  const usual = `Host: ${host}\r\nUser-Agent: x\r\nAuthorization: ${member.authorization}\r\nContent-Type: application/json\r\n`;
  const hidden = `POST ${pathname} HTTP/1.1\r\n${usual}Content-Length: 16\r\n\r\n{"name":"hidden"}`;
  const start = `POST ${pathname} HTTP/1.1\r\n${usual}`;
  const attempts: Record<string, string> = {
    "length and chunks": `${start}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
    "two lengths": `${start}Content-Length: 0\r\nContent-Length: 6\r\n\r\n${hidden}`,
    "two lengths in one": `${start}Content-Length: 0, 6\r\n\r\n${hidden}`,
    "a length with a sign": `${start}Content-Length: +0\r\n\r\n${hidden}`,
    "a negative length": `${start}Content-Length: -1\r\n\r\n${hidden}`,
    "a length in hexadecimal": `${start}Content-Length: 0x0\r\n\r\n${hidden}`,
    "hidden chunks": `${start}Transfer-Encoding: xchunked\r\nContent-Length: 0\r\n\r\n${hidden}`,
    "chunks with a space": `${start}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${hidden}`,
    "a folded line": `${start}X: a\r\n b\r\nTransfer-Encoding:\r\n chunked\r\nContent-Length: 0\r\n\r\n${hidden}`,
    "bare line feeds": `${start.replaceAll("\r\n", "\n")}Content-Length: 0\n\n${hidden}`,
    "a bad chunk": `${start}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n${hidden}`,
    "100 KB of headers": `${start}X: ${"x".repeat(100_000)}\r\n\r\n`,
    "2,000 headers": `${start}${Array.from({ length: 2_000 }, (_, at) => `X-${at}: y\r\n`).join("")}\r\n`,
    "no version": `GET ${pathname}\r\n\r\n`,
    "a version from the future": `GET ${pathname} HTTP/9.9\r\n${usual}\r\n`,
    "an unknown method": `STEAL ${pathname} HTTP/1.1\r\n${usual}\r\n`,
    "NUL in a header": `${start}X: a\0b\r\n\r\n`,
    noise: "\x16\x03\x01 \x00\xff\xfe\r\n\r\n",
  };
  for (const [name, bytes] of Object.entries(attempts)) {
    const received = await sendBytes(href, bytes);
    const statuses = statusesIn(received);
    assert.ok(statuses.length <= 1, `${name}: answered ${statuses.join(", ")}`);
    assert.ok(
      statuses.every((status) => status >= 400 && status < 500),
      `${name}: ${statuses}`,
    );
  }
  assert.ok(Array.isArray(await read(member, "/accounts")));
}
