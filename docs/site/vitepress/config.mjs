// The configuration of VitePress. site.json beside it is written by stage.ts.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { renderMermaidSVG } from "beautiful-mermaid";
import { defineConfig } from "vitepress";

const site = JSON.parse(readFileSync(new URL("site.json", import.meta.url), "utf8"));
const publicFolder = fileURLToPath(new URL("../public", import.meta.url));
/** Sheet and ink of the palette, which the library takes as hexadecimal values only. */
const PAPER = { light: { bg: "#ffffff", fg: "#141917" }, dark: { bg: "#141a18", fg: "#eef2f0" } };

export default defineConfig({
  base: site.base,
  title: "Cofre",
  description: "Self-hosted sign-in and personal finance",
  cleanUrls: false,
  // One page after the other, so that the index of the search is the same in every build.
  buildConcurrency: 1,
  // Changing the theme would write a style into the page, which the policy of web refuses.
  appearance: { disableTransition: false },
  // The link check of Markdown and of the built pages is stricter.
  ignoreDeadLinks: true,
  metaChunk: true,
  router: { prefetchLinks: false },
  head: [["link", { rel: "icon", href: `${site.base}icon.svg`, type: "image/svg+xml" }]],
  locales: site.locales,
  themeConfig: {
    logo: { src: "/icon.svg", alt: "" },
    search: {
      provider: "local",
      options: {
        locales: { pt: { translations: site.searchInPortuguese } },
        // Guides come before lists of endpoints, variables and errors.
        miniSearch: { searchOptions: { boostDocument: (id) => (/\/(reference|errors|decisions)\//.test(id) ? 0.6 : 1) } },
      },
    },
    outline: { level: [2, 3] },
    // Few pages are there in both languages: the menu of languages leads to the first page of each.
    i18nRouting: false,
  },
  markdown: {
    html: false,
    // The usual light theme has words of less than 4.5 contrast on our ground.
    theme: { light: "github-light-high-contrast", dark: "github-dark" },
    shikiSetup: colourWholeLines,
    languageAlias: { env: "ini", caddyfile: "nginx" },
    // Paths of the APIs have braces.
    attrs: { disable: true },
    anchor: { slugify: anchorOf },
    config: (md) => {
      drawDiagrams(md);
      keepBraces(md);
      emptyHeadsAreCells(md);
      picturesHaveThemes(md);
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
  // A dialog with a field and a list of links, in place of a button around everything.
  "VPLocalSearchBox.vue": [
    ['role="button"', 'role="dialog" aria-modal="true"'],
    [`:aria-owns="results?.length ? 'localsearch-list' : undefined"`, ""],
    ['aria-expanded="true"\n      aria-haspopup="listbox"', ""],
    [`:aria-activedescendant="selectedIndex > -1 ? ('localsearch-item-' + selectedIndex) : undefined"`, ""],
    [`:role="results?.length ? 'listbox' : undefined"`, ""],
    [`:aria-labelledby="results?.length ? 'localsearch-label' : undefined"`, ""],
    [`:aria-selected="selectedIndex === index ? 'true' : 'false'"`, ""],
    ['role="option"', ""],
    [`:aria-label="[...p.titles, p.title].join(' > ')"`, ""],
    ...["navigateUp", "navigateDown", "select", "close"].map((key) => [
      `<kbd :aria-label="translate('modal.footer.${key}KeyAriaLabel')"`,
      `<kbd role="img" :aria-label="translate('modal.footer.${key}KeyAriaLabel')"`,
    ]),
    ['<span class="title-icon">', '<span class="title-icon" aria-hidden="true">'],
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

/** Without a limit of time, which would leave the end of a line without colours on a busy machine. */
function colourWholeLines(highlighter) {
  const { codeToHtml } = highlighter;
  highlighter.codeToHtml = (code, options) => codeToHtml(code, { ...options, tokenizeTimeLimit: 0 });
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

/** A picture of a screen is that of the reader's theme, where both are there. */
function picturesHaveThemes(md) {
  const image = md.renderer.rules.image;
  md.renderer.rules.image = (tokens, index, ...rest) => {
    const [, name] = tokens[index].attrGet("src")?.match(/^\/files\/docs\/screens\/(\w+)\.webp$/) ?? [];
    if (name === undefined || !existsSync(join(publicFolder, `files/docs/screens/${name}_dark.webp`)))
      return image(tokens, index, ...rest);
    const alt = md.utils.escapeHtml(tokens[index].content);
    const shape = name.includes("phone") ? "screen phone" : "screen";
    return Object.entries({ light: name, dark: `${name}_dark` })
      .map(
        ([theme, file]) =>
          `<img class="${shape} only-${theme}" alt="${alt}" loading="lazy" src="/files/docs/screens/${file}.webp">`,
      )
      .join("");
  };
}

/** Screen readers announce a head without words as a head of nothing. */
function emptyHeadsAreCells(md) {
  for (const [rule, at] of [
    ["th_open", 1],
    ["th_close", -1],
  ])
    md.renderer.rules[rule] = (tokens, index, options, _env, self) => {
      if (tokens[index + at].content === "") tokens[index].tag = "td";
      return self.renderToken(tokens, index, options);
    };
}

/** Inline scripts become files, so that a policy may forbid all others. Scripts without a text are files already. */
function transformHtml(html, _id, { siteConfig }) {
  return html.replace(/<script([^>]*)>((?:(?!<\/script>)[\s\S])+)<\/script>/g, (_whole, attributes, code) => {
    const name = `inline.${createHash("sha256").update(code).digest("hex").slice(0, 12)}.js`;
    mkdirSync(join(siteConfig.outDir, "assets"), { recursive: true });
    writeFileSync(join(siteConfig.outDir, "assets", name), code);
    return `<script${attributes} src="${site.base}assets/${name}"></script>`;
  });
}
