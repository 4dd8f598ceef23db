// A finding: what an operator should change, in plain words. A rule is one value with its condition, its texts and its remedy.
import type { AuthConfig } from "../config.ts";
import type { ObservedFacts } from "./observed_facts.ts";
import type { Severity } from "./severity.ts";

export const LANGUAGES = ["en", "pt-BR"] as const;
export type FindingLanguage = (typeof LANGUAGES)[number];

export interface Facts {
  config: AuthConfig;
  /** The folder that takes mails in place of a mail server. */
  mailbox: string | undefined;
  /** Undefined where the database was not read. */
  observed: ObservedFacts | undefined;
  now: Date;
}

export interface Words {
  title: string;
  /** What is the matter, and what may come of it. */
  text: string;
  /** What to do. */
  remedy: string;
}

export interface Finding {
  /** The rule, and behind a colon what it is about, where it can be about several things. */
  id: string;
  rule: string;
  severity: Severity;
  words: Readonly<Record<FindingLanguage, Words>>;
  /** A line for the environment, or a command. */
  copy: string | undefined;
  /** A page of the documentation, from the root of the repository. */
  docs: string;
}

export type Rule = (facts: Facts) => Finding[];

interface RuleParts<Values> {
  severity: Severity | ((values: Values) => Severity);
  /** What is found; with `of` the things that it is about. Undefined where all is well. */
  find: (facts: Facts) => Values | readonly Values[] | undefined;
  of?: (values: Values) => string;
  words: Readonly<Record<FindingLanguage, (values: Values) => Words>>;
  copy?: (values: Values) => string;
  docs: string;
}

export function rule<Values extends object>(name: string, parts: RuleParts<Values>): Rule {
  const { severity, find, of, words, copy, docs } = parts;
  return (facts) =>
    [find(facts) ?? []].flat().map((each) => {
      const values = each as Values;
      return {
        id: of ? `${name}:${of(values)}` : name,
        rule: name,
        severity: typeof severity === "function" ? severity(values) : severity,
        words: { en: words.en(values), "pt-BR": words["pt-BR"](values) },
        copy: copy?.(values),
        docs: `docs/${docs}`,
      };
    });
}

/** Whether people come from other machines. On the machine of a developer much is fine that is not elsewhere. */
export function isPublic({ siteUrl, apiExternalUrl }: Pick<AuthConfig, "siteUrl" | "apiExternalUrl">): boolean {
  return [siteUrl, apiExternalUrl].some((url) => isWeb(url) && !isLoopback(url));
}

const isWeb = (url: string) => /^https?:/i.test(url);

export function isLoopback(url: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(URL.parse(url)?.hostname ?? "");
}

export const isPlainHttp = (url: string): boolean => /^http:/i.test(url) && !isLoopback(url);

/** Values of variables and records of others get into sentences: long ones are cut. */
export function shortList(texts: readonly string[], most = 3): string {
  const first = texts.slice(0, most).map((text) => (text.length > 60 ? `${text.slice(0, 59)}…` : text));
  return first.join(", ") + (texts.length > most ? ", …" : "");
}
