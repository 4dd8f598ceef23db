// Test support: a category gets an icon by its form.
import assert from "node:assert/strict";
import { signedIn } from "../testing.ts";
import type { Page } from "./chromium.ts";
import { assertSound } from "./sound.ts";
import type { OnStage, Stage } from "./stage.ts";

interface Category {
  id: number;
  name: string;
  icon: string;
}

export function chooseIcons(stage: Stage): void {
  stage.flow(
    "a category has the icon that its name suggests, another by the arrow keys, and its own again by undo or by choice",
    chooseIcon,
  );
  stage.flow(
    "the form of a category offers every icon that finance takes; one that the page has no shape for is a tag",
    offerIcons,
  );
}

const radio = (page: Page, name: string) => page.locator("dialog").getByRole("radio", { name, exact: true });
const save = (page: Page) => page.locator("dialog").getByRole("button", { name: "Salvar" });
const markOf = (page: Page, category: string, icon: string) =>
  page.locator(".row-button", { hasText: category }).locator(`.mark use[href="#icon-${icon}"]`);

async function chooseIcon({ web, open }: OnStage): Promise<void> {
  const who = await signedIn(web, "icones@example.com");
  const iconOf = async (name: string) =>
    ((await who.fetch("/api/finance/categories")).body as Category[]).find((each) => each.name === name)?.icon;
  for (const [category, sight] of [
    ["Cinema", { width: 1280 }],
    ["Cinema e séries", { width: 375, touch: true, scheme: "dark" }],
  ] as const) {
    await using opened = await open(sight, who);
    const { page, faults } = opened;
    const edit = () => page.getByRole("button", { name: category, exact: true }).click();
    await page.goto("/categories");
    await page.getByRole("button", { name: "Nova categoria" }).click();
    assert.ok(await radio(page, "Automático").isChecked());
    await page.getByLabel("Nome", { exact: true }).fill(category);
    await save(page).click();
    await markOf(page, category, "film").waitFor();
    assert.equal(await iconOf(category), "film");

    await edit();
    await radio(page, "Filme").focus();
    assert.ok(await radio(page, "Filme").isChecked());
    await page.keyboard.press("ArrowRight");
    assert.ok(await radio(page, "Música").isChecked());
    await assertSound(page, `the form of a category, ${sight.width}`);
    await page.keyboard.press("Enter");
    await markOf(page, category, "music").waitFor();
    assert.equal(await iconOf(category), "music");
    await page.getByRole("button", { name: "Desfazer" }).click();
    await markOf(page, category, "film").waitFor();

    await edit();
    await radio(page, "Presente").check();
    await save(page).click();
    await markOf(page, category, "gift").waitFor();
    await edit();
    await radio(page, "Automático").check();
    await save(page).click();
    await markOf(page, category, "film").waitFor();
    assert.equal(await iconOf(category), "film");
    assert.deepEqual(faults, []);
  }
}

async function offerIcons({ web, open }: OnStage): Promise<void> {
  const who = await signedIn(web, "formas@example.com");
  const refused = await who.fetch("/api/finance/categories", { method: "POST", body: { name: "x", icon: "unicorn" } });
  const [message = ""] = (refused.body as { errors: { icon: string[] } }).errors.icon;
  const known = /valores: ([^)]+)/.exec(message)?.[1]?.split(", ") ?? [];
  assert.ok(known.includes("cart"), message);
  await using opened = await open({ width: 1280 }, who);
  const { page, faults } = opened;
  await page.goto("/categories");
  await page.getByRole("button", { name: "Nova categoria" }).click();
  const shapes = page.locator("dialog .icon-grid label:not(:first-child) use");
  await shapes.first().waitFor();
  const offered = await shapes.evaluateAll((all) => all.map((each) => (each.getAttribute("href") ?? "").replace("#icon-", "")));
  assert.deepEqual(offered.sort(), known.sort());

  await page.route(/\/api\/(reads|finance\/categories)/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll('"icon":"cart"', '"icon":"unicorn"') });
  });
  await page.goto("/categories");
  await markOf(page, "Mercado", "tag").waitFor();
  // What the form does not offer is kept when something else is changed.
  await page.getByRole("button", { name: "Mercado", exact: true }).click();
  assert.equal(await page.locator("dialog input[type=radio]:checked").count(), 0);
  await page.getByLabel("Nome", { exact: true }).fill("Mercado da vila");
  const sent = page.waitForRequest((request) => request.method() === "PUT");
  await save(page).click();
  assert.deepEqual((await sent).postDataJSON(), { name: "Mercado da vila", expected: { name: "Mercado" } });
  await markOf(page, "Mercado da vila", "tag").waitFor();
  assert.deepEqual(faults, []);
}
