// Test support: the page with which a provider posts the browser back (OAuth 2.0 Form Post Response Mode), and a browser that opens it.

const escapeHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
const unescapeHtml = (text: string) => text.replaceAll("&lt;", "<").replaceAll("&quot;", '"').replaceAll("&amp;", "&");

export function formPage(action: string, fields: Record<string, string>): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  return `<form method="post" action="${escapeHtml(action)}">${inputs.join("")}<button>Continue</button></form><script>document.forms[0].submit()</script>`;
}

/** What such a page would post, and where; undefined where it is another page. */
export function formOf(page: string): { action: string; fields: URLSearchParams } | undefined {
  const [, action] = /<form method="post" action="([^"]*)"/.exec(page) ?? [];
  if (action === undefined) return undefined;
  const inputs = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  const fields = [...inputs].map(([, name = "", value = ""]): [string, string] => [name, unescapeHtml(value)]);
  return { action: unescapeHtml(action), fields: new URLSearchParams(fields) };
}

/** Where the page sends the browser. What a form would post is in the query too. */
export async function visitPage(url: string): Promise<URL> {
  const response = await fetch(url, { redirect: "manual" });
  const location = response.headers.get("location");
  if (response.status === 302 && location) return new URL(location);
  const page = await response.text();
  const posts = formOf(page);
  if (response.status !== 200 || !posts) throw new Error(`the page answered ${response.status}: ${page}`);
  return new URL(`${posts.action}?${posts.fields}`);
}
