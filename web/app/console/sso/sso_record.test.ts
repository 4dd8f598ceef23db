// What the console makes of a company's identity provider.
import assert from "node:assert/strict";
import { test } from "node:test";
import { attributesIn, type SsoProvider, validityOf } from "./sso_record.ts";

const NOW = new Date("2026-06-01T00:00:00Z");

function provider(certificates: (string | undefined)[], until?: string): SsoProvider {
  const saml = {
    ...{ entity_id: "x", sign_in_url: "https://x.example", attribute_mapping: {}, allow_idp_initiated: false },
    certificates: certificates.map((end) => ({ subject: "", fingerprint: "", ...(end && { expires_at: end }) })),
    ...(until && { metadata_valid_until: until }),
  };
  return { id: "", disabled: false, domains: [], created_at: "", saml };
}

test("the certificate that ends last counts, and the metadata where they end before", () => {
  const of = (...parts: Parameters<typeof provider>) => validityOf(provider(...parts), NOW);
  assert.deepEqual(of(["2026-05-01T00:00:00Z", "2027-01-01T00:00:00Z"]), { validity: "good", end: "2027-01-01T00:00:00Z" });
  assert.equal(of(["2026-06-20T00:00:00Z"]).validity, "soon");
  assert.equal(of(["2026-06-01T00:00:00Z"]).validity, "over");
  assert.deepEqual(of(["2027-01-01T00:00:00Z"], "2026-05-31T00:00:00Z"), { validity: "over", end: "2026-05-31T00:00:00Z" });
  assert.deepEqual(of(["2026-05-01T00:00:00Z", undefined]), { validity: "good", end: undefined });
});

test("attributes are lines with a name and values, also where the name is a URL", () => {
  assert.deepEqual(attributesIn("mail: ana@x.example\n\nhttp://schemas.example/groups: a, b\nplan = pro"), [
    { name: "mail", values: ["ana@x.example"] },
    { name: "http://schemas.example/groups", values: ["a", "b"] },
    { name: "plan", values: ["pro"] },
  ]);
  assert.deepEqual(attributesIn(" \n"), []);
  for (const text of ["mail", ": x", "mail: x\ngroups"]) assert.equal(attributesIn(text), undefined, text);
});
