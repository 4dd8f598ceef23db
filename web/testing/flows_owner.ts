// Test support: the owner of a server, in a browser: made by the printed link, reads what would have been mailed, and lets people in.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { newOwnerCode } from "../../auth/grants/testing.ts";
import { temporaryFolder } from "../../kernel/testing/folder.ts";
import { signedIn, type TestWeb } from "../testing.ts";
import { assertSound } from "./sound.ts";
import type { OnStage, Stage } from "./stage.ts";

export function ownServer(stage: Stage): void {
  stage.flow(
    "the link of the first start, on a phone: the owner is made, signed in, and reads in the settings what would have been mailed",
    makeOwner,
  );
  stage.flow(
    "somebody with an account follows the link, signs in and becomes an owner; a code that is over says so",
    becomeOwner,
  );
  stage.flow("an owner invites to the server by a link, and a household's invitation has its link to copy", inviteByLink);
}

const ownerCode = ({ finance }: TestWeb) => newOwnerCode(finance.auth);

const MESSAGE = `From: Cofre <noreply@example.com>
To: bia@example.com
Subject: Confirme seu e-mail
Content-Type: text/plain; charset=utf-8

Siga este link: https://example.com/confirm?token=abc&type=signup.
<img src=x onerror=alert(1)>
`;

async function makeOwner({ web, open }: OnStage): Promise<void> {
  await using folder = await temporaryFolder();
  web.finance.auth.service.world.mailbox = folder.path;
  const name = "20260131T120000.000Z-11111111-1111-4111-8111-111111111111";
  await writeFile(join(folder.path, `${name}.eml`), MESSAGE);
  await writeFile(join(folder.path, `${name}.sms`), "To: +5511999990000\n\nSeu código: 123456\n");
  await using opened = await open({ width: 375, touch: true });
  const { page, faults } = opened;
  await page.goto(`/owner#code=${await ownerCode(web)}`);
  await page.getByRole("heading", { name: "Crie o dono deste servidor" }).waitFor();
  assert.equal(new URL(page.url()).hash, "");
  await assertSound(page, "/owner with its form");
  await page.getByLabel("Como quer ser chamado?").fill("Dona");
  await page.getByLabel("E-mail").fill("dona.do.servidor@example.com");
  await page.getByLabel("Nova senha").fill("quatro patos na lagoa");
  await page.locator(".meter", { hasText: "Senha forte." }).waitFor();
  await page.getByRole("button", { name: "Criar e entrar" }).tap();
  await page.waitForURL(`${web.url}/`);
  await page.locator("main h1").waitFor();

  await page.goto("/settings");
  await page.getByRole("link", { name: "Este servidor" }).tap();
  await page.getByText("Este servidor ainda não manda e-mails").waitFor();
  await assertSound(page, "/settings/server");
  await page.getByRole("button", { name: "Ver: Confirme seu e-mail" }).tap();
  const link = page.locator("dialog a");
  await link.waitFor();
  assert.equal(await link.getAttribute("href"), "https://example.com/confirm?token=abc&type=signup");
  assert.match((await link.getAttribute("rel")) ?? "", /noopener/);
  assert.equal(await page.locator("dialog img").count(), 0);
  await assertSound(page, "a message");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Ver: Mensagem de texto" }).tap();
  await page.getByText("Seu código: 123456").waitFor();
  assert.deepEqual(faults, []);

  const other = await signedIn(web, "nao.e.dona@example.com");
  await using theirs = await open({ width: 1280 }, other);
  await theirs.page.goto("/settings/server");
  await theirs.page.getByText("Só donos deste servidor").waitFor();
  assert.equal(await theirs.page.getByRole("link", { name: "Este servidor" }).count(), 0);
  assert.equal(await theirs.page.getByText("Confirme seu e-mail").count(), 0);
}

async function becomeOwner({ web, open }: OnStage): Promise<void> {
  const { password } = await signedIn(web, "ja.tinha@example.com");
  const code = await ownerCode(web);
  await using opened = await open({ width: 1280, language: "en" });
  const { page, faults } = opened;
  await page.goto(`/owner#code=${code}`);
  await page.getByLabel("Email").fill("ja.tinha@example.com");
  await page.getByLabel("New password").fill("quatro patos na lagoa");
  await page.getByRole("button", { name: "Create and sign in" }).click();
  await page.getByText("This email has an account here already").waitFor();
  await assertSound(page, "/owner with a taken address");
  await page.getByRole("link", { name: "Sign in to it" }).click();
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByText("You are signed in as ja.tinha@example.com.").waitFor();
  await assertSound(page, "/owner for somebody who is signed in");
  await page.getByRole("button", { name: "Make this account an owner" }).click();
  await page.waitForURL(`${web.url}/`);
  await page.goto(`/owner#code=${code}`);
  await page.getByText("This code is no good").waitFor();
  await assertSound(page, "/owner with a code that is over");
  assert.deepEqual(
    faults.filter((line) => !line.includes("422")),
    [],
  );
}

async function inviteByLink({ web, open }: OnStage): Promise<void> {
  const eva = await signedIn(web, "convida@example.com");
  await eva.post("/owner", { code: await ownerCode(web) });
  await eva.post("/owner", { act: "accept" });
  await eva.fetch("/api/finance/invitations", { method: "POST", body: { email: "vizinha@example.com", role: "viewer" } });
  await using opened = await open({ width: 1280 }, eva);
  const { page, faults } = opened;
  await page.goto("/settings/server");
  await page.getByRole("button", { name: "Convidar alguém" }).click();
  await page.getByLabel("E-mail").fill("nova.pessoa@example.com");
  await page.getByRole("button", { name: "Criar o link" }).click();
  const secret = page.locator("dialog .secret");
  await secret.waitFor();
  assert.match(await secret.innerText(), /token=[0-9a-f]{56}&type=invite/);
  await assertSound(page, "the link of an invitation to the server");
  await page.goto("/settings/household");
  await page.getByRole("button", { name: "Link", exact: true }).click();
  await secret.waitFor();
  assert.match(await secret.innerText(), new RegExp(`^${web.url}/#invitation=\\d+\\.[\\w-]{43}$`));
  assert.deepEqual(faults, []);
}
