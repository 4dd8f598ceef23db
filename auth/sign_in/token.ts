// POST /token: exchanges credentials for a session. Each grant type is a file of its own.
import { Type } from "typebox";
import { documentedOnly } from "../../kernel/http/documented_only.ts";
import { captchaFields } from "../captcha/captcha.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { SessionReply } from "../sessions/session.ts";
import { EmailField, PhoneField } from "../users/address.ts";
import { tokenIdToken } from "./token_id_token.ts";
import { tokenPassword } from "./token_password.ts";
import { tokenPkce } from "./token_pkce.ts";
import { tokenRefreshToken } from "./token_refresh_token.ts";
import { throwIfWeb3IsOff, tokenWeb3 } from "./token_web3.ts";

const GRANTS = {
  password: tokenPassword,
  refresh_token: tokenRefreshToken,
  pkce: tokenPkce,
  id_token: tokenIdToken,
  web3: tokenWeb3,
};

/** The credentials of these grants were issued after a captcha, or by a provider. */
const WITHOUT_CAPTCHA = ["refresh_token", "pkce", "id_token"];

export const token = endpoint({
  method: "POST",
  path: "/token",
  access: "public",
  limit: ({ query }) => (query.grant_type === "web3" ? "web3" : undefined),
  failureLimit: "token",
  // Passwords can be guessed: that grant claims its tries before it looks at them.
  claimsFailureLimit: ({ query }) => !WITHOUT_CAPTCHA.includes(String(query.grant_type)),
  captcha: ({ query }) => !WITHOUT_CAPTCHA.includes(String(query.grant_type)),
  beforeBody: ({ config }, { grant_type: type }) => {
    if (type === "web3") throwIfWeb3IsOff(config);
  },
  summary:
    "Sign in with a password, the code of a PKCE flow or an identity token or a wallet, or renew a session with its refresh token",
  query: documentedOnly(
    Type.Object({ grant_type: Type.Optional(documentedOnly(Type.String(), { enum: Object.keys(GRANTS) })) }),
    { required: ["grant_type"] },
  ),
  body: Type.Object({
    email: Type.Optional(EmailField),
    phone: Type.Optional(PhoneField),
    password: Type.Optional(Type.String()),
    refresh_token: Type.Optional(Type.String()),
    auth_code: Type.Optional(Type.String({ description: "From the redirect of a PKCE flow" })),
    code_verifier: Type.Optional(Type.String()),
    id_token: Type.Optional(Type.String({ description: "Of an external provider" })),
    provider: Type.Optional(Type.String({ description: "Whose identity token it is; else client_id and issuer say so" })),
    client_id: Type.Optional(Type.String()),
    issuer: Type.Optional(Type.String()),
    access_token: Type.Optional(Type.String({ description: "The one that the identity token belongs to" })),
    nonce: Type.Optional(Type.String({ description: "What the nonce in the identity token is the SHA-256 of, in hexadecimal" })),
    chain: Type.Optional(Type.String({ description: "Of a wallet: ethereum or solana" })),
    message: Type.Optional(Type.String({ description: "What a wallet has signed, as EIP-4361 has it" })),
    signature: Type.Optional(Type.String({ description: "65 bytes in hexadecimal (Ethereum), 64 bytes in base64 (Solana)" })),
    link_identity: Type.Optional(Type.Boolean({ description: "Link to the account of the bearer" })),
    ...captchaFields,
  }),
  reply: Type.Object({
    ...SessionReply.properties,
    provider_token: Type.Optional(Type.String({ description: "Of a PKCE flow: the provider's access token" })),
    provider_refresh_token: Type.Optional(Type.String()),
    weak_password: Type.Optional(
      Type.Object(
        { reasons: Type.Array(Type.String()), message: Type.String() },
        { description: "What the password lacks by the rules of today; reason `temporary`: it was good once" },
      ),
    ),
  }),
  refuses: [401, 403, 404, 422],
  handle: ({ query: { grant_type: type = "" }, ...input }) => {
    if (!Object.hasOwn(GRANTS, type)) throw fail.grantUnsupported();
    return GRANTS[type as keyof typeof GRANTS](input);
  },
});
