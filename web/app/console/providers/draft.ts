// What is typed into the form of a provider, and what auth gets of it.
import { type Signal, signal } from "@preact/signals";
import { formWords } from "../../ui/words.ts";
import { type CustomProvider, isIdentifier, isWebAddress, objectIn, wordsIn } from "./custom_provider.ts";
import { customFormWords } from "./words.ts";

const URLS = { oidc: ["issuer", "discovery_url"], oauth2: ["authorization_url", "token_url", "userinfo_url"] } as const;

type UrlName = (typeof URLS)[keyof typeof URLS][number];

export interface Draft {
  type: Signal<CustomProvider["provider_type"]>;
  /** Without what stands before all of them. */
  identifier: Signal<string>;
  name: Signal<string>;
  clientId: Signal<string>;
  secret: Signal<string>;
  scopes: Signal<string>;
  urls: Record<UrlName, Signal<string>>;
  enabled: Signal<boolean>;
  emailOptional: Signal<boolean>;
  pkce: Signal<boolean>;
  skipNonce: Signal<boolean>;
  clientIds: Signal<string>;
  claims: Signal<string>;
  mapping: Signal<string>;
  parameters: Signal<string>;
}

export function draftOf(provider: CustomProvider | undefined): Draft {
  const url = (name: UrlName) => signal(provider?.[name] ?? "");
  return {
    type: signal(provider?.provider_type ?? "oidc"),
    identifier: signal(""),
    name: signal(provider?.name ?? ""),
    clientId: signal(provider?.client_id ?? ""),
    secret: signal(""),
    scopes: signal(provider?.scopes.join(" ") ?? ""),
    urls: {
      issuer: url("issuer"),
      discovery_url: url("discovery_url"),
      authorization_url: url("authorization_url"),
      token_url: url("token_url"),
      userinfo_url: url("userinfo_url"),
    },
    enabled: signal(provider?.enabled ?? true),
    emailOptional: signal(provider?.email_optional ?? false),
    pkce: signal(provider?.pkce_enabled ?? true),
    skipNonce: signal(provider?.skip_nonce_check ?? false),
    clientIds: signal(provider?.acceptable_client_ids.join(" ") ?? ""),
    claims: signal(provider?.custom_claims_allowlist.join(" ") ?? ""),
    mapping: signal(textOf(provider?.attribute_mapping)),
    parameters: signal(textOf(provider?.authorization_params)),
  };
}

const textOf = (value: object | undefined) =>
  value === undefined || Object.keys(value).length === 0 ? "" : JSON.stringify(value, null, 2);

/** By the names that auth gives the fields. */
export function problemsOf(draft: Draft, isNew: boolean): Record<string, string> {
  const { type, identifier, name, clientId, secret, urls, mapping, parameters } = draft;
  const problems: [string, string | false][] = [
    ["identifier", isNew && !isIdentifier(identifier.value.trim()) && customFormWords.badIdentifier],
    ["name", name.value.trim() === "" && formWords.missing],
    ["client_id", clientId.value.trim() === "" && formWords.missing],
    ["client_secret", isNew && secret.value === "" && formWords.missing],
    ...URLS[type.value].map((each): [string, string | false] => [each, urlProblem(each, urls[each].value.trim())]),
    ["attribute_mapping", objectIn(mapping.value) === undefined && customFormWords.notJson],
    ["authorization_params", objectIn(parameters.value) === undefined && customFormWords.notJson],
  ];
  return Object.fromEntries(problems.filter((each): each is [string, string] => each[1] !== false));
}

function urlProblem(name: UrlName, url: string): string | false {
  if (url === "") return name !== "discovery_url" && formWords.missing;
  return !isWebAddress(url) && customFormWords.badUrl;
}

/** Without what never changes and the secret. */
export function readDraft(draft: Draft): Record<string, unknown> {
  const { type, urls } = draft;
  return {
    name: draft.name.value.trim(),
    client_id: draft.clientId.value.trim(),
    scopes: wordsIn(draft.scopes.value),
    enabled: draft.enabled.value,
    email_optional: draft.emailOptional.value,
    pkce_enabled: draft.pkce.value,
    custom_claims_allowlist: wordsIn(draft.claims.value),
    attribute_mapping: objectIn(draft.mapping.value) ?? {},
    authorization_params: objectIn(draft.parameters.value) ?? {},
    ...Object.fromEntries(URLS[type.value].map((each) => [each, urls[each].value.trim()])),
    ...(type.value === "oidc" && {
      acceptable_client_ids: wordsIn(draft.clientIds.value),
      skip_nonce_check: draft.skipNonce.value,
    }),
  };
}
