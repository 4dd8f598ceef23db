// Test support: from screen to screen, in a browser.
import assert from "node:assert/strict";
import { until } from "../../kernel/testing/until.ts";
import { signedIn } from "../testing.ts";
import type { OnStage, Stage } from "./stage.ts";

/** Whether the app follows the link of the accounts by itself; the browser then does not. */
const isTaken = (click: { ctrlKey?: boolean; button?: number }) => `new Promise((resolve) => {
  addEventListener("click", (event) => {
    resolve(event.defaultPrevented);
    event.preventDefault();
  }, { once: true });
  const given = { bubbles: true, cancelable: true, ...${JSON.stringify(click)} };
  document.querySelector('nav a[href="/accounts"]').dispatchEvent(new MouseEvent("click", given));
})`;

export function followLinks(stage: Stage): void {
  stage.flow(
    "of two links the last one is shown, whichever file comes first; the way back leads to each; a link leads to the top, and what else a click may mean is left to the browser",
    followInOrder,
  );

  stage.flow(
    "the way back leads to where one was in a long list, with the focus, also after a reload and after a write elsewhere",
    returnInList,
  );
}

async function followInOrder({ web, open }: OnStage): Promise<void> {
  const ana = await signedIn(web, "links@example.com");
  await using opened = await open({ width: 1280 }, ana);
  const { page } = opened;
  const context = page.context();
  // The worker would have the files already.
  await page.addInitScript({ content: "delete Navigator.prototype.serviceWorker" });
  const [file] = web.service.world.assets.screens["screens/tags/tags"] ?? [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await context.route(`**/assets/${file}`, async (route) => {
    await released;
    await route.continue();
  });
  const title = (name: string) => page.getByRole("heading", { level: 1, name });
  const link = (name: string) => page.getByRole("navigation", { name: "Principal" }).getByRole("link", { name, exact: true });

  await page.goto("/more");
  await title("Mais").waitFor();
  await link("Etiquetas").click();
  await page.locator("nav a[aria-current='page']").getByText("Etiquetas").waitFor();
  await title("Mais").waitFor();
  await link("Contas").click();
  await title("Contas").waitFor();
  release();
  await page.evaluate(`import("/assets/${file}").then(() => undefined)`);
  assert.equal(await title("Contas").count(), 1);
  await page.goBack();
  await title("Etiquetas").waitFor();
  await page.goBack();
  await title("Mais").waitFor();

  await page.setViewportSize({ width: 1280, height: 200 });
  await page.evaluate("scrollTo(0, 100)");
  await link("Etiquetas").focus();
  assert.ok((await page.evaluate<number>("scrollY")) > 0);
  await page.keyboard.press("Enter");
  await title("Etiquetas").waitFor();
  assert.equal(await page.evaluate("scrollY"), 0);

  assert.equal(await page.evaluate(isTaken({})), true);
  assert.equal(await page.evaluate(isTaken({ ctrlKey: true })), false);
  assert.equal(await page.evaluate(isTaken({ button: 1 })), false);
}

async function returnInList({ web, open, today }: OnStage): Promise<void> {
  const ana = await signedIn(web, "rolagem@example.com");
  const row = (index: number) => ({ description: `Compra ${index}`, amount_cents: -100 - index, date: today });
  for (let index = 0; index < 400; index += 20)
    await Promise.all(
      Array.from({ length: 20 }, (_, more) =>
        ana.fetch("/api/finance/transactions", { method: "POST", body: row(index + more) }),
      ),
    );
  for (const sight of [{ width: 1280 }, { width: 375, touch: true }]) {
    await using opened = await open(sight, ana);
    const { page, faults } = opened;
    const link = page.getByRole("link", { name: /Compra 77 / });
    const top = async () => (await link.boundingBox())?.y ?? Number.NaN;
    // What comes later above the rows may move them for a moment.
    const isBack = (before: number) =>
      until("the row to be where it was, with the focus", async () =>
        page.evaluate<boolean>(
          `document.activeElement?.textContent.includes("Compra 77") &&
                Math.abs(document.activeElement.getBoundingClientRect().top - ${before}) < 2`,
        ),
      );
    await page.goto("/transactions");
    // Rows come into the document when they are scrolled to.
    await until("the row to be drawn", async () => {
      await page.evaluate("scrollBy(0, 400)");
      return (await link.count()) > 0;
    });
    await link.scrollIntoViewIfNeeded();
    const before = await top();
    assert.ok((await page.evaluate<number>("scrollY")) > 2_000);
    await link.press("Enter");
    await page.getByRole("button", { name: "Duplicar" }).waitFor();
    await page.goBack();
    await isBack(before);
    await page.reload();
    await isBack(before);

    await page.goForward();
    await page.getByLabel("Observações").fill(`conferida em ${sight.width}`);
    await page.getByRole("button", { name: "Salvar" }).click();
    await page.getByText("Alteração salva.").waitFor();
    await until("the list to begin at its top", async () => (await page.evaluate<number>("scrollY")) === 0);
    await page.goBack();
    await page.getByRole("button", { name: "Duplicar" }).waitFor();
    await page.goBack();
    await isBack(before);
    assert.deepEqual(faults, []);
  }
}
