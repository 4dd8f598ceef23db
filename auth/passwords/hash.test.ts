import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Fault } from "../../kernel/errors.ts";
import { openPasswords, type Passwords } from "./hash.ts";
import { readStored } from "./stored.ts";

const passwords = openPasswords({ most: 200 });
after(() => passwords.close());
const isVerifiable = (stored: string) => readStored(stored) !== undefined;

const RIGHT = { matches: true, outdated: false };
const RIGHT_BUT_OLD = { matches: true, outdated: true };
const WRONG = { matches: false, outdated: false };

// Made by other programs: the reference implementation of Argon2, libxcrypt, Firebase, OpenSSL.
const BCRYPT = "abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2";
const PBKDF2 = "E196ZhRPzw+wA84EjzHwJO1cv/MFJdO6C/sxmUeTYqY=";
const BCRYPT_72 = "$2b$04$Zz9Zz9Zz9Zz9Zz9Zz9Zz9eXzZQbiRdFQKDOZP9lyA.AR1eb8RC2Di";
const SIGNER_KEY = "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==";
const FIREBASE_HASH = "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==";
const firebase = (settings: string, salt = "42xEC+ixf3L2lw==", hash = FIREBASE_HASH) =>
  `$fbscrypt$v=1,${settings},ss=Bw==,sk=${SIGNER_KEY}$${salt}$${hash}`;

const imported: [what: string, password: string, stored: string][] = [
  ["argon2id", "password", "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"],
  ["argon2id of two lanes", "password", "$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc"],
  ["argon2i", "password", "$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA"],
  ["bcrypt $2a$", "correct horse", `$2a$05$${BCRYPT}`],
  ["bcrypt $2b$", "correct horse", `$2b$05$${BCRYPT}`],
  ["bcrypt $2y$", "correct horse", `$2y$05$${BCRYPT}`],
  ["bcrypt beyond ASCII", "pässwörd ✓", "$2a$04$Zz9Zz9Zz9Zz9Zz9Zz9Zz9e.QIgvai/pwCKUxfDZtGS5SQ6f3EZ0ea"],
  ["bcrypt with a NUL inside", "ab\0cd", "$2a$04$Zz9Zz9Zz9Zz9Zz9Zz9Zz9eBMCZD60iK7m5cRfWoHrvs4ELHY31CHG"],
  ["bcrypt of 72 bytes", "x".repeat(72), BCRYPT_72],
  ["Keycloak's PBKDF2", "password", `$pbkdf2-sha256$i=1000$c2FsdHNhbHQ=$${PBKDF2}`],
  ["Firebase's scrypt", "user1password", firebase("n=14,r=8,p=1")],
];
for (const [what, password, stored] of imported) {
  test(`a hash by ${what} is verified and found outdated`, async () => {
    assert.equal(isVerifiable(stored), true);
    assert.deepEqual(await passwords.verify(password, stored), RIGHT_BUT_OLD);
    assert.deepEqual(await passwords.verify(`${password.slice(0, -1)}?`, stored), WRONG);
    assert.deepEqual(await passwords.verify("", stored), WRONG);
  });
}

test("a hash is argon2id with OWASP's parameters and a salt of its own", async () => {
  const [one, two] = await Promise.all([passwords.hash("secret"), passwords.hash("secret")]);
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.notEqual(one, two);
  assert.equal(isVerifiable(one), true);
  assert.deepEqual(await passwords.verify("secret", one), RIGHT);
  assert.deepEqual(await passwords.verify("secret", two), RIGHT);
  assert.deepEqual(await passwords.verify("secret ", one), WRONG);
});

test("every byte of a long password counts, also past the 72nd", async () => {
  for (const start of ["x".repeat(72), "\u{1F600}".repeat(24), "x".repeat(255)]) {
    const stored = await passwords.hash(`${start}1`);
    assert.deepEqual(await passwords.verify(`${start}1`, stored), RIGHT);
    assert.deepEqual(await passwords.verify(`${start}2`, stored), WRONG);
    assert.deepEqual(await passwords.verify(start, stored), WRONG);
  }
});

test("a password that bcrypt would read in part does not match a bcrypt hash", async () => {
  assert.deepEqual(await passwords.verify(`${"x".repeat(72)}y`, BCRYPT_72), WRONG);
});

