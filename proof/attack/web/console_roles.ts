// WA-22: the console by each role, and by nobody's: what it may call, and what its screens do when they are opened.
import assert from "node:assert/strict";
import { SERVER_ROLES } from "../../../auth/grants/role.ts";
import type { Reply } from "../../../kernel/testing/client.ts";
import { CONSOLE_SCREENS } from "../../../web/assets/screens.ts";
import { openPage } from "../../../web/testing/chromium.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import { BY_BODY, isAllowed } from "../auth/administrators.ts";
import { AUTH_ROWS, matrixRow } from "../matrix_rows.ts";
import { administratorAt, consoleCalls } from "./console.ts";
import { openFront } from "./front.ts";
import { openBrowser } from "./screens.ts";

const REASON = { "audit-reason": "attack" };
const IDLE_SECONDS = 16 * 60;

function codeOf({ body }: Reply): string | undefined {
  const { code, error_code } = (body ?? {}) as { code?: string; error_code?: string };
  return error_code ?? code;
}

/** Answers that screens expect of those who may not read something. */
const EXPECTED = /status of (401|403|404)/;

export const webConsoleRoles: AttackCase[] = [
  attack("WA-22", "every call and every screen of the console by every role", async (pair) => {
    await using front = await openFront(pair);
    const victim = await pair.people.user({ user_metadata: { name: "Somebody who is not shown" } });
    const calls = consoleCalls();
    const chromium = await openBrowser();
    let screens = 0;
    try {
      for (const role of [undefined, ...SERVER_ROLES]) {
        const { browser } = await administratorAt(pair, front, role);
        const send = ({ method, path, route }: (typeof calls)[number]) => {
          const { query, body } = matrixRow(AUTH_ROWS, method, route);
          return browser.fetch(query ? `${path}?${query}` : path, {
            method,
            ...(body !== undefined && { body }),
            headers: REASON,
          });
        };
        for (const each of calls) {
          const name = `${each.method} ${each.route}`;
          const reply = await send(each);
          const line = `${role}: ${name} said ${reply.status} ${reply.text.slice(0, 300)}`;
          assert.ok(reply.status < 500, line);
          const isRefused = reply.status === 403 && ["right_missing", "not_admin"].includes(codeOf(reply) ?? "");
          const isMalformed = reply.status === 400 && codeOf(reply) === "validation_failed";
          if (role === undefined) assert.ok(reply.status === 403 && codeOf(reply) === "not_admin", line);
          else if (BY_BODY.test(name)) continue;
          else if (isAllowed(role, name)) assert.ok(!isRefused, line);
          else assert.ok(isRefused || isMalformed, line);
        }

        await using opened = await openPage(chromium, { width: 1280, url: front.url, who: browser });
        const { page, faults } = opened;
        const answers: string[] = [];
        page.on("response", (response) => {
          const { pathname } = new URL(response.url());
          if (pathname.startsWith("/api/admin")) answers.push(`${response.request().method()} ${response.status()} ${pathname}`);
        });
        for (const pattern of Object.keys(CONSOLE_SCREENS)) {
          const path = pattern.replace(/:\w+/g, victim.id);
          await page.goto(path);
          await page.locator("main h1").waitFor();
          await page.waitForLoadState("networkidle");
          screens++;
          const line = `${role} at ${path}`;
          assert.deepEqual(
            faults.splice(0).filter((each) => !EXPECTED.test(each)),
            [],
            line,
          );
          const bad = answers
            .splice(0)
            .filter((each) => !each.startsWith("GET ") || / 5\d\d /.test(each) || (!role && / 2\d\d /.test(each)));
          assert.deepEqual(bad, [], line);
          if (!role) assert.ok(!(await page.content()).includes("Somebody who is not shown"), line);
        }
        front.advance(IDLE_SECONDS);
        for (const each of calls) {
          const { status, text } = await send(each);
          assert.ok([401, 403].includes(status), `${role}, idle: ${each.method} ${each.path} said ${text.slice(0, 300)}`);
        }
        front.advance(-IDLE_SECONDS);
      }
      return `${calls.length} calls, ${screens} screens`;
    } finally {
      await chromium.close();
    }
  }),
];
