// Test support: every screen by what axe knows, in a browser.
import assert from "node:assert/strict";
import { SCREENS } from "../assets/screens.ts";
import { signedIn } from "../testing.ts";
import { everyScreen, screensWithout } from "./every_screen.ts";
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

const MOST_OPENED = ["/", "/transactions", "/transactions/new", "/credit_cards", "/accounts", "/more"];
const FORCED = ["/", "/reports/categories?months=3", "/reports/cash_flow"];

/** Their own flows look at these. */
const ELSEWHERE = ["/budgets/:year/:month", "/imports/:id", "/reports"];

/** Pairwise: each screen is in one of the first two, and those that people open most in both. */
const SIGHTS = [
  { name: "on a phone", view: { width: 320, scheme: "light", language: "pt-BR", touch: true } },
  { name: "in the dark, in English", view: { width: 1280, scheme: "dark", language: "en" } },
  {
    name: "with forced colours and less motion",
    view: { width: 768, scheme: "light", language: "pt-BR", forced: true, still: true },
  },
] as const;
type Sight = (typeof SIGHTS)[number];

export function lookAtScreens(stage: Stage): void {
  for (const [index, sight] of SIGHTS.entries())
    stage.flow(`axe finds nothing ${sight.name}, and nothing is wider than the window or too small for fingers`, (on) =>
      checkScreens(on, sight, index),
    );
}

async function checkScreens({ web, open }: OnStage, { view }: Sight, index: number): Promise<void> {
  const caio = await signedIn(web, `axe${index}@example.com`);
  await caio.fetch("/api/finance/credit_cards", {
    method: "POST",
    body: { name: "Lua", closing_day: 5, due_day: 12, limit_cents: 100000 },
  });
  await fillSample(caio, web.finance.clock.now().toISOString().slice(0, 10), 1);
  const paths = (await everyScreen(caio)).filter(({ open: state }) => !state).map(({ path }) => path);
  const missing = screensWithout(SCREENS, paths).filter((pattern) => !ELSEWHERE.includes(pattern));
  assert.deepEqual(missing, [], "add it to every_screen.ts, so that axe, the pictures and the attack see it");
  await using opened = await open(view, caio);
  const seen = "forced" in view ? FORCED : paths.filter((path, place) => MOST_OPENED.includes(path) || place % 2 === index);
  for (const path of seen) {
    await opened.page.goto(path);
    await assertSound(opened.page, `${path} ${view.width} ${view.scheme}`);
  }
  await opened.page.goto("/");
  await opened.page.locator("main").waitFor();
  assert.equal(await opened.page.evaluate(MOVES), !("still" in view), "what moves stands still for those who ask for it");
  assert.deepEqual(opened.faults, []);
}
