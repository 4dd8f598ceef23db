// The screens of the app, by their URLs: those of finance's API. All are the same page; the app in it looks at the address.
import { Type } from "typebox";
import { pathsOf, SCREENS } from "../assets/screens.ts";
import { endpoint, type WebInput } from "../endpoint.ts";
import { appPage } from "./app_page.ts";

export const SCREEN_PATHS = pathsOf(SCREENS);

export const screens = SCREEN_PATHS.map(([path, file]) => endpoint(screenAt(path, file)));

function screenAt(path: string, file: string) {
  return {
    method: "GET" as const,
    path,
    access: "page" as const,
    summary: "A screen of the app",
    mediaType: "text/html" as const,
    reply: Type.String(),
    handle: (input: WebInput) => appPage(input, { entry: "app", screen: file }),
  };
}
