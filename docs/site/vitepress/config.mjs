// The configuration of VitePress. site.json beside it is written by stage.ts.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { renderMermaidSVG } from "beautiful-mermaid";
import { defineConfig } from "vitepress";

const site = JSON.parse(readFileSync(new URL("site.json", import.meta.url), "utf8"));
const publicFolder = fileURLToPath(new URL("../public", import.meta.url));
const PAPER = { light: { bg: "#ffffff", fg: "#1f2a27" }, dark: { bg: "#1b1b1f", fg: "#dfe7e4" } };

export default defineConfig({
  base: site.base,
  title: "Cofre",
  description: "Self-hosted sign-in and personal finance",
  cleanUrls: false,
  // The link check of Markdown and of the built pages is stricter.
  ignoreDeadLinks: true,
  metaChunk: true,
  router: { prefetchLinks: false },
  head: [["link", { rel: "icon", href: `${site.base}icon.svg`, type: "image/svg+xml" }]],
  locales: site.locales,
  themeConfig: {
    search: { provider: "local", options: { locales: { pt: { translations: site.searchInPortuguese } } } },
    outline: { level: [2, 3] },
    // Few pages are there in both languages: the menu of languages leads to the first page of each.
    i18nRouting: false,
  },
  markdown: {
    html: false,
    languageAlias: { env: "ini", caddyfile: "nginx" },
    // Paths of the APIs have braces.
    attrs: { disable: true },
    anchor: { slugify: anchorOf },
    config: (md) => {
      drawDiagrams(md);
      keepBraces(md);
    },
  },
  transformHtml,
  vite: { plugins: [mendTheme()] },
});

/** What axe finds in the theme of VitePress: by file, the text and what replaces it. */
const MENDED = {
  "VPSidebarItem.vue": [
    ['role="button"\n        aria-label="toggle section"', 'aria-hidden="true"'],
    ['        tabindex="0"\n', ""],
  ],
  "VPNavBarSearchButton.vue": [
    [` :aria-label="translate('button.buttonAriaLabel')"`, ""],
    ['"DocSearch-Button-Keys"', '"DocSearch-Button-Keys" aria-hidden="true"'],
  ],
  "VPHome.vue": [['class="VPHome"', 'class="VPHome" role="main"']],
  "VPSwitchAppearance.vue": [
    [':title="switchTitle"', ':title="switchTitle" :aria-label="theme.darkModeSwitchLabel || \'Dark theme\'"'],
  ],
};

function mendTheme() {
  return {
    name: "mend-theme",
    enforce: "pre",
    transform(code, id) {
      const changes = MENDED[basename(id)];
      if (!changes) return undefined;
      return changes.reduce((text, [from, to]) => {
        if (!text.includes(from)) throw new Error(`${basename(id)} has no ${from}: look at the theme again`);
        return text.replace(from, to);
      }, code);
    },
  };
}

/** As markdown.ts makes them. */
function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");
}

/** A `mermaid` block becomes two pictures, one for each theme. Its first line `%% title` is what screen readers say. */
function drawDiagrams(md) {
  const fence = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const { info, content } = tokens[index];
    if (info.trim().split(" ")[0] !== "mermaid") return fence(tokens, index, ...rest);
    const title = content.match(/^%% (.+)/)?.[1] ?? "Diagram";
    mkdirSync(join(publicFolder, "diagrams"), { recursive: true });
    const pictures = Object.entries(PAPER).map(([theme, colours]) => {
      // The library names a font of another site, which is never to be loaded.
      const svg = renderMermaidSVG(content.replace(/^%%.*\n/gm, ""), { ...colours, font: "system-ui" }).replace(
        /^\s*@import .*$/m,
        "",
      );
      const name = `${createHash("sha256").update(svg).digest("hex").slice(0, 12)}.svg`;
      writeFileSync(join(publicFolder, "diagrams", name), svg);
      return `<img class="diagram only-${theme}" alt="${md.utils.escapeHtml(title)}" src="/diagrams/${name}">`;
    });
    return `<p class="diagrams" tabindex="0">${pictures.join("")}</p>\n`;
  };
}

/** Vue would read two braces as code. */
function keepBraces(md) {
  for (const rule of ["text", "code_inline"]) {
    const render = md.renderer.rules[rule];
    md.renderer.rules[rule] = (...all) => render(...all).replaceAll("{", "&#123;");
  }
}

/** Inline scripts become files, so that a policy may forbid all others. */
function transformHtml(html, _id, { siteConfig }) {
  return html.replace(/<script([^>]*)>([\s\S]+?)<\/script>/g, (_whole, attributes, code) => {
    const name = `inline.${createHash("sha256").update(code).digest("hex").slice(0, 12)}.js`;
    mkdirSync(join(siteConfig.outDir, "assets"), { recursive: true });
    writeFileSync(join(siteConfig.outDir, "assets", name), code);
    return `<script${attributes} src="${site.base}assets/${name}"></script>`;
  });
}
