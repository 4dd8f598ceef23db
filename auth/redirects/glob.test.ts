import assert from "node:assert/strict";
import { test } from "node:test";
import { compileGlob } from "./glob.ts";

const MATCHES: [glob: string, text: string, matches: boolean][] = [
  ["https://a.com/x", "https://a.com/x", true],
  ["https://a.com/x", "https://a.com/xy", false],
  ["https://a.com/x", "xhttps://a.com/x", false],
  ["https://*.a.com/*", "https://b.a.com/c", true],
  ["https://*.a.com/*", "https://b.c.a.com/d", false],
  ["https://*.a.com/*", "https://b.a.com/c/d", false],
  ["https://*.a.com/*", "https://b.a.com/c.html", false],
  ["https://*.a.com/*", "https://.a.com/", true],
  ["https://*.a.com/**", "https://b.a.com/c/d.html?e=f/g", true],
  ["http://localhost:*", "http://localhost:3000", true],
  ["http://localhost:*", "http://localhost:3000/", false],
  ["http://localhost:**", "http://localhost:3000/a/b", true],
  ["**", "anything://at.all/", true],
  ["**", "", true],
  ["*", "", true],
  ["", "", true],
  ["", "a", false],
  ["a?c", "abc", true],
  ["a?c", "a.c", false],
  ["a?c", "a/c", false],
  ["a?c", "ac", false],
  ["a?c", "a😀c", true],
  ["a[bd]c", "abc", true],
  ["a[bd]c", "acc", false],
  ["a[b-d]c", "acc", true],
  ["a[b-d]c", "aec", false],
  ["a[!b-d]c", "aec", true],
  ["a[!b-d]c", "acc", false],
  ["a[!b]c", "ac", false],
  ["a[-b]c", "a-c", true],
  ["a[\\]]c", "a]c", true],
  ["a{b,cd}e", "abe", true],
  ["a{b,cd}e", "acde", true],
  ["a{b,cd}e", "abcde", false],
  ["a{b,}e", "ae", true],
  ["a{b,{c,d*}}e", "adxe", true],
  ["a{b,{c,d*}}e", "axe", false],
  ["{http,https}://a.com", "https://a.com", true],
  ["a\\*c", "a*c", true],
  ["a\\*c", "abc", false],
  ["a\\{b", "a{b", true],
  ["a,b}]c", "a,b}]c", true],
  ["a***c", "a/./c", true],
  ["HTTPS://App.Example.com/Path", "https://app.example.com/Path", true],
  ["HTTPS://App.Example.com/Path", "https://app.example.com/path", false],
  ["MyApp://Login", "myapp://Login", true],
  ["https://**.a.com/x", "https://b.c.a.com/x", true],
  ["https://**.a.com/x", "https://evil.test/.a.com/x", false],
  ["https://**.a.com/**", "https://evil.test/?.a.com/x", false],
  ["https://{**.a.com,b.com}/**", "https://evil.test/.a.com/x", false],
  ["https://{**.a.com,b.com}/**", "https://c.d.a.com/x", true],
];

for (const [glob, text, matches] of MATCHES) {
  test(`the glob ${glob} ${matches ? "matches" : "does not match"} "${text}"`, () => {
    assert.equal(compileGlob(glob)?.(text), matches);
  });
}

for (const text of ["a[bc", "a[]", "a[!]", "a[d-b]", "a{b,c", "a{b,{c}", "a\\", "a[\\", "{".repeat(50) + "}".repeat(50)]) {
  test(`"${text}" is no glob`, () => assert.equal(compileGlob(text), undefined));
}

/** Processor time of this process, which does not depend on what else the machine does; the least of a few, as others' caches still count. */
function work(glob: string, length: number): number {
  const text = `https://${"a".repeat(length)}!`;
  const times = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage();
    assert.equal(compileGlob(glob)?.(text), false);
    return process.cpuUsage(before).user / 1_000;
  });
  return Math.min(...times);
}

for (const glob of [`https://${"*a".repeat(60)}b`, `https://${"**a".repeat(60)}b`, `https://${"{a,aa,a*}".repeat(60)}b`]) {
  test(`what the hostile glob ${glob.slice(0, 20)}... costs grows with the text, and no faster`, () => {
    const [short, long] = [work(glob, 1_000), work(glob, 4_000)];
    // Growth by the square would be sixteen times.
    assert.ok(long < 8 * short + 50, `${short} ms for 1,000 characters, ${long} ms for 4,000`);
  });
}

test("random globs of stars and letters agree with a plain regular expression", () => {
  let seed = 20260131;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
  const pick = (from: readonly string[], most: number) =>
    Array.from({ length: random(most + 1) }, () => from[random(from.length)]).join("");
  for (let round = 0; round < 3000; round++) {
    const glob = pick(["a", "b", ".", "/", "*", "**", "?"], 6);
    const text = pick(["a", "b", ".", "/"], 6);
    const pattern = glob.replace(/\*+|[?.]/g, (part) =>
      part === "*" || part === "?" ? `[^./]${part === "*" ? "*" : ""}` : part === "." ? "\\." : ".*",
    );
    assert.equal(compileGlob(glob)?.(text), new RegExp(`^${pattern}$`).test(text), `${glob} on ${text}`);
  }
});
