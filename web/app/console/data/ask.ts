// Requests to our own service. Whoever is not signed in goes to the sign-in page; whoever has to prove again who they are is asked.
import type { Refusal } from "../../rules/records.ts";
import type { Console } from "./console.ts";
import { dataWords } from "./words.ts";

export interface Question {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  body?: object;
  /** Why, for the log of administrators. */
  reason?: string;
}

export interface Reply<T> {
  answer: T;
  /** Of the header `Link`: where a list goes on. */
  next: string | undefined;
}

const BELOW = "/api/admin";

/** Throws a Refusal. */
export const askAdmin = <T>(console: Console, path: string, question?: Question): Promise<Reply<T>> =>
  ask<T>(console, BELOW + path, question);

export async function ask<T>(console: Console, url: string, question: Question = {}): Promise<Reply<T>> {
  const response = await send(console, url, question);
  const text = await response.text().catch(() => undefined);
  if (text === undefined) throw refusalOf(0, {});
  return { answer: readJson(text) as T, next: nextOf(response.headers.get("link")) };
}

/** A file of any length, which the browser keeps beside its memory. Throws a Refusal, also where it breaks off halfway. */
export async function askFile(console: Console, path: string, question: Question): Promise<Blob> {
  const response = await send(console, BELOW + path, question);
  const file = await response.blob().catch(() => undefined);
  if (!file) throw refusalOf(0, {});
  return file;
}

/** What succeeded. */
async function send(console: Console, url: string, question: Question): Promise<Response> {
  const { method = "GET", body, reason } = question;
  const headers = {
    accept: "application/json",
    ...(method !== "GET" && { "content-type": "application/json" }),
    ...(reason && { "audit-reason": encodeURIComponent(reason) }),
  };
  const sent = { method, headers, ...(method !== "GET" && { body: JSON.stringify(body ?? {}) }) };
  const response = await fetch(url, sent).catch(() => undefined);
  if (response?.ok) return response;
  const text = await response?.text().catch(() => undefined);
  if (!response || text === undefined) throw refusalOf(0, {});
  const answer = readJson(text);
  if (response.status === 401) goToSignIn();
  if (answer.code === "proof_needed" && (await askForProof(console))) return send(console, url, question);
  const wait = Number(response.headers.get("retry-after"));
  const problem = { request_id: response.headers.get("x-request-id"), ...answer };
  throw { ...refusalOf(response.status, problem), ...(wait > 0 && { retryAfter: wait }) };
}

/** Whether the administrator proved again who they are, in a dialog. */
export function askForProof(console: Console): Promise<boolean> {
  console.proofAsked.value ??= Promise.withResolvers();
  return console.proofAsked.value.promise;
}

function readJson(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Known codes get texts of our own, because auth's messages are English. */
function refusalOf(status: number, { code, error, request_id: requestId }: Record<string, unknown>): Refusal {
  const ownText = dataWords.refusals[String(code) as keyof typeof dataWords.refusals];
  return {
    status,
    code: typeof code === "string" ? code : "",
    message: ownText ?? (typeof error === "string" ? error : ""),
    errors: {},
    requestId: typeof requestId === "string" ? requestId : "",
  };
}

/** The cursor of `<...?cursor=abc>; rel="next"`. */
function nextOf(link: string | null): string | undefined {
  return /[?&]cursor=([^&>]+)[^>]*>; rel="next"/.exec(link ?? "")?.[1];
}

function goToSignIn(): void {
  location.assign(`/sign_in?${new URLSearchParams({ next: location.pathname + location.search })}`);
}
