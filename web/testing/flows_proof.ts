// Test support: a dialog asks for a new proof of who is signed in, and what waited for it goes on.
import assert from "node:assert/strict";
import { signedIn } from "../testing.ts";
import { assertSound } from "./sound.ts";
import type { OnStage, Stage } from "./stage.ts";

export function proveAgain(stage: Stage): void {
  stage.flow(
    "after a while a small dialog asks for the password, knows who it is, and the form is sent where it was",
    byPassword,
  );

  stage.flow("a passkey is a new proof too, but not another user's", byPasskey);
}

/** Longer than a sign-in is recent. */
const A_WHILE = 11 * 60;

async function byPassword({ web, open }: OnStage): Promise<void> {
  const email = "prova@example.com";
  const ida = await signedIn(web, email);
  await using opened = await open({ width: 375, touch: true }, ida);
  const { page, faults } = opened;
  web.finance.clock.advance(A_WHILE);
  await page.goto("/settings/api_tokens");
  const dialog = page.getByRole("dialog", { name: "Confirme que é você" });
  await page.getByRole("button", { name: "Nova chave" }).tap();
  const form = page.getByRole("dialog", { name: "Nova chave" });
  await form.getByLabel("Nome").fill("planilha");
  const make = form.getByRole("button", { name: "Criar chave" });
  await make.tap();
  await dialog.getByText(email).waitFor();
  await assertSound(page, "the dialog that asks for a proof");
  await page.keyboard.press("Escape");
  await form.getByText("confirme antes que é você").waitFor();
  assert.equal(await form.getByLabel("Nome").inputValue(), "planilha", "nothing that was typed is lost");
  await make.tap();
  await dialog.getByLabel("Senha").fill("not this one");
  await dialog.getByRole("button", { name: "Confirmar" }).tap();
  await dialog.getByText("não confere").waitFor();
  await dialog.getByLabel("Senha").fill(ida.password);
  await dialog.getByRole("button", { name: "Confirmar" }).tap();
  await page.getByText("Copie a chave agora").waitFor();
  const tokens = await page.evaluate("fetch('/api/finance/api_tokens').then((reply) => reply.json())");
  assert.equal((tokens as object[]).length, 1, "it was sent once");
  assert.equal(new URL(page.url()).pathname, "/settings/api_tokens");
  assert.deepEqual(
    faults.filter((line) => !/status of 4(03|22)/.test(line)),
    [],
  );
}

async function byPasskey({ web, open }: OnStage): Promise<void> {
  const [eva, rui] = [await signedIn(web, "prova-chave@example.com"), await signedIn(web, "prova-outro@example.com")];
  await using opened = await open({ width: 1280 }, eva);
  const { page, faults } = opened;
  const device = await page.context().newCDPSession(page);
  await device.send("WebAuthn.enable", { enableUI: false });
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
  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Adicionar chave de acesso" }).click();
  await page.getByText("Chave de acesso criada.").waitFor();
  const prove = async () => {
    web.finance.clock.advance(A_WHILE);
    await page.goto("/settings/api_tokens");
    await page.getByRole("button", { name: "Nova chave" }).click();
    await page.getByLabel("Nome").fill("planilha");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Usar chave de acesso" }).click();
  };
  await prove();
  await page.getByText("Copie a chave agora").waitFor();
  const { url } = web;
  await page
    .context()
    .addCookies([{ name: "cofre", value: rui.cookies.get("cofre") ?? "", url, httpOnly: true, sameSite: "Strict" }]);
  await prove();
  await page.getByText("não confere").waitFor();
  const { email } = (await page.evaluate("fetch('/session').then((reply) => reply.json())")) as { email: string };
  assert.equal(email, "prova-outro@example.com", "the session is still the same user's");
  assert.deepEqual(
    faults.filter((line) => !/status of 4(03|22)/.test(line)),
    [],
  );
}
