// Test support: the form of the hosted pages, in a browser: one filled button, the dial, the meter of passwords, and what axe knows.
import assert from "node:assert/strict";
import { lastMail } from "../pages/testing.ts";
import { signedIn } from "../testing.ts";
import type { Page } from "./chromium.ts";
import { OUTSIDE } from "./every_screen.ts";
import { assertSound } from "./sound.ts";
import type { OnStage, Stage } from "./stage.ts";

export function lookAtHostedPages(stage: Stage): void {
  stage.flow(
    "sign-in fills one button: the passkey's, which comes first; without scripts or without passkeys in the browser, that of the form",
    fillOneButton,
  );

  stage.flow("a new password is measured while it is typed, by the rule that is said before, and the meter is read out", measure);

  stage.flow("the dial has a mark for each day of the month, lit up to the reader's own day, also without scripts", readDial);

  stage.flow(
    "the link of a sign-up signs in on another device, by one button that scanners do not press; once it is used, the page offers another",
    followLinkElsewhere,
  );

  stage.flow("axe finds nothing on the hosted pages, in both languages and themes, narrow and wide", checkPages);
}

/** The names of the buttons in sight, in their order; filled ones in capitals. */
const BUTTONS = `(() => {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.background = "var(--accent)";
  const accent = getComputedStyle(probe).backgroundColor;
  probe.remove();
  return [...document.querySelectorAll("main button:not(.reveal button)")]
    .filter((each) => each.checkVisibility())
    .map((each) => (getComputedStyle(each).backgroundColor === accent ? each.innerText.toUpperCase() : each.innerText).trim());
})()`;

async function fillOneButton({ open }: OnStage): Promise<void> {
  const buttonsWith = async (sight: { scripts?: boolean }, first = "") => {
    await using opened = await open({ width: 375, still: true, ...sight });
    await opened.page.addInitScript({ content: first });
    await opened.page.goto("/sign_in");
    await opened.page.getByText("Primeira vez aqui?").waitFor();
    assert.deepEqual(opened.faults, []);
    return await opened.page.evaluate(BUTTONS);
  };
  const others = ["Entrar", "Receber um código por e-mail"];
  assert.deepEqual(await buttonsWith({}), ["ENTRAR COM CHAVE DE ACESSO", ...others]);
  const plain = ["ENTRAR", "Receber um código por e-mail"];
  assert.deepEqual(await buttonsWith({ scripts: false }), plain);
  assert.deepEqual(await buttonsWith({}, "delete globalThis.PublicKeyCredential;"), plain);
}

async function measure({ open }: OnStage): Promise<void> {
  await using opened = await open({ width: 375, touch: true });
  const { page, faults } = opened;
  await page.goto("/sign_up");
  await page.getByText("No mínimo 6 caracteres.").waitFor();
  const meter = page.locator(".meter");
  assert.deepEqual([await meter.getAttribute("aria-live"), await meter.isVisible()], ["polite", false]);
  for (const [password, level, text] of [
    ["abc", "1", "Acrescente 3 caracteres."],
    ["123456", "2", "Muita gente usa esta senha. Escolha outra."],
    ["4 patos", "3", "Esta senha serve."],
    ["quatro patos na lagoa", "4", "Senha forte."],
  ] as const) {
    await page.getByLabel("Nova senha").fill(password);
    await page.locator(".meter", { hasText: text }).waitFor();
    assert.equal(await meter.getAttribute("data-level"), level);
    await assertSound(page, `/sign_up with a password of level ${level}`);
  }
  await page.getByLabel("Nova senha").fill("");
  await meter.waitFor({ state: "hidden" });
  await page.getByLabel("E-mail").fill("medida@example.com");
  await page.getByLabel("Nova senha").fill("senha123");
  await page.getByRole("button", { name: "Criar conta" }).tap();
  await page.getByText("é das primeiras que são tentadas").waitFor();
  assert.equal(new URL(page.url()).pathname, "/sign_up");
  assert.deepEqual(faults, []);
}

