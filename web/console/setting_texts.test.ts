// What the console says of settings: every one that auth lists has its prose in both languages, and so has what it takes and its default.
import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultInPortuguese, formatInPortuguese } from "../app/rules/setting_formats.ts";
import { aboutInPortuguese } from "../app/rules/setting_texts.ts";
import { shareTestWeb } from "../testing.ts";
import { signedInAdministrator } from "./testing.ts";

const web = shareTestWeb();

interface Setting {
  name: string;
  doc: string;
  allowed: string;
  default: string;
}

test("every setting is explained in English and in Portuguese, with what it takes and what counts by default", async () => {
  const owner = await signedInAdministrator(web, "owner");
  const { settings } = (await owner.admin("/settings")).body as { settings: Setting[] };
  assert.ok(settings.length > 300, `${settings.length}`);
  const lacking = settings.flatMap(({ name, doc, allowed, default: initial }) => [
    ...(doc === "" ? [`${name}: English`] : []),
    ...(aboutInPortuguese(name) === undefined ? [`${name}: Portuguese`] : []),
    ...(formatInPortuguese(allowed) === undefined ? [`${name}: ${allowed}`] : []),
    ...(defaultInPortuguese(name, initial) === undefined ? [`${name}: default ${initial}`] : []),
  ]);
  assert.deepEqual(lacking, []);
});

test("what is not known is not translated", () => {
  assert.deepEqual([aboutInPortuguese("toString"), aboutInPortuguese("NEW_THING")], [undefined, undefined]);
  assert.deepEqual(
    [formatInPortuguese("a new format"), defaultInPortuguese("NEW_THING", "a new sentence")],
    [undefined, undefined],
  );
  assert.equal(formatInPortuguese("a whole number from 0 to 256"), "um número inteiro de 0 a 256");
  assert.equal(formatInPortuguese("hcaptcha, turnstile"), "hcaptcha, turnstile");
});
