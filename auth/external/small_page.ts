// The frame of pages that a browser gets between a provider and an application. They need no script, load nothing, and stand in no frame.
import { createHash } from "node:crypto";

interface PageTitle {
  lang: string;
  title: string;
}

/** `body`: HTML, below the title. */
export function smallPage({ lang, title }: PageTitle, body: string): string {
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${text(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${text(title)}</h1>
${body}
</main>
</body>
</html>
`;
}

/** `redirectTo`: where its form leads in the end, if it has one. */
export function smallPageHeaders(redirectTo = ""): Record<string, string> {
  return { "content-type": "text/html; charset=utf-8", "content-security-policy": policyFor(redirectTo) };
}

const STYLE = `
:root { color-scheme: light dark; --paper: #fff; --ground: #f2f3f5; --ink: #1b1d22; --faint: #5a606b; --line: #d4d8de; --act: #1f5fbf; --on-act: #fff; --warn: #7a4b00; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #1d2026; --ground: #121419; --ink: #eceef2; --faint: #a3abb8; --line: #3a404b; --act: #8ab4f8; --on-act: #10203a; --warn: #f0c674; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 30rem; padding: 1.5rem; background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; font-size: 1.375rem; line-height: 1.25; }
dl { margin: 0; border: 1px solid var(--line); border-radius: .5rem; }
dl div { padding: .75rem 1rem; }
dl div + div { border-top: 1px solid var(--line); }
dt { color: var(--faint); font-size: .875rem; }
dd { margin: 0; }
dd:first-of-type { font-weight: 600; }
p { margin: 1rem 0 0; }
.warning { color: var(--warn); }
form { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem; }
button { flex: 1 1 8rem; min-height: 2.75rem; padding: .5rem 1rem; border: 1px solid var(--line); border-radius: .5rem; background: transparent; color: inherit; font: inherit; font-weight: 600; cursor: pointer; }
.join { border-color: var(--act); background: var(--act); color: var(--on-act); }
button:focus-visible { outline: 3px solid var(--act); outline-offset: 2px; }
`;
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/**
 * Chromium applies `form-action` to the redirects after a form too, and the application may redirect once more to another host. So the
 * scheme of its address is allowed, besides our own origin.
 */
function policyFor(redirectTo: string): string {
  const [scheme = ""] = /^[a-z][a-z0-9+.-]*:/i.exec(redirectTo) ?? [];
  return (
    `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src data:; base-uri 'none'; ` +
    `form-action 'self' ${scheme.toLowerCase()}; frame-ancestors 'none'`
  );
}

export function text(raw: string): string {
  return raw.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