async function readDial({ web, open }: OnStage): Promise<void> {
  const dial = async (page: Page) => {
    const marks = ((await page.locator(".dial .lit").getAttribute("stroke-dasharray")) ?? "").split(" ").length / 2;
    const days = Number(await page.locator(".dial .lit").getAttribute("pathLength"));
    const caption = await page.locator(".dial p").innerText();
    return { marks, days, caption };
  };
  await using opened = await open({ width: 1280 });
  await opened.page.clock.setFixedTime(new Date("2028-02-29T15:00:00Z"));
  await opened.page.goto("/sign_in");
  assert.deepEqual(await dial(opened.page), { marks: 29, days: 29, caption: "Hoje é dia 29 de 29." });
  assert.equal(await opened.page.locator(".dial").getAttribute("aria-hidden"), "true");
  await using plain = await open({ width: 1280, scripts: false });
  await plain.page.goto("/recover?lang=en");
  const day = new Date(web.finance.clock.now().getTime() - 3 * 3_600_000);
  const days = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
  const marks = day.getUTCDate();
  assert.deepEqual(await dial(plain.page), { marks, days, caption: `Today is day ${marks} of ${days}.` });
  assert.deepEqual([opened.faults, plain.faults], [[], []]);
}

async function followLinkElsewhere({ web, open }: OnStage): Promise<void> {
  const email = "outro.aparelho@example.com";
  await using desk = await open({ width: 1280 });
  await desk.page.goto("/sign_up?next=/accounts");
  await desk.page.getByLabel("E-mail").fill(email);
  await desk.page.getByLabel("Nova senha").fill("quatro patos na lagoa");
  await desk.page.getByRole("button", { name: "Criar conta" }).click();
  await desk.page.getByText("Veja seu e-mail").waitFor();
  const { confirmationUrl = "" } = await lastMail(web, email);
  assert.ok(confirmationUrl.startsWith(`${web.url}/confirm?`), confirmationUrl);
  for (let scanner = 0; scanner < 3; scanner++) await web.browser().open(confirmationUrl.slice(web.url.length));

  await using phone = await open({ width: 375, touch: true });
  await phone.page.goto(confirmationUrl);
  assert.equal(await phone.page.locator("main button").count(), 1);
  await phone.page.getByRole("button", { name: "Confirmar e entrar" }).tap();
  await phone.page.waitForURL(`${web.url}/accounts`);
  await phone.page.goto(confirmationUrl);
  await phone.page.getByRole("button", { name: "Confirmar e entrar" }).tap();
  await phone.page.getByText("tudo bem: você já entrou neste navegador").waitFor();
  await phone.page.getByRole("link", { name: "Ir para o início" }).tap();
  await phone.page.waitForURL(`${web.url}/accounts`);

  await using late = await open({ width: 375, scheme: "dark", language: "en", scripts: false });
  await late.page.goto(confirmationUrl);
  await late.page.getByRole("button", { name: "Confirm and sign in" }).click();
  await late.page.getByText("This link is no longer valid").waitFor();
  // The pause between two mails to one address.
  web.finance.clock.advance(901);
  await late.page.getByLabel("Email").fill(email);
  await late.page.getByRole("button", { name: "Send another link" }).click();
  await late.page.getByText("Check your email").waitFor();
}

async function checkPages({ web, open }: OnStage): Promise<void> {
  const rui = await signedIn(web, "formas@example.com");
  // Each value once; `npm run axe` has them all together.
  for (const sight of [
    { width: 320, scheme: "light", language: "pt-BR", touch: true },
    { width: 1280, scheme: "dark", language: "en" },
  ] as const) {
    await using opened = await open(sight, rui);
    for (const { path } of OUTSIDE) {
      await opened.page.goto(path);
      await assertSound(opened.page, `${path} ${sight.width} ${sight.scheme} ${sight.language}`);
    }
    assert.deepEqual(opened.faults, []);
  }
}
