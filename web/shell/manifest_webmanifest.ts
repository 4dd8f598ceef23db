// GET /manifest.webmanifest: what the app is called where it is installed, and what can be done from its icon.
import { Type } from "typebox";
import { Answer } from "../../kernel/http/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { languageOf } from "../language/language.ts";

/** The service worker takes the files, or where there is none the server. */
const SHARE_TARGET = {
  action: "/share",
  method: "POST",
  enctype: "multipart/form-data",
  params: {
    files: [{ name: "file", accept: ["image/jpeg", "image/png", "image/webp", "image/heic", "image/heif", "application/pdf"] }],
  },
};

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
      background_color: "#f3f6f5",
      theme_color: "#0f6e56",
      categories: ["finance"],
      icons: [
        { src: "/icon.svg", type: "image/svg+xml", sizes: "any", purpose: "any" },
        { src: "/icon.svg", type: "image/svg+xml", sizes: "any", purpose: "maskable" },
        { src: "/icon.png", type: "image/png", sizes: "180x180", purpose: "any" },
      ],
      share_target: SHARE_TARGET,
      shortcuts: [
        { name: add, url: "/transactions/new" },
        { name: pay, url: "/credit_cards" },
      ],
    };
    const headers = { "content-type": "application/manifest+json", "cache-control": "no-cache" };
    return new Answer(200, headers, JSON.stringify(manifest));
  },
});
