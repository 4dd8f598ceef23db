import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { calendarText } from "./calendar_file.ts";

const stamp = new Date("2026-01-15T00:00:00.000Z");

test("a calendar is lines of at most 75 bytes that end in CRLF, and unfolding them gives back every text", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 200 });
  fc.assert(
    fc.property(fc.array(text, { maxLength: 4 }), (summaries) => {
      const events = summaries.map((summary, index) => ({ uid: `u${index}`, day: "2026-02-28", summary }));
      const written = calendarText({ name: "Cofre", stamp, events });
      assert.ok(written.endsWith("END:VCALENDAR\r\n"));
      const lines = written.split("\r\n");
      for (const line of lines) {
        assert.ok(Buffer.byteLength(line) <= 75, line);
        assert.ok(!/[\n\r]/.test(line));
        assert.equal(Buffer.from(line).toString(), line, "no character is cut in two");
      }
      const unfolded = written.replaceAll("\r\n ", "").split("\r\n");
      const read = unfolded.filter((line) => line.startsWith("SUMMARY:")).map((line) => unescaped(line.slice("SUMMARY:".length)));
      const expected = summaries.map((summary) => summary.replace(/\r\n|[\r\u2028\u2029]/g, "\n").replace(/[^\P{Cc}\n]/gu, " "));
      assert.deepEqual(read, expected);
    }),
    { seed: 14 },
  );
});

function unescaped(text: string): string {
  return text.replace(/\\([\\;,n])/g, (_, character) => (character === "n" ? "\n" : character));
}

test("an event is a whole day, with a stable id and the moment of the file", () => {
  const events = [{ uid: "transaction-7.space-1@cofre", day: "2026-02-10", summary: "Aluguel; casa, quintal: pagar R$ 600,00" }];
  assert.equal(
    calendarText({ name: "Cofre", stamp, events }),
    [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//Cofre//Finance//PT",
      "CALSCALE:GREGORIAN",
      "X-WR-CALNAME:Cofre",
      "REFRESH-INTERVAL;VALUE=DURATION:PT6H",
      "BEGIN:VEVENT",
      "UID:transaction-7.space-1@cofre",
      "DTSTAMP:20260115T000000Z",
      "DTSTART;VALUE=DATE:20260210",
      "SUMMARY:Aluguel\\; casa\\, quintal: pagar R$ 600\\,00",
      "TRANSP:TRANSPARENT",
      "END:VEVENT",
      "END:VCALENDAR",
      "",
    ].join("\r\n"),
  );
});
