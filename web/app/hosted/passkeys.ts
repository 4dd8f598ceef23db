// Sign-in with a passkey, by a button or the browser's list at the address field; security keys as a second factor.
import { getCredential, isSupported, type RequestOptions } from "./webauthn.ts";

/** Ends the request of the list when the button is used: browsers allow one request at a time. */
let waiting: AbortController | undefined;

export function offerPasskeys(): void {
  const element = document.querySelector<HTMLElement>("[data-passkey]");
  // Shown from the start, so that nothing moves where it can be used.
  if (element) element.hidden = !isSupported();
  if (!isSupported()) return;
  if (element) {
    offer(element, () => {
      waiting?.abort();
      return signIn(element.dataset.next, {});
    });
    void waitInList(element.dataset.next);
  }
  for (const each of document.querySelectorAll<HTMLElement>("[data-key-factor]"))
    offer(each, () => showKey(each.dataset.keyFactor ?? "", each.dataset.next));
}

function offer(element: HTMLElement, use: () => Promise<void>): void {
  const problem = element.querySelector<HTMLElement>(".problem");
  element.hidden = false;
  element.querySelector("button")?.addEventListener("click", () => {
    if (problem) problem.textContent = "";
    void use().catch(() => {
      if (problem) problem.textContent = element.dataset.problem ?? "";
    });
  });
}

async function signIn(next: string | undefined, more: CredentialRequestOptions): Promise<void> {
  const captcha = document.querySelector<HTMLInputElement>('[name$="-response"]')?.value;
  const { challenge_id: id, options } = await post<{ challenge_id: string; options: RequestOptions }>(
    "/sign_in/passkey/options",
    captcha ? { captcha } : {},
  );
  const credential = await getCredential(options, more);
  const { location: url } = await post<{ location: string }>("/sign_in/passkey", { challenge_id: id, credential, next });
  location.assign(url);
}

/** With a captcha, nothing is requested before it is solved. */
async function waitInList(next: string | undefined): Promise<void> {
  const canWait = await PublicKeyCredential.isConditionalMediationAvailable?.();
  if (!canWait || document.querySelector(".h-captcha, .cf-turnstile")) return;
  waiting = new AbortController();
  await signIn(next, { mediation: "conditional", signal: waiting.signal }).catch(() => {});
}

async function showKey(factor: string, next: string | undefined): Promise<void> {
  const { challenge_id: id, options } = await post<{ challenge_id: string; options: RequestOptions }>(
    "/second_factor/key/options",
    { factor },
  );
  const credential = await getCredential(options);
  const reply = await post<{ location: string }>("/second_factor/key", { factor, challenge_id: id, credential, next });
  location.assign(reply.location);
}

async function post<T>(url: string, body: object): Promise<T> {
  const response = await fetch(url, {
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(String(response.status));
  return (await response.json()) as T;
}
