// Writes the pages and the configuration of VitePress into a folder, from which it builds.
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { DEFAULT_BRAND, paletteStyle } from "../../web/assets/palette.ts";
import { ROOT, type Site } from "./pages.ts";
import { PORTUGUESE, SEARCH_IN_PORTUGUESE } from "./portuguese.ts";

const FACE = fileURLToPath(new URL("vitepress", import.meta.url));

/** Of the first page, which names them itself. */
const PICTURES = ["overview.webp", "overview_dark.webp"];

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0f6e56"/><circle cx="16" cy="16" r="8" fill="none" stroke="#fff" stroke-width="2.5"/><path d="M16 12v8M12 16h8" stroke="#fff" stroke-width="2.5" stroke-linecap="round"/></svg>\n`;

export function stage(site: Site, folder: string, base: string): void {
  rmSync(folder, { recursive: true, force: true });
  cpSync(FACE, join(folder, ".vitepress"), { recursive: true });
  for (const { path, text } of site.pages.values()) write(join(folder, `${path}.md`), text);
  for (const file of site.files) {
    mkdirSync(dirname(join(folder, "public/files", file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, "public/files", file));
  }
  write(join(folder, "public/icon.svg"), ICON);
  cpSync(join(ROOT, "web/app/fonts"), join(folder, "public/fonts"), { recursive: true });
  for (const picture of PICTURES) {
    mkdirSync(join(folder, "public/screens"), { recursive: true });
    cpSync(join(ROOT, "docs/screens", picture), join(folder, "public/screens", picture));
  }
  write(join(folder, ".vitepress/theme/palette.css"), `${paletteStyle(DEFAULT_BRAND)}\n`);
  write(join(folder, ".vitepress/site.json"), JSON.stringify(faceOf(site, base), undefined, 1));
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function faceOf(site: Site, base: string): object {
  const english = site.sections.filter(({ language }) => language === "en");
  const portuguese = site.sections.filter(({ language }) => language === "pt-BR");
  return {
    base,
    searchInPortuguese: SEARCH_IN_PORTUGUESE,
    locales: {
      root: { label: "English", lang: "en", themeConfig: listsOf(site, english) },
      ...(portuguese.length > 0 && {
        pt: { label: "Português", lang: "pt-BR", link: "/pt/", themeConfig: { ...PORTUGUESE, ...listsOf(site, portuguese) } },
      }),
    },
  };
}

function listsOf(site: Site, sections: Site["sections"]): object {
  const nav = sections.map(({ title, folder, folders = [folder], groups }) => ({
    text: title,
    link: `/${groups[0]?.pages[0]?.path}`,
    activeMatch: `^/(${folders.join("|")})/`,
  }));
  const sidebar = sections.flatMap(({ folder, folders = [folder], groups }) => {
    const lists = groups.map(({ title, collapsed = false, pages, listed = pages.length }) => ({
      text: title,
      ...(groups.length > 1 && { collapsed }),
      items: pages.slice(0, listed).map(({ path, label }) => ({ text: label ?? site.pages.get(path)?.title, link: `/${path}` })),
    }));
    return folders.map((each) => [`/${each}/`, lists]);
  });
  return { nav, sidebar: Object.fromEntries(sidebar) };
}
