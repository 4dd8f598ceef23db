import assert from "node:assert/strict";
import { test } from "node:test";
import { PDF, png } from "../../finance/attachment_files/testing.ts";
import { shareTestWeb } from "../testing.ts";

const web = shareTestWeb();
const BOUNDARY = "----WebKitFormBoundary7MA4YWxkTrZu0gW";

/** As Chrome on Android sends it: a navigation that no page began. */
const BY_THE_BROWSER = { "sec-fetch-site": "none", "sec-fetch-mode": "navigate", origin: "null" };

function formOf(files: readonly [name: string, type: string, bytes: Buffer][]): Buffer {
  const parts = files.flatMap(([name, type, bytes]) => [
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    bytes,
    Buffer.from("\r\n"),
  ]);
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

const share = (body: Buffer, headers: Record<string, string> = BY_THE_BROWSER) =>
  web
    .browser()
    .fetch("/share", {
      method: "POST",
      body,
      headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}`, accept: "text/html", ...headers },
    });

test("POST /share hands the files of another app to the page's script, and keeps nothing", async () => {
  const name = `nota"><script>alert(1)</script>.png`;
  const reply = await share(
    formOf([
      [name.replaceAll('"', "%22"), "image/png", png()],
      ["fatura.pdf", "application/pdf", PDF],
    ]),
  );
  assert.equal(reply.status, 200, reply.text);
  assert.match(String(reply.headers["content-security-policy"]), /script-src 'self'/);
  assert.equal(reply.headers["cache-control"], "no-store");
  assert.ok(!reply.text.includes("<script>alert"));
  const files = [...reply.text.matchAll(/<template data-shared="([^"]*)">([^<]*)<\/template>/g)];
  assert.deepEqual(
    files.map(([, shown, bytes]) => [shown, Buffer.from(bytes as string, "base64").toString("hex")]),
    [
      ["nota&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;.png", png().toString("hex")],
      ["fatura.pdf", PDF.toString("hex")],
    ],
  );
});

test("POST /share is refused to pages of others, and to what is no form; more than 20 MB are named", async () => {
  const form = formOf([["a.pdf", "application/pdf", PDF]]);
  for (const site of ["cross-site", "same-site"])
    assert.equal((await share(form, { "sec-fetch-site": site, origin: "null" })).status, 403, site);
  assert.equal((await share(form, { ...BY_THE_BROWSER, "content-type": "text/plain" })).status, 400);
  assert.equal((await share(form.subarray(0, -20))).status, 400);
  const heavy = await share(formOf([["a.pdf", "application/pdf", Buffer.alloc(21 * 2 ** 20)]]), {
    ...BY_THE_BROWSER,
    "accept-language": "en",
  });
  assert.equal(heavy.status, 200);
  assert.match(heavy.text, /more than 20 MB/);
  assert.ok(!heavy.text.includes("data-shared"));
});

test("GET /manifest.webmanifest names it, with the kinds of receipts", async () => {
  const { text } = await web.browser().fetch("/manifest.webmanifest");
  const { share_target: target } = JSON.parse(text) as {
    share_target: { params: { files: { name: string; accept: string[] }[] } };
  };
  assert.deepEqual(
    { ...target, params: undefined },
    { action: "/share", method: "POST", enctype: "multipart/form-data", params: undefined },
  );
  assert.equal(target.params.files[0]?.name, "file");
  assert.ok(target.params.files[0]?.accept.includes("application/pdf"));
});
