import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { momentText, storedMomentText } from "./moment.ts";

/** As the database writes it. */
const stored = (moment: Date) => `${moment.toISOString().slice(0, 23).replace("T", " ")}+00`;

test("a moment is shown on the clock of its zone, with the offset that held there then", () => {
  const cases: [moment: string, timeZone: string, text: string][] = [
    ["2026-01-31T12:00:00.500Z", "America/Sao_Paulo", "2026-01-31T09:00:00-03:00"],
    ["2026-02-01T01:30:59Z", "America/Sao_Paulo", "2026-01-31T22:30:59-03:00"],
    // Brazil had summer time until 2019.
    ["2018-12-31T12:00:00Z", "America/Sao_Paulo", "2018-12-31T10:00:00-02:00"],
    ["2026-01-31T12:00:00Z", "Asia/Kathmandu", "2026-01-31T17:45:00+05:45"],
    ["2026-01-31T12:00:00Z", "UTC", "2026-01-31T12:00:00+00:00"],
    // Lord Howe puts its clock back by half an hour, in the middle of an hour.
    ["2026-04-04T14:59:59Z", "Australia/Lord_Howe", "2026-04-05T01:59:59+11:00"],
    ["2026-04-04T15:00:00Z", "Australia/Lord_Howe", "2026-04-05T01:30:00+10:30"],
    ["2026-03-29T00:59:59Z", "Europe/Lisbon", "2026-03-29T00:59:59+00:00"],
    ["2026-03-29T01:00:00Z", "Europe/Lisbon", "2026-03-29T02:00:00+01:00"],
  ];
  for (const [moment, timeZone, text] of cases) {
    assert.equal(momentText(new Date(moment), timeZone), text);
    assert.equal(storedMomentText(stored(new Date(moment)), timeZone), text);
  }
});

test("both ways of writing a moment agree with the calendar of the language, in every kind of zone", () => {
  const zones = [
    "America/Sao_Paulo",
    "America/Noronha",
    "Europe/Berlin",
    "Australia/Lord_Howe",
    "Asia/Kolkata",
    "America/St_Johns",
  ];
  const moments = fc.date({ min: new Date("1975-01-01"), max: new Date("2100-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(moments, fc.constantFrom(...zones), (moment, timeZone) => {
      const expected = Temporal.Instant.fromEpochMilliseconds(moment.getTime())
        .toZonedDateTimeISO(timeZone)
        .toString({ smallestUnit: "second", roundingMode: "floor", timeZoneName: "never" });
      assert.equal(momentText(moment, timeZone), expected);
      assert.equal(storedMomentText(stored(moment), timeZone), expected);
    }),
  );
});
