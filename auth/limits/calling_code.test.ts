import assert from "node:assert/strict";
import { test } from "node:test";
import { callingCodeOf } from "./calling_code.ts";

const NUMBERS: Record<string, string> = {
  "12025550123": "1", // United States
  "77012345678": "7", // Kazakhstan shares it with Russia
  "201001234567": "20", // Egypt
  "27821234567": "27", // South Africa
  "33612345678": "33", // France
  "351912345678": "351", // Portugal
  "5511912345678": "55", // Brazil
  "593991234567": "593", // Ecuador
  "886912345678": "886", // Taiwan
  "819012345678": "81", // Japan
  "8801712345678": "880", // Bangladesh
  "9647901234567": "964", // Iraq
  "998901234567": "998", // Uzbekistan
  "989121234567": "98", // Iran
  "3726512345": "372", // Estonia
};

for (const [number, code] of Object.entries(NUMBERS)) {
  test(`${number} has the calling code ${code}`, () => assert.equal(callingCodeOf(number), code));
}
