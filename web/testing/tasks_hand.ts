// Test support: a hand that counts: taps or clicks, keys, and how often somebody must scroll before.
import type { Locator } from "playwright-core";
import type { Page } from "./chromium.ts";

export interface Count {
  /** Taps, clicks, swipes, and menus opened by the other button of the mouse. */
  taps: number;
  keys: number;
  scrolls: number;
}

export interface Hand {
  readonly count: Count;
  press(what: Locator): Promise<void>;
  /** The other button of a mouse. */
  pressOther(what: Locator): Promise<void>;
  /** To the left, on a row. */
  swipe(what: Locator): Promise<void>;
  /** Each character is a key; on a phone, of the keyboard of the system. */
  type(text: string): Promise<void>;
  keys(...names: string[]): Promise<void>;
  /** One of a list of choices: opened by one tap, chosen by another. */
  choose(what: Locator, label: string): Promise<void>;
  /** A button that opens the system's dialog, and one tap on the file in it. */
  give(button: Locator, name: string, content: string): Promise<void>;
  /** Whatever is only read must be in view. */
  read(what: Locator): Promise<string>;
}

interface Shown {
  getBoundingClientRect(): { top: number; height: number };
}

/** How many screens away the middle of an element is. */
function screensAway(element: unknown): number {
  const { innerHeight } = globalThis as unknown as { innerHeight: number };
  const { top, height } = (element as Shown).getBoundingClientRect();
  const middle = top + height / 2;
  const px = middle < 0 ? -middle : Math.max(0, middle - innerHeight);
  return Math.ceil(px / (0.8 * innerHeight));
}

export function handOn(page: Page, isPhone: boolean): Hand {
  const count: Count = { taps: 0, keys: 0, scrolls: 0 };
  const reach = async (what: Locator) => {
    await what.waitFor();
    count.scrolls += await what.evaluate(screensAway);
    await what.scrollIntoViewIfNeeded();
  };
  const tap = async (what: Locator) => {
    await reach(what);
    await (isPhone ? what.tap() : what.click());
    count.taps++;
  };
  return {
    count,
    press: tap,
    pressOther: async (what) => {
      await reach(what);
      await what.click({ button: "right" });
      count.taps++;
    },
    swipe: async (what) => {
      await reach(what);
      await swipeLeft(page, what);
      count.taps++;
    },
    type: async (text) => {
      await page.keyboard.type(text);
      count.keys += text.length;
    },
    keys: async (...names) => {
      for (const name of names) await page.keyboard.press(name);
      count.keys += names.length;
    },
    choose: async (what, label) => {
      await reach(what);
      await what.selectOption({ label });
      count.taps += 2;
    },
    give: async (button, name, content) => {
      const chooser = page.waitForEvent("filechooser");
      await tap(button);
      await (await chooser).setFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(content) });
      count.taps++;
    },
    read: async (what) => {
      await reach(what);
      return (await what.textContent()) ?? "";
    },
  };
}

const SWIPE_PX = 120;

const REST_MS = 150;

async function swipeLeft(page: Page, what: Locator): Promise<void> {
  const box = await what.boundingBox();
  if (!box) throw new Error("nothing to swipe");
  const [x, y] = [box.x + box.width - 40, box.y + box.height / 2];
  const debug = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: number) =>
    debug.send("Input.dispatchTouchEvent", { type, touchPoints: at === undefined ? [] : [{ x: at, y }] });
  await touch("touchStart", x);
  for (const part of [0.25, 0.5, 0.75, 1]) await touch("touchMove", x - SWIPE_PX * part);
  // A finger that leaves at full speed sets something moving, and the next tap would only stop it.
  await page.waitForTimeout(REST_MS);
  await touch("touchMove", x - SWIPE_PX);
  await touch("touchEnd");
  await debug.detach();
}
