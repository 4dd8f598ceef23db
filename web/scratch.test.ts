import { mkdirSync } from "node:fs";
import { signedInAdministrator } from "./console/testing.ts";
import { openStage } from "./testing/stage.ts";
const stage = openStage();
mkdirSync("/tmp/ov_pics", { recursive: true });
stage.flow("pictures", async ({ web, open }) => {
  const owner = await signedInAdministrator(web, "owner", "pics@example.com");
  const { db } = web.finance.auth.service.world;
  void db;
  for (const sight of [
    { width: 375, touch: true, scheme: "dark", language: "en" },
    { width: 1280, scheme: "light", language: "pt-BR" },
  ] as const) {
    await using opened = await open(sight, owner);
    for (const path of (process.env.PICS ?? "/admin/findings").split(",")) {
      await opened.page.goto(path);
      await opened.page.locator("main h1").waitFor();
      await opened.page.locator(".skeleton").first().waitFor({ state: "detached" });
      await opened.page.screenshot({ path: `/tmp/ov_pics/${path.replaceAll("/", "_")}_${sight.width}.png`, fullPage: true });
    }
  }
});
