// Test support: several spaces in a browser: which one is open, and how an invitation leads into one.
import assert from "node:assert/strict";
import { invitationTokenFor } from "../../finance/testing/walk_people.ts";
import { signedIn, type TestBrowser } from "../testing.ts";
import { assertSound } from "./sound.ts";
import type { OnStage, Stage } from "./stage.ts";

const SCREENS = ["/", "/transactions", "/transactions/new", "/credit_cards", "/accounts", "/budgets", "/agenda", "/forecast"];
const MORE_SCREENS = ["/reports", "/imports", "/categories", "/tags", "/more", "/welcome", "/settings/data"];

/** In the side bar, or on phones in the head of the screen. */
const SPACE = ".space-button:visible";

const make = (who: TestBrowser, path: string, body: object) => who.fetch(`/api/finance${path}`, { method: "POST", body });

export function shareSpaces(stage: Stage): void {
  stage.flow("every screen says which space is open, and its menu leads to the others", nameSpaces);

  stage.flow(
    "the link of an invitation: who signs up by it learns who invites, accepts with one click, and is in that space; a second click changes nothing",
    acceptInvitation,
  );
}

async function nameSpaces({ web, open }: OnStage): Promise<void> {
  const eva = await signedIn(web, "espacos@example.com");
  for (const sight of [{ width: 1280 }, { width: 375, touch: true }]) {
    await using opened = await open(sight, eva);
    const { page, faults } = opened;
    await page.goto("/accounts");
    await page.locator(SPACE, { hasText: "Seu espaço" }).waitFor();
    assert.deepEqual(faults, []);
  }
  const { body } = await make(eva, "/spaces", { name: "Clube <b>de tênis</b>" });
  const { id } = body as { id: number };
  for (const sight of [{ width: 1280 }, { width: 375, touch: true }]) {
    await using opened = await open(sight, eva);
    const { page, faults } = opened;
    await page.goto("/accounts");
    const name = page.locator(SPACE);
    await name.getByText("Seu espaço").waitFor();
    await name.click();
    await page.getByRole("menuitemradio", { name: /Clube/ }).click();
    await name.getByText("Clube <b>de tênis</b>").waitFor();
    assert.equal(await page.evaluate("localStorage.getItem('cofre-space')"), String(id));
    for (const path of [...SCREENS, ...MORE_SCREENS]) {
      await page.goto(path);
      await name.getByText("Clube <b>de tênis</b>").waitFor();
      assert.ok(await name.isVisible(), path);
    }
    assert.match(await page.title(), /Clube <b>de tênis/);
    await page.goto("/accounts");
    await name.waitFor();
    await assertSound(page, "a screen of another space");
    assert.deepEqual(
      faults.filter((line) => !line.includes("404")),
      [],
    );
  }
}

async function acceptInvitation({ web, open, today }: OnStage): Promise<void> {
  const ana = await signedIn(web, "anfitria@example.com");
  await make(ana, "/transactions", { description: "Luz da casa", amount_cents: -100, date: today });
  const email = "nova@example.com";
  await make(ana, "/invitations", { email, role: "editor" });
  const token = await invitationTokenFor(web.finance.auth, email);
  await using opened = await open({ width: 375, touch: true });
  const { page, faults } = opened;
  await page.goto(`/#invitation=${token}`);
  await page.getByText("crie uma conta com o e-mail do convite").waitFor();
  assert.doesNotMatch(await page.content(), /anfitria/);
  await page.getByRole("link", { name: "Criar conta" }).click();
  await page.getByLabel("E-mail").fill(email);
  await page.locator("#password").fill("uma frase comprida 27");
  await page.getByRole("button", { name: "Criar conta" }).click();
  await page.getByLabel("Código").waitFor();
  const mail = (await web.finance.auth.messages()).findLast(({ to }) => to === email);
  await page.getByLabel("Código").fill(mail?.variables.token ?? "");
  await page.getByRole("button", { name: "Continuar" }).click();
  await page.getByText(/anfitria@example\.com.* convida você/).waitFor();
  await assertSound(page, "an invitation");
  const accept = page.getByRole("button", { name: "Aceitar o convite" });
  const other = await page.context().newPage();
  await other.goto("/invitation");
  await other.getByRole("button", { name: "Aceitar o convite" }).waitFor();
  await accept.dblclick();
  await page.locator(SPACE, { hasText: "Espaço de anfitria" }).waitFor();
  await page.getByText("ele está aberto").waitFor();
  await page.goto("/transactions");
  await page.getByText("Luz da casa").waitFor();

  await other.getByRole("button", { name: "Aceitar o convite" }).click();
  await other.locator(SPACE, { hasText: "Espaço de anfitria" }).waitFor();
  await other.goBack();
  await other.goto(`/#invitation=${token}`);
  await other.getByText("Você já participa do espaço “anfitria”.").waitFor();
  const members = (await ana.fetch("/api/finance/members")).body as { email: string }[];
  assert.equal(members.filter((each) => each.email === email).length, 1);
  assert.deepEqual(faults, []);
}
