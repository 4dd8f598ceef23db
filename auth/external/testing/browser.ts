// Test support: a minimal browser for sign-ins. It follows redirects, submits forms that submit themselves, stores cookies and
// presses buttons.
import { formOf } from "./form_post.ts";

export interface Browser {
  /** Opens an address and goes wherever it is sent, until an address of nobody's that is reachable from here: that one is returned. */
  open(url: string): Promise<URL>;
  /** The value of the button that whoever sits there presses. Without it, a page with buttons is the end of the way. */
  presses?: string;
  /** By the origin that served them: what it would send there. */
  cookies: Map<string, Map<string, string>>;
}

const MOST_STEPS = 20;

/** `reach` tells where a public address is served in the test; undefined where nobody serves it. */
export function openBrowser(reach: (url: URL) => string | undefined): Browser {
  const cookies = new Map<string, Map<string, string>>();

  const request = async (url: URL, form: URLSearchParams | undefined): Promise<Response> => {
    const at = new URL(reach(url) as string);
    const jar = cookies.get(at.origin) ?? new Map<string, string>();
    cookies.set(at.origin, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(at, {
      method: form ? "POST" : "GET",
      redirect: "manual",
      headers: { ...(cookie && { cookie }) },
      ...(form && { body: form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "" || /max-age=0\b/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };

  const browser: Browser = {
    cookies,
    async open(address) {
      let url = new URL(address);
      let form: URLSearchParams | undefined;
      for (let step = 0; step < MOST_STEPS; step++) {
        if (reach(url) === undefined) return url;
        const response = await request(url, form);
        const location = response.headers.get("location");
        const page = await response.text();
        const posts = formOf(page);
        if (location) [url, form] = [new URL(location, url), undefined];
        else if (posts) {
          [url, form] = [new URL(posts.action, url), posts.fields];
          const pressed = pressedOn(page, browser.presses);
          if (pressed) form.append(...pressed);
        } else throw new Error(`${url.origin}${url.pathname} answered ${response.status}: ${page.slice(0, 500)}`);
      }
      throw new Error(`sent around ${MOST_STEPS} times, at last to ${url.href}`);
    },
  };
  return browser;
}

/** Name and value of the button; undefined where the page has none. */
function pressedOn(page: string, value: string | undefined): [name: string, value: string] | undefined {
  const buttons = [...page.matchAll(/<button[^>]* name="([^"]*)" value="([^"]*)"/g)];
  if (buttons.length === 0) return undefined;
  const [, name = "", pressed = ""] = buttons.find(([, , each]) => each === value) ?? [];
  if (!name) throw new Error("the page waits for a button");
  return [name, pressed];
}
