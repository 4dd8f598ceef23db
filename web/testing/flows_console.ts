// Test support: the console for administrators in a browser: finding somebody, helping them, what each role sees, and what hides it.
import assert from "node:assert/strict";
import { codeOf } from "../../auth/factors/testing.ts";
import { signedInAdministrator } from "../console/testing.ts";
import { signedIn } from "../testing.ts";
import { HOSTILE, PASSWORD, people } from "./console_people.ts";
import { assertSound } from "./sound.ts";
import type { OnStage, Stage } from "./stage.ts";

export function administrate(stage: Stage): void {
  stage.flow(
    "an administrator finds a user by keyboard, reads what is known of them, bans them and lets them in again",
    findAndBan,
  );
  stage.flow("filters are addresses: back takes one away, columns are remembered, and the file has what is listed", filterList);
  stage.flow("metadata is edited as JSON, with what changes before it is saved", editMetadata);
  stage.flow("an owner names an administrator and creates an API key, after showing a code again", nameAdministrator);
  stage.flow("who has no role, or no second factor, is told so; support sees what support may do", closedToOthers);
  stage.flow("after 15 minutes without a hand nothing is shown until a code is", lockIdle);
  stage.flow("an administrator sees an account with a banner above it, and leaves it", seeAccount);
}

async function findAndBan({ web, open }: OnStage): Promise<void> {
  const [ana] = await people(web, "achada");
  const owner = await signedInAdministrator(web, "owner", "console1@example.com");
  await using opened = await open({ width: 1280 }, owner);
  const { page, faults } = opened;
  await page.goto("/admin/users");
  await page.getByRole("heading", { name: "Usuários", exact: true }).waitFor();
  await page.getByRole("row", { name: /Ana achada/ }).waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("ana achada");
  await page.waitForURL(/search=ana\+achada/);
  await page.getByRole("row", { name: /Bruno achada/ }).waitFor({ state: "detached" });
  await assertSound(page, "the list of users");
  await page.keyboard.press("Tab");
  await page.locator("h1").click();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Ana achada" }).waitFor();
  assert.equal(new URL(page.url()).pathname, `/admin/users/${ana?.id}`);
  await page.getByText("Tem senha").waitFor();
  await assertSound(page, "the profile of a user");

  await page.getByRole("button", { name: "Ações" }).click();
  await page.getByRole("menuitem", { name: "Bloquear" }).click();
  const dialog = page.getByRole("dialog", { name: "Bloquear" });
  await dialog.getByLabel("Por quanto tempo").selectOption({ label: "7 dias" });
  await assertSound(page, "the dialog of a ban");
  await dialog.getByLabel(/Motivo/).fill("chamado 4711");
  await dialog.getByRole("button", { name: "Bloquear" }).click();
  await page.getByText("Usuário bloqueado").waitFor();
  await page.locator(".user-facts .status", { hasText: "Bloqueado" }).waitFor();
  const { auth } = web.finance;
  const signIn = () => auth.post("/token?grant_type=password", { email: ana?.email, password: PASSWORD });
  assert.equal((await signIn()).status, 400);
  await page.getByRole("button", { name: "Ações" }).click();
  await page.getByRole("menuitem", { name: "Desbloquear" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Desbloquear" }).click();
  await page.getByText("Usuário desbloqueado").waitFor();
  assert.equal((await signIn()).status, 200);
  await page.getByRole("link", { name: "Atividade" }).click();
  await page.getByText("motivo: chamado 4711").waitFor();
  assert.deepEqual(faults, []);
}

async function filterList({ web, open }: OnStage): Promise<void> {
  await people(web, "filtro");
  const owner = await signedInAdministrator(web, "owner", "console3@example.com");
  await using opened = await open({ width: 1280 }, owner);
  const { page, faults } = opened;
  await page.goto("/admin/users?search=filtro");
  await page.getByRole("row", { name: /Ana filtro/ }).waitFor();
  await page.getByRole("button", { name: "Estado" }).click();
  await page.getByRole("menuitem", { name: "Não confirmado" }).click();
  await page.getByRole("row", { name: /Ana filtro/ }).waitFor({ state: "detached" });
  await page.getByRole("row", { name: /Bruno filtro/ }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get("state"), "unconfirmed");
  await page.goBack();
  await page.getByRole("row", { name: /Ana filtro/ }).waitFor();
  await page.getByRole("button", { name: "Colunas" }).click();
  await page.getByRole("menuitemradio", { name: "Id" }).click();
  await page.getByRole("columnheader", { name: "Id" }).waitFor();
  await page.reload();
  await page.getByRole("columnheader", { name: "Id" }).waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Exportar" }).click();
  await page.getByRole("menuitem", { name: /^CSV/ }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString().trim().split("\r\n");
  assert.equal(lines.length, 4, "a head and three people");
  assert.ok(lines.some((line) => line.startsWith(`"${HOSTILE} filtro"`)));
  assert.deepEqual(faults, []);
}

async function editMetadata({ web, open }: OnStage): Promise<void> {
  const [ana] = await people(web, "dados");
  const owner = await signedInAdministrator(web, "owner", "console4@example.com");
  await using opened = await open({ width: 1280, language: "en" }, owner);
  const { page, faults } = opened;
  await page.goto(`/admin/users/${ana?.id}?tab=data`);
  await page.getByRole("button", { name: "Edit" }).first().click();
  const dialog = page.getByRole("dialog", { name: "User metadata" });
  const field = dialog.getByLabel("JSON");
  await field.fill("{");
  await dialog.getByText("This is no JSON object.").waitFor();
  await field.fill(JSON.stringify({ name: "Ana dados", plan: "pro" }));
  const change = dialog.getByRole("listitem").filter({ hasText: "plan" });
  assert.equal((await change.innerText()).replace(/\s+/g, " "), 'plan "free" "pro"');
  await assertSound(page, "metadata and what changes");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.locator("pre", { hasText: '"plan": "pro"' }).first().waitFor();
  assert.deepEqual(faults, []);
}

async function nameAdministrator({ web, open }: OnStage): Promise<void> {
  const { auth } = web.finance;
  const [ana] = await people(web, "nomeada");
  const owner = await signedInAdministrator(web, "owner", "console5@example.com");
  await owner.admin("/administrators");
  auth.clock.advance(11 * 60);
  await using opened = await open({ width: 1280 }, owner);
  const { page, faults } = opened;
  await page.goto("/admin/administrators");
  await page.getByRole("button", { name: "Dar um papel" }).click();
  const dialog = page.getByRole("dialog", { name: "Dar um papel" });
  await dialog.getByLabel("E-mail").fill(ana?.email ?? "");
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await dialog.getByText("Diga o motivo.").waitFor();
  await dialog.getByLabel("Motivo").fill("plantão de julho");
  await dialog.getByRole("button", { name: "Salvar" }).click();
  const proof = page.getByRole("dialog", { name: "Confirme que é você" });
  await proof.getByLabel("Código do aplicativo autenticador").fill(codeOf(auth, owner.factor));
  await assertSound(page, "the dialog that asks for a code");
  await proof.getByRole("button", { name: "Confirmar" }).click();
  await page.getByText("Papel dado").waitFor();
  const line = page.getByRole("listitem").filter({ hasText: ana?.email ?? "" });
  await line.getByText("Suporte").waitFor();
  await line.getByText("sem segundo fator").waitFor();
  await line.getByRole("button", { name: "Mudar papel" }).click();
  const change = page.getByRole("dialog", { name: "Mudar papel" });
  await change.getByLabel("Papel").selectOption({ label: "Leitura" });
  await change.getByLabel("Motivo").fill("fim do plantão");
  await change.getByRole("button", { name: "Salvar" }).click();
  await line.getByText("Leitura").waitFor();

  await page.goto("/admin/api_keys");
  await page.getByRole("button", { name: "Criar chave" }).click();
  const create = page.getByRole("dialog", { name: "Criar chave" });
  await create.getByLabel("Nome").fill("cobrança");
  await create.getByLabel("users:read").check();
  await assertSound(page, "the dialog of a key");
  await create.getByLabel("Motivo").fill("integração");
  await create.getByRole("button", { name: "Criar chave" }).click();
  const key = await page.locator("dialog .secret").innerText();
  assert.equal((await auth.get("/admin/users?limit=1", { authorization: `Bearer ${key}` })).status, 200);
  await page.keyboard.press("Escape");
  await page.locator("dialog .secret").waitFor({ state: "detached" });
  const made = page.getByRole("listitem").filter({ hasText: "cobrança" });
  await made.getByText("users:read").waitFor();
  assert.ok(!(await page.content()).includes(key));
  assert.deepEqual(
    faults.filter((text) => !text.includes("403")),
    [],
  );
}

async function closedToOthers({ web, open }: OnStage): Promise<void> {
  const [ana] = await people(web, "ajudada");
  await using nobody = await open({ width: 375, touch: true }, await signedIn(web, "console.curiosa@example.com"));
  await nobody.page.goto("/admin");
  await nobody.page.getByText("Sua conta não administra este servidor").waitFor();
  assert.equal(await nobody.page.getByRole("link", { name: "Usuários" }).count(), 0);
  await assertSound(nobody.page, "the console for nobody");

  const support = await signedInAdministrator(web, "support", "console6@example.com");
  await using opened = await open({ width: 1280 }, support);
  const { page } = opened;
  await page.goto(`/admin/users/${ana?.id}`);
  await page.getByRole("heading", { name: "Ana ajudada" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Definir senha" }).count(), 0);
  assert.equal(await page.getByRole("button", { name: "Mudar" }).count(), 0);
  await page.getByRole("button", { name: "Ações" }).click();
  const items = await page.getByRole("menuitem").allInnerTexts();
  assert.deepEqual(
    items.filter((each) => /Bloquear|Excluir|Apagar|Ver como/.test(each)),
    [],
  );
  assert.ok(items.includes("Encerrar todas as sessões"));
}

async function lockIdle({ web, open }: OnStage): Promise<void> {
  const [ana] = await people(web, "oculta");
  const owner = await signedInAdministrator(web, "owner", "console7@example.com");
  await using opened = await open({ width: 1280 }, owner);
  const { page } = opened;
  await page.clock.install();
  await page.goto(`/admin/users/${ana?.id}`);
  await page
    .getByText(ana?.email ?? "")
    .first()
    .waitFor();
  await page.clock.fastForward(16 * 60_000);
  web.finance.clock.advance(16 * 60);
  await page.getByRole("heading", { name: "Tela bloqueada" }).waitFor();
  assert.ok(!(await page.content()).includes(ana?.email ?? ""));
  await assertSound(page, "the locked screen");
  await page.getByRole("button", { name: "Continuar" }).click();
  const proof = page.getByRole("dialog", { name: "Confirme que é você" });
  await proof.getByLabel("Código do aplicativo autenticador").fill(codeOf(web.finance.auth, owner.factor));
  await proof.getByRole("button", { name: "Confirmar" }).click();
  await page
    .getByText(ana?.email ?? "")
    .first()
    .waitFor();
}

async function seeAccount({ web, open }: OnStage): Promise<void> {
  const ana = await signedIn(web, "console.vista@example.com");
  const { id } = (await ana.fetch("/session")).body as { id: string };
  const owner = await signedInAdministrator(web, "owner", "console8@example.com");
  await using opened = await open({ width: 375, touch: true }, owner);
  const { page, faults } = opened;
  await page.goto(`/admin/users/${id}`);
  await page.getByRole("button", { name: "Ações" }).tap();
  await page.getByRole("menuitem", { name: "Ver como esta pessoa" }).tap();
  const dialog = page.getByRole("dialog", { name: "Ver como esta pessoa" });
  await dialog.getByLabel("Motivo").fill("saldo errado");
  await dialog.getByRole("button", { name: "Ver" }).tap();
  await page.waitForURL(`${web.url}/`);
  const banner = page.locator(".banner", { hasText: "Você vê a conta de console.vista@example.com" });
  await banner.waitFor();
  await assertSound(page, "an account that an administrator sees");
  assert.equal(await page.getByRole("link", { name: "Novo" }).count(), 0, "nothing can be added");
  await banner.getByRole("button", { name: "Sair desta conta" }).tap();
  await page.waitForURL(new RegExp(`/admin/users/${id}`));
  await page.getByRole("heading", { name: "console.vista@example.com" }).waitFor();
  const stored = await page.evaluate(`new Promise((done) => {
    const opening = indexedDB.open("cofre");
    opening.onsuccess = () => {
      const names = [...opening.result.objectStoreNames];
      if (!names.includes("answers")) return done(0);
      const counted = opening.result.transaction("answers").objectStore("answers").count();
      counted.onsuccess = () => done(counted.result);
    };
  })`);
  assert.equal(stored, 0, "nothing of the account stays in the browser");
  assert.deepEqual(faults, []);
}
