// Test support: second steps, passkeys and other providers, in a browser.
import assert from "node:assert/strict";
import { TOTP } from "otpauth";
import { authorizePath, makeClient } from "../../auth/oauth_server/testing.ts";
import { signedIn } from "../testing.ts";
import type { Page } from "./chromium.ts";
import { assertSound } from "./sound.ts";
import type { OnStage, Stage } from "./stage.ts";

export function secureAccounts(stage: Stage): void {
  stage.flow(
    "a second step by an app: added by its picture, with recovery codes to keep, and asked for at the next sign-in, by code and by recovery code",
    addSecondStep,
  );

  stage.flow(
    "a passkey: made in the settings, named, signs in by its button and by the list at the field, and is gone when removed",
    usePasskey,
  );

  stage.flow(
    "another provider: signs in, is linked in the settings and unlinked, and an account that somebody else has is refused there",
    linkProvider,
  );

  stage.flow("an app that was let in is listed with what it may do, and is out once its user says so twice", revokeApp);
}

async function addSecondStep({ web, open }: OnStage): Promise<void> {
  const email = "segundo@example.com";
  const { password, ...dora } = await signedIn(web, email);
  await using opened = await open({ width: 360, touch: true }, dora);
  const { page, faults } = opened;
  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Adicionar aplicativo" }).tap();
  const picture = page.getByRole("img", { name: "Imagem para o aplicativo autenticador" });
  await picture.waitFor();
  assert.ok(Number(await picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)) > 0);
  const secret = (await page.locator("dialog .secret").innerText()).replaceAll(" ", "");
  const code = (steps = 0) => new TOTP({ secret }).generate({ timestamp: web.finance.clock.now().getTime() + steps * 30_000 });
  await page.getByLabel("Código de seis dígitos").fill(code() === "000000" ? "111111" : "000000");
  await page.getByRole("button", { name: "Confirmar" }).tap();
  await page.getByText("O código não confere.").waitFor();
  await page.getByLabel("Código de seis dígitos").fill(code());
  await page.getByRole("button", { name: "Confirmar" }).tap();
  const first = await keepCodes(page);
  await page.getByText("Restam 10 de 10").waitFor();
  await page.getByRole("button", { name: "Criar novos códigos" }).tap();
  await page.locator("dialog").getByRole("button", { name: "Criar novos códigos" }).tap();
  const codes = await keepCodes(page);
  assert.ok(!codes.some((each) => first.includes(each)));
  const recovery = codes[0] ?? "";
  await assertSound(page, "/settings/security with factors");

  for (const [way, input] of [
    ["code", () => code(1)],
    ["recovery", () => recovery],
  ] as const) {
    await page.goto("/more");
    await page.getByRole("button", { name: "Sair" }).tap();
    await page.getByText("Você saiu").waitFor();
    await page.goto("/sign_in?next=/accounts");
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Senha", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Entrar", exact: true }).tap();
    await page.getByRole("heading", { name: "Verificação em duas etapas" }).waitFor();
    await assertSound(page, `/second_factor by ${way}`);
    if (way === "recovery") await page.getByRole("link", { name: /código de recuperação/ }).tap();
    await page.getByLabel(way === "recovery" ? "Código de recuperação" : "Código").fill(input());
    await page.getByRole("button", { name: "Continuar" }).tap();
    await page.getByRole("heading", { name: "Contas" }).waitFor();
  }
  assert.deepEqual(
    faults.filter((line) => !line.includes("status of 422")),
    [],
  );
}

/** Reads the codes of the dialog, which closes only once somebody says that they are kept. */
async function keepCodes(page: Page): Promise<string[]> {
  await page.locator(".codes li").nth(9).waitFor();
  const codes = await page.locator(".codes code").allInnerTexts();
  await assertSound(page, "recovery codes");
  const download = page.waitForEvent("download");
  // A tap that a busy machine stretches is a long press, which downloads nothing.
  await page.getByRole("link", { name: "Baixar" }).click();
  const file = await (await download).createReadStream();
  const text = Buffer.concat(await file.toArray()).toString();
  assert.match(text, /^Códigos de recuperação de \S+@example\.com, criados em /);
  assert.deepEqual(text.trimEnd().split("\r\n").slice(-10), codes);
  await page.keyboard.press("Escape");
  await page.getByText("Guarde os códigos e marque acima").waitFor();
  await page.getByRole("button", { name: "Concluir" }).tap();
  await page.getByText("Guarde os códigos e marque acima").waitFor();
  assert.deepEqual(await page.locator(".codes code").allInnerTexts(), codes, "still there");
  await page.getByLabel("Guardei os códigos").check();
  await page.getByRole("button", { name: "Concluir" }).tap();
  await page.locator(".codes").waitFor({ state: "detached" });
  return codes;
}