const SALT = "c29tZXNhbHQ";
const HASH = "CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
const argon = (settings: string, kind = "argon2id") => `$${kind}$v=19$${settings}$${SALT}$${HASH}`;
const unusable: [what: string, stored: string][] = [
  ["an empty text", ""],
  ["a plain password", "secret"],
  ["argon2d", argon("m=65536,t=2,p=1", "argon2d")],
  ["an older version of argon2", `$argon2id$v=16$m=65536,t=2,p=1$${SALT}$${HASH}`],
  ["argon2 of more than 1 GiB", argon("m=1048577,t=2,p=1")],
  ["argon2 of no memory", argon("m=0,t=2,p=1")],
  ["argon2 of too little memory for its lanes", argon("m=31,t=2,p=4")],
  ["argon2 of 21 passes", argon("m=65536,t=21,p=1")],
  ["argon2 of no pass", argon("m=65536,t=0,p=1")],
  ["argon2 of 17 lanes", argon("m=65536,t=2,p=17")],
  ["argon2 with more settings", argon("m=65536,t=2,p=1,data=YQ")],
  ["argon2 with a salt of 4 bytes", `$argon2id$v=19$m=65536,t=2,p=1$c2FsdA$${HASH}`],
  ["argon2 with a hash of 4 bytes", `$argon2id$v=19$m=65536,t=2,p=1$${SALT}$c2FsdA`],
  ["argon2 with a hash that is no base64", `$argon2id$v=19$m=65536,t=2,p=1$${SALT}$${HASH.replace("C", "*")}`],
  ["argon2 followed by a line feed", `${argon("m=65536,t=2,p=1")}\n`],
  ["bcrypt of cost 3", `$2a$03$${BCRYPT}`],
  ["bcrypt of cost 16", `$2a$16$${BCRYPT}`],
  ["bcrypt $2x$", `$2x$05$${BCRYPT}`],
  ["bcrypt without its last character", `$2a$05$${BCRYPT.slice(0, -1)}`],
  ["bcrypt with a character too many", `$2a$05$${BCRYPT}.`],
  ["Firebase's scrypt of cost 18", firebase("n=18,r=8,p=1")],
  ["Firebase's scrypt of 17 blocks", firebase("n=14,r=17,p=1")],
  ["Firebase's scrypt of no block", firebase("n=14,r=0,p=1")],
  ["Firebase's scrypt of 5 lanes", firebase("n=14,r=8,p=5")],
  ["Firebase's scrypt without a salt", firebase("n=14,r=8,p=1", "")],
  ["Firebase's scrypt with a hash shorter than the key", firebase("n=14,r=8,p=1", undefined, FIREBASE_HASH.slice(0, 44))],
  ["a megabyte", `$argon2id$${"1".repeat(1 << 20)}`],
];
for (const [what, stored] of unusable) {
  test(`${what} is no hash to import, and no password matches it`, async () => {
    assert.equal(isVerifiable(stored), false);
    assert.deepEqual(await passwords.verify(stored, stored), WRONG);
  });
}

test("Firebase's export may be in either alphabet of base64, padded or not", async () => {
  const other = firebase("n=14,r=8,p=1")
    .replaceAll("+", "-")
    .replaceAll(/\/(?=.)/g, "_")
    .replaceAll("==$", "$");
  assert.notEqual(other, firebase("n=14,r=8,p=1"));
  assert.deepEqual(await passwords.verify("user1password", other), RIGHT_BUT_OLD);
});

test("parameters at the limits of what may be stored already are verifiable", () => {
  assert.equal(isVerifiable(argon("m=1048576,t=20,p=16")), true);
  assert.equal(isVerifiable(argon("m=32,t=1,p=4", "argon2i")), true);
  assert.equal(isVerifiable(`$2b$15$${BCRYPT}`), true);
  assert.equal(isVerifiable(`$2b$04$${BCRYPT}`), true);
  assert.equal(isVerifiable(firebase("n=17,r=16,p=4")), true);
});

test("a sign-in without an account takes as long as one with a wrong password", async () => {
  const stored = await passwords.hash("secret");
  const spent = { wrong: 0, nobody: 0, unusable: 0 };
  for (let round = 0; round < 8; round += 1) {
    spent.wrong += await millisecondsOf(() => passwords.verify("wrong", stored));
    spent.nobody += await millisecondsOf(() => passwords.verify("wrong", undefined));
    spent.unusable += await millisecondsOf(() => passwords.verify("wrong", ""));
  }
  // A machine that is busy with other tests is not exact; without the work it would be a thousandth.
  for (const each of [spent.nobody, spent.unusable])
    assert.ok(each > spent.wrong / 4 && each < spent.wrong * 4, JSON.stringify(spent));
});

test("nobody matches no password", async () => {
  for (const password of ["", "secret"]) assert.deepEqual(await passwords.verify(password, undefined), WRONG);
});

const busyWith: [what: string, work: () => Promise<unknown>][] = [
  ["50 hashes", () => passwords.hash("secret")],
  ["50 bcrypt comparisons", () => passwords.verify("wrong", `$2b$08$${BCRYPT}`)],
];
for (const [what, work] of busyWith) {
  test(`timers fire while ${what} run`, async () => {
    let longest = 0;
    let last = performance.now();
    const tick = () => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    };
    const timer = setInterval(tick, 5);
    const total = await millisecondsOf(() => Promise.all(Array.from({ length: 50 }, work)));
    clearInterval(timer);
    // Had the work held up the loop to its end, no timer would have fired to tell.
    tick();
    assert.ok(longest < total / 4, `${longest} ms between two timers of ${total} ms`);
  });
}

test("what exceeds the line is 429 with Retry-After, at once, and the rest is served", async () => {
  await using few = disposable(openPasswords({ most: 3 }));
  const accepted = [few.hash("a"), few.hash("b"), few.verify("c", undefined)];
  const served = Promise.race(accepted).then(() => "served");
  const refusal = [few.hash("d"), few.verify("d", undefined), few.verify("d", `$2b$05$${BCRYPT}`)].map((late) =>
    assert.rejects(late, isBusy),
  );
  assert.equal(await Promise.race([served, Promise.all(refusal).then(() => "refused")]), "refused");
  await Promise.all(accepted);
  assert.deepEqual(await few.verify("correct horse", `$2b$05$${BCRYPT}`), RIGHT_BUT_OLD);
});

test("closing waits for a comparison that is under way, and refuses new work", async () => {
  const some = openPasswords();
  const underWay = some.verify("correct horse", `$2b$05$${BCRYPT}`);
  await some.close();
  const first = await Promise.race([underWay, Promise.resolve("closed before it ended")]);
  assert.deepEqual(first, RIGHT_BUT_OLD);
  await assert.rejects(some.hash("secret"), isBusy);
  await some.close();
});

function isBusy({ status, code, message, headers }: Fault): boolean {
  assert.deepEqual([status, code, message], [429, "over_request_rate_limit", "Request rate limit reached"]);
  assert.deepEqual(headers, { "retry-after": "1" });
  return true;
}

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function disposable(opened: Passwords): Passwords & AsyncDisposable {
  return { ...opened, [Symbol.asyncDispose]: () => opened.close() };
}
