// The request and reply bodies of a custom provider.
import { type Static, Type } from "typebox";
import { FreeForm } from "../../kernel/http/documented_only.ts";
import type { Db } from "../../kernel/sql/database.ts";
import { CUSTOM_IDENTIFIER, CustomProviderProblem, readClientSecret, readCustomProvider } from "../config/custom_provider.ts";
import type { ConfiguredProvider } from "../config/custom_providers.ts";
import type { AuthConfig, CustomProvider } from "../config.ts";
import { type CustomProviderRow, countCustomProviders } from "../custom_providers/queries.ts";
import { fail } from "../errors.ts";
import { probeCustomProvider } from "../external/custom_provider.ts";
import { ProviderError } from "../external/provider.ts";

const Url = Type.Optional(Type.String());

export const CustomProviderReply = Type.Object({
  id: Type.String({ description: "A UUID, or the identifier where a variable describes it" }),
  provider_type: Type.Union([Type.Literal("oauth2"), Type.Literal("oidc")]),
  identifier: Type.String(),
  name: Type.String(),
  client_id: Type.String(),
  acceptable_client_ids: Type.Array(Type.String()),
  scopes: Type.Array(Type.String()),
  custom_claims_allowlist: Type.Array(Type.String()),
  pkce_enabled: Type.Boolean(),
  attribute_mapping: FreeForm,
  authorization_params: FreeForm,
  enabled: Type.Boolean(),
  email_optional: Type.Boolean(),
  skip_nonce_check: Type.Boolean(),
  issuer: Url,
  discovery_url: Url,
  authorization_url: Url,
  token_url: Url,
  userinfo_url: Url,
  jwks_uri: Url,
  created_at: Type.Optional(Type.String({ format: "date-time" })),
  updated_at: Type.Optional(Type.String({ format: "date-time" })),
});

type View = Static<typeof CustomProviderReply>;

export function presentCustomProvider({ id, definition, created_at: createdAt, updated_at: updatedAt }: CustomProviderRow): View {
  return { ...viewOf(definition), id, created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
}

export function presentConfigured({ client_secret: _secret, ...definition }: ConfiguredProvider): View {
  return { ...viewOf(definition), id: definition.identifier };
}

function viewOf(definition: CustomProvider): Omit<View, "id"> {
  const { acceptable_client_ids: ids, scopes, custom_claims_allowlist: claims } = definition;
  return { ...definition, acceptable_client_ids: [...ids], scopes: [...scopes], custom_claims_allowlist: [...claims] };
}

export function requireCustomProviders({ customOauthEnabled }: Pick<AuthConfig, "customOauthEnabled">): void {
  if (!customOauthEnabled) throw fail.customProvidersDisabled();
}

/** The identifier of a path; one that none can have is unknown. */
export function requireCustomIdentifier({ identifier }: { identifier: string }, config: AuthConfig): string {
  requireCustomProviders(config);
  if (!CUSTOM_IDENTIFIER.test(identifier)) throw fail.customProviderUnknown();
  return identifier;
}

/** In the transaction that adds one. */
export async function requireRoom(tx: Db, { customOauthMaxProviders: most }: AuthConfig): Promise<void> {
  if (most > 0 && (await countCustomProviders(tx)) >= most) throw fail.customProvidersTooMany();
}

export function configuredProvider(identifier: string, { customOauthProviders }: AuthConfig): ConfiguredProvider | undefined {
  return customOauthProviders.find((each) => each.identifier === identifier);
}

type Fields = Readonly<Record<string, unknown>>;

/** Validates the fields, and for OpenID Connect fetches the discovery document. */
export async function readProbed(fields: Fields, config: AuthConfig): Promise<CustomProvider> {
  const definition = wellFormed(() => readCustomProvider(fields, { allowedHosts: config.customOauthAllowedHosts }));
  try {
    await probeCustomProvider(definition, config);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw invalid(error.message, error);
  }
  return definition;
}

export function readSecret(fields: Fields): string {
  return wellFormed(() => readClientSecret(fields));
}

function wellFormed<Read>(parse: () => Read): Read {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof CustomProviderProblem)) throw error;
    throw invalid(error.message, error);
  }
}

function invalid(problem: string, cause: unknown) {
  return fail.customProviderInvalid({ values: { problem }, cause });
}
