// GET /admin and what lies below it: the screens of the console. All are the same page; the console in it looks at the address.
import { Type } from "typebox";
import { CONSOLE_SCREENS, pathsOf } from "../assets/screens.ts";
import { endpoint, type WebInput } from "../endpoint.ts";
import { appPage } from "../shell/app_page.ts";
import { requireReachable } from "./require_reachable.ts";

export const consoleScreens = pathsOf(CONSOLE_SCREENS).map(([path, screen]) => endpoint(screenAt(path, screen)));

function screenAt(path: string, screen: string) {
  return {
    method: "GET" as const,
    path,
    access: "page" as const,
    summary: "A screen of the console",
    mediaType: "text/html" as const,
    reply: Type.String(),
    handle: (input: WebInput) => {
      requireReachable(input);
      return appPage(input, { entry: "console", screen });
    },
  };
}
