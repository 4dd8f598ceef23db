import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestAuth } from "../testing.ts";

test("POST /magiclink says once in the log that it is deprecated, and POST /otp never", async () => {
  await using auth = await startTestAuth({ SMTP_MAX_FREQUENCY: "0" });
  const notices = () => auth.logged.filter(({ message }) => /deprecated/.test(message ?? ""));
  assert.equal((await auth.post("/otp", { email: "ana@example.com" })).status, 200);
  assert.deepEqual(notices(), []);
  for (const email of ["ana@example.com", "bob@example.com", ""]) await auth.post("/magiclink", { email });
  assert.deepEqual(notices(), [{ level: "warn", fields: {}, message: "POST /magiclink: deprecated; use POST /otp" }]);
});
