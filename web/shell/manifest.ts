// GET /manifest.webmanifest and GET /icon.svg: what the app is called and looks like where it is installed.
import { Type } from "typebox";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { languageOf } from "../pages/language.ts";

export const getManifest = endpoint({
  method: "GET",
  path: "/manifest.webmanifest",
  access: "public",
  isRoutine: true,
  summary: "The app as it is installed",
  reply: Type.Object({ name: Type.String() }, { additionalProperties: true }),
  handle: ({ brand, request }) => {
    const language = languageOf(request);
    const [add, pay] = language === "en" ? ["New expense", "Pay an invoice"] : ["Nova despesa", "Pagar fatura"];
    const manifest = {
      name: brand.name,
      short_name: brand.name,
      id: "/",
      start_url: "/",
      scope: "/",
      display: "standalone",
      lang: language,
      background_color: "#f5f6f4",
      theme_color: "#0f6e56",
      categories: ["finance"],
      icons: [
        { src: "/icon.svg", type: "image/svg+xml", sizes: "any", purpose: "any" },
        { src: "/icon.svg", type: "image/svg+xml", sizes: "any", purpose: "maskable" },
      ],
      shortcuts: [
        { name: add, url: "/transactions/new" },
        { name: pay, url: "/credit_cards" },
      ],
    };
    const headers = { "content-type": "application/manifest+json", "cache-control": "no-cache" };
    return new Answer(200, headers, JSON.stringify(manifest));
  },
});

export const getIcon = endpoint({
  method: "GET",
  path: "/icon.svg",
  access: "public",
  isRoutine: true,
  summary: "The icon of the installed app",
  reply: NoBody,
  handle: () => new Answer(200, { "content-type": "image/svg+xml", "cache-control": "public, max-age=86400" }, ICON),
});

/** The door of a safe, to the edges, so that it may be cut to any shape. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512"><rect width="512" height="512" fill="#0f6e56"/><circle cx="256" cy="256" r="120" fill="none" stroke="#fff" stroke-width="36"/><path d="M256 190v132M190 256h132" stroke="#fff" stroke-width="36" stroke-linecap="round"/></svg>`;
