import assert from "node:assert/strict";
import { test } from "node:test";
import { dayName, longDay, monthName, numericDay, shortDay, shortMonth } from "./day_names.ts";
import { addDays } from "./days.ts";

const DAYS = Array.from({ length: 400 }, (_, index) => addDays("2027-01-01", index));

for (const language of ["pt-BR", "en"])
  test(`days and months are named as browsers name them, in ${language}`, () => {
    const as = (day: string, options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" }).format(new Date(`${day}T12:00:00Z`));
    for (const day of DAYS) {
      const [year, month] = ["2027", day.slice(0, 7)];
      assert.equal(monthName(month, language), as(day, { month: "long", year: "numeric" }));
      assert.equal(dayName(day, language), as(day, { weekday: "short", day: "numeric", month: "short" }));
      assert.equal(longDay(day, language, day), as(day, { day: "numeric", month: "long" }));
      assert.equal(
        longDay(day, language, `${Number(year) - 1}-01-01`),
        as(day, { day: "numeric", month: "long", year: "numeric" }),
      );
      assert.equal(shortDay(day, language), as(day, { day: "2-digit", month: "2-digit" }));
      assert.equal(numericDay(day, language), as(day, { day: "2-digit", month: "2-digit", year: "numeric" }));
      assert.ok(shortMonth(month, language).startsWith(as(day, { month: "short" })));
    }
    assert.equal(shortMonth("2027-01", language), `${as("2027-01-15", { month: "short" })} 27`);
  });
