import assert from "node:assert/strict";
import { test } from "node:test";
import { Secret, TOTP, URI } from "otpauth";
import { makeSecret, otpauthUri, stepOfCode } from "./totp.ts";

const at = (seconds: number) => new Date(seconds * 1000);

test("codes are those of RFC 6238", () => {
  const secret = Secret.fromUTF8("12345678901234567890").base32;
  const vectors: [number, string][] = [
    [59, "287082"],
    [1111111109, "081804"],
    [1111111111, "050471"],
    [1234567890, "005924"],
    [2000000000, "279037"],
    [20000000000, "353130"],
  ];
  for (const [seconds, code] of vectors) assert.equal(stepOfCode(secret, code, null, at(seconds)), Math.floor(seconds / 30));
});

test("a new secret makes the codes that authenticator apps make", () => {
  for (let n = 1; n < 50; n++) {
    const secret = makeSecret();
    assert.match(secret, /^[A-Z2-7]{32}$/);
    const code = new TOTP({ secret }).generate({ timestamp: n * 1e9 });
    assert.equal(stepOfCode(secret, code, null, at(n * 1e6)), Math.floor((n * 1e6) / 30), `${secret} ${code}`);
  }
});

test("the codes before and after count, those further off do not, and none counts up to the last that was used", () => {
  const secret = makeSecret();
  const now = at(3_000_000);
  const step = 100_000;
  const code = (steps: number) => new TOTP({ secret }).generate({ timestamp: (step + steps) * 30_000 });
  const verdict = [-2, -1, 0, 1, 2].map((steps) => stepOfCode(secret, code(steps), null, now));
  assert.deepEqual(verdict, [undefined, step - 1, step, step + 1, undefined]);
  assert.deepEqual(
    [-1, 0, 1].map((steps) => stepOfCode(secret, code(steps), step, now)),
    [undefined, undefined, step + 1],
  );
  for (const odd of ["", "1", "1234567", "abcdef", `${code(0)} `, "１２３４５６"])
    assert.equal(stepOfCode(secret, odd, null, now), undefined);
});

test("the URI is read by an authenticator, whatever issuer and account are called", () => {
  for (const [issuer, account] of [
    ["app.example.com", "ana@example.com"],
    ["A & C?", "joão+1@example.com"],
    ["100%", "5511999990000"],
  ] as const) {
    const secret = makeSecret();
    const read = URI.parse(otpauthUri(secret, issuer, account)) as TOTP;
    assert.deepEqual([read.issuer, read.label, read.secret.base32], [issuer, account, secret]);
    assert.deepEqual([read.algorithm, read.digits, read.period], ["SHA1", 6, 30]);
  }
});
