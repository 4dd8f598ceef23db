// Test support: the hosted pages, in a browser.
import assert from "node:assert/strict";
import { signedIn } from "../testing.ts";
import { openPage } from "./chromium.ts";
import type { Stage } from "./stage.ts";

export function visitPages(stage: Stage): void {
  stage.flow(
    "without scripts people sign in all the same, and a page of another port can neither post nor frame",
    async ({ web, browser, open }) => {
      const { password } = await signedIn(web, "semscript@example.com");
      await using opened = await open({ width: 360, scripts: false });
      await opened.page.goto("/sign_in");
      await opened.page.getByLabel("E-mail").fill("semscript@example.com");
      await opened.page.getByLabel("Senha").fill("wrong");
      await opened.page.getByRole("button", { name: "Entrar", exact: true }).click();
      await opened.page.getByText("não conferem").waitFor();
      await opened.page.getByLabel("Senha").fill(password);
      await opened.page.getByRole("button", { name: "Entrar", exact: true }).click();
      await opened.page.waitForURL(`${web.url}/`);
      await using replica = await web.replica();
      await using stranger = await openPage(browser, { url: replica.url, width: 800 });
      await stranger.page.goto("/sign_in");
      const status = await stranger.page.evaluate(
        (url) =>
          fetch(`${url}/sign_out`, { method: "POST", mode: "no-cors" }).then(
            () => "sent",
            () => "refused",
          ),
        web.url,
      );
      assert.equal(status, "refused", "by the policy of our own pages; what it would have met is in web.test.ts");
    },
  );
}
