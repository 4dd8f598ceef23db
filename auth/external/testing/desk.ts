// What the stand-ins for providers share: a person, a provider's memory, refusals, and bad behaviour on demand.
import type { SinkAnswer } from "../../../kernel/testing/http_sink.ts";

/** Whoever signs in at the stand-in. */
export interface Person {
  /** Digits, for the providers whose ids are numbers. */
  subject: string;
  email: string | undefined;
  verified: boolean;
  /** In two parts: some providers keep them apart. */
  name: string;
  userName: string;
  picture: string;
}

export type Fault = "broken JSON" | "HTML" | "500" | "array" | "5 MB" | "hang" | "redirect";
export const FAULTS: readonly Fault[] = ["broken JSON", "HTML", "500", "array", "5 MB", "hang", "redirect"];

/** How it treats the next visitors. */
export interface Conduct {
  /** The person says no. */
  denies?: boolean;
  fault?: Fault;
  /** `request`: before the browser is sent there, where a provider is asked something first. */
  at?: "request" | "token" | "profile";
}

/** What one provider remembers of a visit, and what it checks by. */
export interface Desk {
  provider: string;
  client: { id: string; secret: string; redirectUri: string };
  person: Person;
  /** Given out, by what they are: what belongs to them. */
  codes: Map<string, Record<string, string>>;
  tokens: Map<string, string>;
  issue(kind: string): string;
}

export class Refusal extends Error {}

export const clientOf = (provider: string) => ({
  id: `${provider}-client.1`,
  // Holds what must be escaped on the way, differently in a header and in a form.
  secret: `${provider}-secret~/+% &=é`,
  redirectUri: "https://auth.example.com/callback",
});

/** The answer of a server that is broken, or wants to lead astray: undefined where it behaves. */
export function misbehave({ fault, at }: Conduct, here: Conduct["at"]): SinkAnswer | undefined {
  if (at !== here || !fault) return undefined;
  const json = { "content-type": "application/json" };
  const answers: Record<Fault, SinkAnswer> = {
    "broken JSON": { status: 200, headers: json, body: '{"access_token": "half' },
    HTML: { status: 200, headers: { "content-type": "text/html" }, body: "<html>Down for maintenance</html>" },
    "500": { status: 500, body: "oops" },
    array: { status: 200, headers: json, body: "[]" },
    "5 MB": { status: 200, headers: json, body: `{"id":"${"1".repeat(5_000_000)}"}` },
    hang: { status: 200, hang: true },
    redirect: { status: 302, headers: { location: "/trap/inside" } },
  };
  return answers[fault];
}

/** A number as it is written, which may be longer than JavaScript can count. `wireJson` takes the quotes away. */
export const wireNumber = (id: string) => (/^\d+$/.test(id) ? `#${id}#` : id);
export const wireJson = (value: unknown) => JSON.stringify(value).replace(/"#(\d+)#"/g, "$1");

export function jsonAnswer(value: unknown): SinkAnswer {
  return { status: 200, headers: { "content-type": "application/json" }, body: wireJson(value) };
}

export function expect(what: string, input: unknown, expected: unknown): void {
  if (input !== expected) throw new Refusal(`${what} is ${JSON.stringify(input)}, not ${JSON.stringify(expected)}`);
}
