// Test support: tasks that look, pay, plan and switch, each by its shortest way.
import assert from "node:assert/strict";
import type { Page } from "./chromium.ts";
import type { Task, TaskStage } from "./tasks_stage.ts";

export const SCREEN_TASKS: readonly Task[] = [
  {
    name: "sign in with a passkey",
    prepare: createPasskey,
    path: "/sign_in#button",
    run: async ({ page, hand }) => {
      await hand.press(page.getByRole("button", { name: "Entrar com chave de acesso" }));
      await page.locator("nav.nav").waitFor();
    },
    isDone: async ({ page }) => new URL(page.url()).pathname === "/",
  },
  {
    name: "find last month's spending on groceries",
    run: async ({ page, hand, isPhone, today }) => {
      if (isPhone) await hand.press(page.getByRole("link", { name: "Mais", exact: true }));
      await hand.press(page.getByRole("link", { name: "Relatórios", exact: true }));
      await page.getByRole("heading", { name: "Relatórios" }).waitFor();
      await hand.press(page.getByRole("link", { name: "Mês anterior", exact: true }));
      await page.getByText(monthBefore(today)).first().waitFor();
      assert.match(await hand.read(page.locator("main").getByText("Mercado").first()), /Mercado/);
    },
    isDone: async () => true,
  },
  {
    name: "pay an invoice",
    run: async ({ page, hand }) => {
      await hand.press(page.getByRole("button", { name: /^Pagar: Fatura/ }).first());
      const dialog = page.locator("dialog");
      await hand.press(dialog.getByRole("button", { name: /^Pagar/ }).last());
      await dialog.waitFor({ state: "detached" });
    },
    isDone: async ({ rows, today }) => (await rows()).some((row) => row.paid_credit_card_id !== null && row.date === today),
  },
  {
    name: "see how much is free until the next income",
    run: async ({ page, hand }) => {
      assert.match(await hand.read(page.getByText("Livre até a próxima receita").first()), /Livre/);
    },
    isDone: async () => true,
  },
  {
    name: "open the space of a household",
    prepare: async ({ who }) => {
      const reply = await who.fetch("/api/finance/spaces", { method: "POST", body: { name: "Casa da praia" } });
      assert.ok(reply.status < 300, reply.text);
    },
    run: async ({ page, hand }) => {
      await hand.press(page.locator(".space-button:visible"));
      await hand.press(page.getByRole("menuitemradio", { name: /Casa da praia/ }));
      await page.locator(".space-button:visible", { hasText: "Casa da praia" }).waitFor();
    },
    isDone: async ({ page }) => (await page.evaluate("localStorage.getItem('cofre-space')")) !== null,
  },
];

function monthBefore(today: string): string {
  const [year = 0, month = 1] = today.split("-").map(Number);
  return new Intl.DateTimeFormat("pt-BR", { month: "long", year: "numeric" }).format(new Date(year, month - 2, 15));
}

async function createPasskey({ page }: TaskStage): Promise<void> {
  const device = await page.context().newCDPSession(page);
  await device.send("WebAuthn.enable", { enableUI: false });
  // The list at the field answers by itself here; the button is meant.
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
  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Adicionar chave de acesso" }).click();
  await page.getByText("Chave de acesso criada.").waitFor();
  await signOut(page);
}

async function signOut(page: Page): Promise<void> {
  await page.goto("/more");
  await page.getByRole("button", { name: "Sair" }).click();
  await page.getByText("Você saiu").waitFor();
}
