// Runs the commands of docs/finance_beyond.md: they reach the service, trust its certificate and are authorized.
import assert from "node:assert/strict";
import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { Reply } from "../kernel/testing/client.ts";
import { runCurls } from "./testing/curl.ts";
import { ANY_PORTS, cofre, portsOf, workFolder } from "./testing.ts";

/** Records of others are not found; other tests send files. */
const EXPECTED = [200, 201, 404, 410, 422];
const SENDS_FILES = / (-F|-T|--data-binary) /;

test("every example of docs/finance_beyond.md is answered by the service that npm start starts", async () => {
  const text = await readFile(new URL("../docs/finance_beyond.md", import.meta.url), "utf8");
  const lines = [...text.matchAll(/```sh[^\n]*\n(.*?)```/gs)].flatMap(([, block = ""]) =>
    block.replaceAll("\\\n", " ").split("\n"),
  );
  await using folder = await workFolder();
  await using program = cofre("start", ANY_PORTS, folder.path);
  const { finance } = await portsOf(program);
  const [, signUp = ""] = /Try it:\n {2}(curl .*)\n/.exec(program.output) ?? [];
  const [, created] = await runCurls(
    `${signUp}
    curl --cacert .cofre/tls/certificate.pem -u 'ana@example.com:correct horse' https://localhost:${finance}/rest/v2/api_tokens -d '{"name":"docs","scope":"write"}'`,
    folder.path,
  );
  const { token } = (created as Reply).body as { token: string };

  const setUp = lines.filter((line) => /^(TOKEN|CERT)=/.test(line)).map((line) => line.replace(/^TOKEN=\S+/, `TOKEN=${token}`));
  const examples = lines.filter((line) => line.startsWith("curl ") && !SENDS_FILES.test(line));
  assert.ok(examples.length >= 20, `${examples.length} examples`);
  for (const example of examples) {
    const script = [...setUp, example.replaceAll("localhost:8082", `localhost:${finance}`)].join("\n");
    const [{ status, text: body }] = (await runCurls(script, folder.path)) as [Reply];
    const expected = example.includes("token=cofre_...") ? [401] : EXPECTED;
    assert.ok(expected.includes(status), `${example}\n${status} ${body}`);
  }

  for (const example of lines.filter((line) => line.startsWith("curl "))) assert.match(example, / --cacert \$CERT /);
  const certificates = lines.flatMap((line) => /\bCOFRE_CA=(\S+)/.exec(line)?.[1] ?? []);
  assert.equal(certificates.length, 2, "of export, and of import");
  for (const path of certificates) await access(join(folder.path, path));
});
