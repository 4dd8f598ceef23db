import assert from "node:assert/strict";
import { test } from "node:test";
import { Fault } from "../../kernel/errors.ts";
import { type BanDuration, bannedUntil, isBanned, readBanDuration } from "./ban.ts";

const READ: [text: string, duration: BanDuration][] = [
  ["none", "none"],
  ["0", "none"],
  ["0s", "none"],
  ["+0", "none"],
  ["-0", "none"],
  ["0h0m", "none"],
  ["24h", 86_400],
  ["1h30m", 5_400],
  ["1h30m15s500ms", 5_415.5],
  ["+5m", 300],
  ["1.5h", 5_400],
  [".5h", 1_800],
  ["1.h", 3_600],
  ["1h.5m", 3_630],
  ["0.1h", 360],
  ["300ms", 0.3],
  ["250us", 0.00025],
  ["250µs", 0.00025],
  ["250μs", 0.00025],
  ["7ns", 7e-9],
  ["876000h", 3_153_600_000],
];

for (const [text, duration] of READ) {
  test(`the ban duration ${text} is ${duration}${duration === "none" ? "" : " seconds"}`, () => {
    assert.equal(readBanDuration(text), duration);
  });
}

const REFUSED: string[] = [
  ...[
    "",
    " ",
    "5",
    "1.5",
    "00",
    "-5m",
    "-1ns",
    "h",
    ".",
    ".h",
    "1d",
    "1w",
    "1H",
    "1 h",
    " 1h",
    "1h ",
    "1h\n",
    "h1",
    "1h30",
    "1..5h",
  ],
  ...[
    "--5m",
    "+-5m",
    "1e3s",
    "0x1s",
    "NONE",
    "None",
    "null",
    "forever",
    "١h",
    "1,5h",
    "NaN",
    "Infinity",
    "∞",
    `${"9".repeat(200)}h`,
  ],
];

for (const text of REFUSED) {
  test(`the ban duration ${JSON.stringify(text.slice(0, 20))} is refused`, () => {
    assert.throws(
      () => readBanDuration(text),
      (error) => {
        assert.ok(error instanceof Fault);
        assert.deepEqual([error.status, error.code], [400, "validation_failed"]);
        assert.match(error.message, /^invalid format for ban duration: \S/);
        assert.ok(error.message.length < 250);
        return true;
      },
    );
  });
}

const NOW = new Date("2026-01-31T12:00:00.000Z");

test("a ban ends its duration after now, and none has no end", () => {
  assert.equal(bannedUntil(NOW, 5_400)?.toISOString(), "2026-01-31T13:30:00.000Z");
  assert.equal(bannedUntil(NOW, 0.3)?.toISOString(), "2026-01-31T12:00:00.300Z");
  assert.equal(bannedUntil(NOW, 7e-9)?.toISOString(), "2026-01-31T12:00:00.001Z");
  assert.equal(bannedUntil(NOW, "none"), null);
});

test("a ban never ends after the year 9999", () => {
  for (const text of ["999999999h", `${"9".repeat(90)}h`]) {
    assert.equal(bannedUntil(NOW, readBanDuration(text))?.toISOString(), "9999-12-31T23:59:59.999Z");
  }
  assert.equal(bannedUntil(NOW, Number.POSITIVE_INFINITY)?.toISOString(), "9999-12-31T23:59:59.999Z");
});

test("somebody is banned until the moment in which the ban ends", () => {
  assert.equal(isBanned(new Date(NOW.getTime() + 1), NOW), true);
  assert.equal(isBanned(NOW, NOW), false);
  assert.equal(isBanned(new Date(NOW.getTime() - 1), NOW), false);
  assert.equal(isBanned(null, NOW), false);
  assert.equal(isBanned(undefined, NOW), false);
});
