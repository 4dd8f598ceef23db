// Test support: every screen by what axe knows, pairwise, in a browser.
import assert from "node:assert/strict";
import { signedIn } from "../testing.ts";
import { fillSample } from "./sample.ts";
import { assertSound } from "./sound.ts";
import type { OnStage, Stage } from "./stage.ts";

/** The shape of a page that is on its way appears slowly. */
const MOVES = `(() => {
  const shape = document.body.appendChild(document.createElement("div"));
  shape.className = "skeleton";
  const long = (times) => times.split(", ").some((time) => parseFloat(time) > 0.01);
  const moves = [...document.querySelectorAll("*")]
    .map((each) => getComputedStyle(each))
    .some((style) => long(style.animationDuration) || long(style.transitionDuration));
  shape.remove();
  return moves;
})()`;

export function lookAtScreens(stage: Stage): void {
  stage.flow(
    "axe finds nothing, and nothing is wider than the window or too small for fingers: screens, widths and themes, pairwise",
    checkScreens,
  );
}

async function checkScreens({ web, open }: OnStage): Promise<void> {
  const caio = await signedIn(web, "axe@example.com");
  await caio.fetch("/api/finance/credit_cards", {
    method: "POST",
    body: { name: "Lua", closing_day: 5, due_day: 12, limit_cents: 100000 },
  });
  const row = (
    await caio.fetch("/api/finance/transactions", { method: "POST", body: { description: "Café", amount_cents: -450 } })
  ).body as { id: number };
  await fillSample(caio, web.finance.clock.now().toISOString().slice(0, 10), 1);
  const screens = [
    "/",
    "/transactions",
    "/transactions/new",
    `/transactions/${row.id}`,
    "/credit_cards",
    "/accounts",
    "/imports",
    "/categories",
    "/tags",
    "/welcome",
    "/more",
  ];
  const reports = ["categories?months=3", "cash_flow", "net_worth", "year", "instalments"].map((name) => `/reports/${name}`);
  const pages = [
    "/settings",
    "/settings/profile",
    "/settings/security",
    "/settings/household",
    "/settings/api_tokens",
    "/settings/data",
    "/sign_in",
    "/sign_up",
    "/code?email=ana@example.com",
    "/recover",
    "/confirm?token=x&type=signup",
    "/signed_out",
    "/signed_out?purpose=deleted",
  ];
  const sights = [
    { width: 320, scheme: "light", language: "pt-BR", touch: true },
    { width: 1280, scheme: "dark", language: "en" },
    { width: 768, scheme: "light", language: "pt-BR", forced: true, still: true },
  ] as const;
  for (const [index, sight] of sights.entries()) {
    await using opened = await open(sight, caio);
    const others = ["/budgets", "/agenda", "/forecast?try=2099-01-01,-5,x", ...reports, ...pages];
    const paths = index === 2 ? ["/", ...reports.slice(0, 2)] : [...screens, ...others.filter((_, place) => place % 2 === index)];
    for (const path of paths) {
      await opened.page.goto(path);
      await assertSound(opened.page, `${path} ${sight.width} ${sight.scheme}`);
    }
    await opened.page.goto("/");
    await opened.page.locator("main").waitFor();
    assert.equal(await opened.page.evaluate(MOVES), !("still" in sight), "what moves stands still for those who ask for it");
    assert.deepEqual(opened.faults, []);
  }
}