async function usePasskey({ web, open }: OnStage): Promise<void> {
  const eva = await signedIn(web, "chave@example.com");
  await using opened = await open({ width: 1280 }, eva);
  const { page, faults } = opened;
  const device = await page.context().newCDPSession(page);
  await device.send("WebAuthn.enable", { enableUI: false });
  // The list at the field answers by itself here, so it is kept away where the button is meant.
  await page.addInitScript({
    content: 'if (location.hash === "#button") PublicKeyCredential.isConditionalMediationAvailable = async () => false;',
  });
  await device.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const signOut = async () => {
    await page.goto("/more");
    await page.getByRole("button", { name: "Sair" }).click();
    await page.getByText("Você saiu").waitFor();
  };
  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Adicionar chave de acesso" }).click();
  await page.getByText("Chave de acesso criada.").waitFor();
  await page.getByRole("button", { name: "Renomear" }).click();
  await page.getByRole("textbox", { name: "Nome" }).fill("Meu <b>laptop</b>");
  await page.getByRole("button", { name: "Salvar" }).click();
  await page.getByText("Meu <b>laptop</b>").waitFor();

  await signOut();
  await page.goto("/sign_in?next=/accounts#button");
  await page.getByRole("button", { name: "Entrar com chave de acesso" }).click();
  await page.getByRole("heading", { name: "Contas" }).waitFor();

  await signOut();
  await page.goto("/sign_in?next=/settings/security");
  await page.getByText("Meu <b>laptop</b>").waitFor();
  await page.locator("li", { hasText: "Meu <b>laptop</b>" }).getByRole("button", { name: "Remover" }).click();
  await page.locator("dialog").getByRole("button", { name: "Remover" }).click();
  await page.getByText("Nenhuma chave de acesso ainda.").waitFor();
  await signOut();
  await page.goto("/sign_in#button");
  await page.getByRole("button", { name: "Entrar com chave de acesso" }).click();
  await page.getByText("A chave de acesso não foi usada").waitFor();
  const stored = await page.evaluate(
    "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])",
  );
  assert.doesNotMatch(String(stored), /eyJ|cofre=/);
  assert.deepEqual(
    faults.filter((line) => !line.includes("status of 401")),
    [],
  );
}

async function linkProvider({ web, provider, open }: OnStage): Promise<void> {
  provider.person = { ...provider.person, subject: "1", email: "ana.google@example.com", name: "Ana" };
  await using first = await open({ width: 360 });
  await first.page.goto("/sign_in?next=/accounts");
  await first.page.getByRole("link", { name: "Continuar com Google" }).click();
  await first.page.getByRole("heading", { name: "Contas" }).waitFor();
  const { users } = (await web.finance.auth.get("/admin/users?per_page=1000", web.finance.auth.admin)).body as {
    users: { email: string; user_metadata: { locale?: string } }[];
  };
  const ana = users.find(({ email }) => email === "ana.google@example.com");
  assert.equal(ana?.user_metadata.locale, "pt-BR", "the language of the page, for mails");
  const gil = await signedIn(web, "ligado@example.com");
  await using second = await open({ width: 1280 }, gil);
  const link = () => second.page.locator("li", { hasText: "Google" }).getByRole("link", { name: "Ligar" }).click();
  await second.page.goto("/settings/security");
  await link();
  await second.page.getByText("Não foi possível ligar aquela conta.").waitFor();
  provider.person = { ...provider.person, subject: "2", email: "gil.google@example.com", name: "Gil" };
  await link();
  await second.page.getByText("gil.google@example.com").waitFor();
  await second.page.locator("li", { hasText: "Google" }).getByRole("button", { name: "Desligar" }).click();
  await second.page.locator("dialog").getByRole("button", { name: "Desligar" }).click();
  await second.page.getByText("Conta desligada.").waitFor();
  assert.deepEqual([first.faults, second.faults, provider.refusals], [[], [], []]);
}

async function revokeApp({ web, open }: OnStage): Promise<void> {
  const { auth } = web.finance;
  const client = await makeClient(auth, { client_name: "Notas <b>" });
  const lia = await signedIn(web, "conectada@example.com");
  const reply = await auth.get(authorizePath(client, { scope: "email offline_access" }));
  const { pathname, search, searchParams } = new URL(String(reply.headers.location));
  assert.equal((await lia.open(pathname + search)).status, 200);
  const answer = { authorization_id: searchParams.get("authorization_id") ?? "", action: "approve" };
  assert.equal((await lia.post("/oauth/consent", answer)).status, 200);
  await using opened = await open({ width: 360, touch: true }, lia);
  const { page, faults } = opened;
  await page.goto("/settings/security");
  const line = page.locator("li", { hasText: "Notas <b>" });
  await line.getByText("ver seu e-mail").waitFor();
  await assertSound(page, "/settings/security with an app");
  await line.getByRole("button", { name: "Retirar acesso" }).tap();
  await page.getByRole("heading", { name: "Retirar o acesso de Notas <b>?" }).waitFor();
  assert.equal(((await lia.fetch("/api/auth/user/oauth/grants")).body as unknown[]).length, 1, "nothing yet");
  await page.locator("dialog").getByRole("button", { name: "Retirar acesso" }).tap();
  await page.getByText("Acesso retirado.").waitFor();
  await line.waitFor({ state: "detached" });
  assert.deepEqual((await lia.fetch("/api/auth/user/oauth/grants")).body, []);
  assert.deepEqual(faults, []);
}
