import assert from "node:assert/strict";
import { test } from "node:test";
import { problemWith, referencesOf, testNamesIn, textWithSupport } from "./test_names.ts";

const HERE = "kernel/testing/test_names.test.ts";

test("names are read as the source writes them, quoted or as templates", () => {
  // Assembled here, so that the samples are not taken for tests of this file.
  const call = "test(";
  const text = `${call}"plain \\"name\\"", async () => {});\n  ${call}\`GET \${path} is \${status}\`, () => {});\n// ${call}"none");\n`;
  assert.deepEqual(testNamesIn(text), ['plain \\"name\\"', `GET \${path} is \${status}`]);
});

test("an entry is right where one test of the file has those words in its name", () => {
  assert.equal(problemWith({ file: HERE, name: "names are read" }), undefined);
  assert.match(String(problemWith({ file: HERE, name: "nobody wrote this" })), /has no test named/);
  assert.match(String(problemWith({ file: HERE, name: "a" })), /has \d+ tests named/);
  assert.match(String(problemWith({ file: "kernel/nowhere.test.ts", name: "a" })), /is no file/);
});

test("a table is read from what is seen to where", () => {
  const table = { "a.test.ts": { "one thing": ["X", "Y"], another: ["Z"] } };
  assert.deepEqual(
    referencesOf(table).map(({ what, file, name }) => [what, file, name]),
    [
      ["X", "a.test.ts", "one thing"],
      ["Y", "a.test.ts", "one thing"],
      ["Z", "a.test.ts", "another"],
    ],
  );
});

test("the text of a test includes the test support that it imports, and no other file", () => {
  const text = textWithSupport("kernel/testing/sinks.test.ts") ?? "";
  assert.ok(text.includes("startHttpSink"));
  const service = textWithSupport("auth/service/settings.test.ts") ?? "";
  assert.ok(service.includes("startTestAuthBy"), "auth/testing.ts");
  assert.ok(!service.includes("export async function startAuth("), "auth/main.ts");
  assert.equal(textWithSupport("kernel/nowhere.test.ts"), undefined);
});
