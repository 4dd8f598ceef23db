// Test support: people come in by their company, in a browser. Pages, auth, identity provider and app are sites of their own, as outside: cookies
// travel between them only as far as browsers let them.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { build } from "esbuild";
import { startHttpSink } from "../../kernel/testing/http_sink.ts";
import { assertSound } from "./sound.ts";
import type { OnStage, Stage } from "./stage.ts";

export function enterByCompany(stage: Stage): void {
  stage.flow("a company's people sign in on the pages, by its own page, with scripts and without", async (on) => {
    const { web, open, idp } = on;
    await addCompany(on, "pages.example");
    idp.person = { nameId: "ana", attributes: { email: ["ana@pages.example"] } };
    await using opened = await open({ width: 360 });
    const { page, faults } = opened;
    await page.goto("/sign_in?next=/accounts");
    await page.getByRole("link", { name: "Entrar com a conta da empresa" }).click();
    await page.getByLabel("E-mail").fill("ana@elsewhere.example");
    await page.getByRole("button", { name: "Continuar" }).click();
    await page.getByText("Ninguém entra por uma empresa").waitFor();
    await assertSound(page, "/sign_in/sso");
    await page.getByLabel("E-mail").fill("ana@Pages.example");
    await page.getByRole("button", { name: "Continuar" }).click();
    await page.getByRole("heading", { name: "Contas" }).waitFor();
    const session = await page.evaluate("fetch('/session').then((answer) => answer.json())");
    assert.equal((session as { email: string }).email, "ana@pages.example");
    assert.deepEqual(
      faults.filter((line) => !line.includes("status of 422")),
      [],
    );
    await using plain = await open({ width: 360, scripts: false });
    await plain.page.goto("/sign_in/sso?next=/accounts");
    await plain.page.getByLabel("E-mail").fill("ana@pages.example");
    await plain.page.getByRole("button", { name: "Continuar" }).click();
    await plain.page.getByRole("button", { name: "Continue", exact: true }).click();
    await plain.page.waitForURL(`${web.url}/accounts`);
    assert.ok((await plain.page.context().cookies(web.url)).some(({ name }) => name === "cofre"));
  });

  stage.flow("an app of another site has auth-js sign somebody in by their company, with PKCE and without", async (on) => {
    await addCompany(on, "app.example");
    await using app = await startApp(on.authUrl);
    for (const flowType of ["implicit", "pkce"]) {
      on.idp.person = { nameId: flowType, attributes: { email: [`${flowType}@app.example`] } };
      await using opened = await on.open({ width: 800 });
      const { page, faults } = opened;
      const address = `${app.url}/?${flowType}`;
      await page.goto(address);
      const request = { domain: "app.example", options: { redirectTo: address } };
      await page.evaluate(`void client.signInWithSSO(${JSON.stringify(request)})`);
      await page.getByText(`${flowType}@app.example`).waitFor();
      assert.deepEqual(faults, []);
    }
    const posted = on.idp.requests.filter(({ path }) => path.startsWith("/sso"));
    assert.ok(posted.length >= 2, "both went over the identity provider");
  });
}

async function addCompany({ web, idp }: OnStage, domain: string): Promise<void> {
  const { auth } = web.finance;
  const { body: listed } = await auth.get("/admin/sso/providers", auth.admin);
  const [existing] = (listed as { items: { id: string }[] }).items;
  const path = `/admin/sso/providers${existing ? `/${existing.id}` : ""}`;
  const { status, text } = await auth.call(path, {
    method: existing ? "PUT" : "POST",
    headers: auth.admin,
    body: { type: "saml", domains: [domain], metadata_xml: idp.metadata.replaceAll("//127.0.0.1:", "//idp.localhost:") },
  });
  assert.ok(status < 300, text);
}

const SCRIPT = `import { AuthClient } from "@supabase/auth-js";
const flowType = location.search.startsWith("?pkce") ? "pkce" : "implicit";
globalThis.client = new AuthClient({ url: URL_OF_AUTH, flowType });
const { data } = await client.getSession();
const { data: known } = data.session ? await client.getUser() : { data: {} };
document.body.append(known.user?.email ?? "nobody");`;

/** A page with the published client, on a port of its own. */
async function startApp(authUrl: string): Promise<AsyncDisposable & { url: string }> {
  const { outputFiles } = await build({
    stdin: {
      contents: SCRIPT,
      resolveDir: createRequire(import.meta.url)
        .resolve("@supabase/auth-js")
        .replace(/\/node_modules\/.*/, ""),
    },
    define: { URL_OF_AUTH: JSON.stringify(authUrl) },
    bundle: true,
    format: "esm",
    write: false,
    logLevel: "silent",
  });
  const html = { "content-type": "text/html; charset=utf-8" };
  const page = `<!doctype html><link rel="icon" href="data:,"><title>App</title><body></body><script type="module" src="/app.js"></script>`;
  const sink = await startHttpSink(({ path }) =>
    path === "/app.js"
      ? { status: 200, headers: { "content-type": "text/javascript" }, body: outputFiles[0]?.text }
      : { status: 200, headers: html, body: page },
  );
  const url = sink.url.replace("127.0.0.1", "app.localhost");
  return { url, [Symbol.asyncDispose]: () => sink[Symbol.asyncDispose]() };
}
