// What an external identity provider is to us: where the browser goes, and what comes back. Each provider is one value in one file.
import type { ProviderConfig } from "../config.ts";
import type { Metadata } from "../users/metadata.ts";

/** One person, as the provider describes them. */
export interface ExternalProfile {
  /** The provider's own id of the person, as text. Unique at this provider only. */
  subject: string;
  /** Lower case. An address counts for linking only where the provider itself says that it is verified. */
  emails: readonly { email: string; verified: boolean; primary: boolean }[];
  /** The identity's data: `sub`, `name`, `full_name`, `picture`, `avatar_url`, `email`, `email_verified`, ... */
  metadata: Metadata;
}

/** What the provider issued for its own API. Handed to the client, never kept. */
export interface ProviderTokens {
  provider_token: string;
  provider_refresh_token?: string;
}

export interface BeginInput {
  config: ProviderConfig;
  /** Travels to the provider and back. */
  state: string;
  /** What the caller wants beyond the provider's own list. */
  scopes: readonly string[];
  /** Further parameters of the caller, none of them reserved. */
  parameters: Readonly<Record<string, string>>;
  /** For all calls to the provider together, if not the usual. */
  timeoutMs?: number;
}

export interface StartedSignIn {
  /** Where the browser is sent. */
  url: string;
  /** What only we must know until the browser is back: a verifier, a nonce, the secret of a request token. */
  memory?: Readonly<Record<string, string>>;
}

export interface FinishInput {
  config: ProviderConfig;
  /** What the browser brought back, from the query or the form: code, iss, user, oauth_verifier, ... */
  parameters: Readonly<Record<string, string>>;
  memory: Readonly<Record<string, string>>;
  now: Date;
  /** For all calls to the provider together, if not the usual. */
  timeoutMs?: number;
  /** Gets what the provider says of the person, as it came: `from` is `id_token`, or the address that was asked. */
  receive?: Receive | undefined;
}

export type Receive = (from: string, claims: Readonly<Record<string, unknown>>) => void;

export interface FinishedSignIn {
  profile: ExternalProfile;
  tokens: ProviderTokens;
}

/** An identity token that a client got from the provider by itself, to be checked with the provider's keys. */
export interface IdTokenInput {
  config: ProviderConfig;
  idToken: string;
  /** Where the token names an access token by its hash. */
  accessToken: string | undefined;
  now: Date;
}

export interface CheckedIdToken {
  profile: ExternalProfile;
  /** As in the token. */
  nonce: string | undefined;
}

export interface ExternalProvider {
  key: string;
  /** For people to read, where the key is not. */
  name?: string;
  /** How the browser comes back. A POST comes from the provider's page, so its cookie must be sent across sites. */
  callback: "GET" | "POST";
  begin(input: BeginInput): Promise<StartedSignIn>;
  /** Throws a ProviderError for whatever the provider does wrong. */
  finish(input: FinishInput): Promise<FinishedSignIn>;
  /** Only where `POST /token?grant_type=id_token` takes this provider's tokens. */
  checkIdToken?(input: IdTokenInput): Promise<CheckedIdToken>;
}

/** The provider refused, failed or lied. The message is for the log and the redirect; it holds nothing secret. */
export class ProviderError extends Error {
  readonly step: "exchange" | "profile" | "email" | "id_token";
  /** The provider's own code of the refusal, such as invalid_client. */
  readonly code: string | undefined;

  constructor(step: ProviderError["step"], message: string, options: ErrorOptions & { code?: string | undefined } = {}) {
    super(message, options);
    this.step = step;
    this.code = options.code;
  }
}
