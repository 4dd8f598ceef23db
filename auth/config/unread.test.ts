// Variables of Supabase Auth that have no effect here: named at start, or a reason not to start.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readAuthConfig } from "../config.ts";
import { REQUIRED } from "./testing.ts";
import { UNREAD } from "./unread.ts";

const read = (set: Record<string, string>) => {
  const { faults, warnings } = readAuthConfig({ ...REQUIRED, ...set });
  return { faults, warnings: warnings.map(({ line }) => line) };
};

for (const stem of ["EXPERIMENTAL_PROVIDER_LINKING_DOMAINS", "EXPERIMENTAL_PROVIDERS_WITH_OWN_LINKING_DOMAIN"]) {
  test(`GOTRUE_${stem} stops the start, because without it more accounts would be linked, unless IGNORE names it`, () => {
    const name = `GOTRUE_${stem}`;
    const { faults, warnings } = read({ [name]: "custom:github=social" });
    assert.deepEqual(warnings, []);
    assert.equal(faults.length, 1);
    assert.match(
      faults[0] ?? "",
      new RegExp(`^${name}: this service cannot do that: .*; allowed: unset, or named in AUTHSVC_IGNORE$`),
    );
    for (const ignored of [stem, name, `x, AUTHSVC_${stem}`, stem.toLowerCase()])
      assert.deepEqual(read({ [name]: "custom:github=social", AUTHSVC_IGNORE: ignored }).faults, [], ignored);
    assert.deepEqual(read({ [name]: "  " }).faults, [], "an empty one counts as unset");
  });
}

test("each other variable that has no effect is one warning that names it and what it would have done", () => {
  for (const [stem, { widens, effect }] of Object.entries(UNREAD).filter(([, { widens }]) => !widens)) {
    assert.equal(widens, undefined);
    const { faults, warnings } = read({ [`GOTRUE_${stem}`]: "7" });
    assert.deepEqual(faults, []);
    assert.deepEqual(warnings, [`GOTRUE_${stem}: has no effect; in Supabase Auth it ${effect}`]);
    assert.deepEqual(read({ [`GOTRUE_${stem}`]: "7", AUTHSVC_IGNORE: stem }).warnings, [], "who ignores it has read the warning");
  }
});

test("a variable that asks for nothing is not warned of, and is no unknown one with our prefix", () => {
  for (const prefix of ["AUTHSVC_", "GOTRUE_"])
    assert.deepEqual(
      read({ [`${prefix}DB_CLEANUP_ENABLED`]: "False", [`${prefix}SECURITY_REFRESH_TOKEN_ALLOW_REUSE`]: "0" }).warnings,
      [],
    );
});

test("IGNORE cannot switch off a variable that has an effect, and says so", () => {
  const { warnings } = read({ AUTHSVC_IGNORE: "SESSIONS_ALLOW_LOW_AAL,AUTHSVC_NONSENSE" });
  assert.deepEqual(warnings, [
    "AUTHSVC_IGNORE: SESSIONS_ALLOW_LOW_AAL is no variable that could be ignored",
    "AUTHSVC_IGNORE: NONSENSE is no variable that could be ignored",
  ]);
});
