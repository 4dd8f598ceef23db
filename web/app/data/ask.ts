// Sends a request and reads its reply, or throws a refusal. Whoever is not signed in goes to the sign-in page.
import type { Refusal } from "../rules/records.ts";
import { type RequestOptions, sendRequest } from "./requests.ts";
import type { Store } from "./store.ts";

interface Reply<T> {
  answer: T;
  text: string;
  requestId: string;
}

export async function ask<T>(store: Store, url: string, options: RequestOptions = {}): Promise<Reply<T>> {
  const response = await sendRequest(store, url, options);
  store.unreachable.value = response === undefined;
  store.firstReply.resolve();
  if (!response) throw refusal(0, {});
  const { status, text, requestId, retryAfter, help } = response;
  const isGood = status >= 200 && status < 300;
  const body = parseJson(text);
  store.hasHadReply ||= isGood;
  if (options.method !== undefined) noteOwn(store, requestId);
  if (isGood) return { answer: body as T, text, requestId };
  if (status === 401) endSession(store);
  if (body.code === "proof_needed" && (await askForProof(store))) return ask(store, url, options);
  if (status === 403 && store.spaceId.value !== "")
    void import("./role.ts").then((role) => role.followRemoval(store)).catch(() => {});
  throw { ...refusal(status, { request_id: requestId, ...body }), ...(retryAfter > 0 && { retryAfter }), ...(help && { help }) };
}

function parseJson(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

const MOST_OWN = 500;

function noteOwn(store: Store, requestId: string): void {
  store.ownRequests.add(requestId);
  for (const oldest of store.ownRequests) if (store.ownRequests.size > MOST_OWN) store.ownRequests.delete(oldest);
}

function refusal(status: number, body: Record<string, unknown>): Refusal {
  const { code, error, errors, request_id: requestId, ...details } = body;
  return {
    details,
    status,
    code: typeof code === "string" ? code : "",
    message: typeof error === "string" ? error : "",
    errors: (errors ?? {}) as Refusal["errors"],
    requestId: typeof requestId === "string" ? requestId : "",
  };
}

/** Whether the user proved again who they are, in a dialog. */
export function askForProof(store: Store): Promise<boolean> {
  store.proofAsked.value ??= Promise.withResolvers();
  return store.proofAsked.value.promise;
}

function goToSignIn(): void {
  location.assign(`/sign_in?${new URLSearchParams({ next: location.pathname + location.search })}`);
}

function endSession(store: Store): void {
  if (store.hasHadReply) store.sessionEnded.value = true;
  else goToSignIn();
}
