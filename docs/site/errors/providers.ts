// Errors of sign-ins through others: providers, SAML, wallets, hooks.
import type { HelpTable } from "./help.ts";

export const providers: HelpTable = {
  bad_oauth_callback: [
    "The provider led back without a code or without the state.",
    "Begin again. If it repeats, compare the redirect URI at the provider with that of this server.",
  ],
  bad_oauth_state: [
    "The sign-in was begun longer ago than allowed, or the state is not ours.",
    "Begin the sign-in again, in one browser.",
  ],
  provider_try_not_found: [
    "This try of a provider was opened already, is somebody else's, or its ten minutes are over.",
    "Begin another one, in the console or by `POST /admin/providers/:name/tries`.",
  ],
  custom_provider_not_found: ["No custom provider has this identifier.", "`GET /admin/custom-providers` lists them."],
  feature_disabled: ["This part of auth is switched off.", "Operators switch it on; the message names the part."],
  flow_state_expired: [
    "More time passed between sign-in and exchange of the code than is allowed.",
    "Exchange the code at once, and begin again now.",
  ],
  flow_state_not_found: [
    "The code of this sign-in is unknown or was used.",
    "Exchange each code once, on the server that issued it.",
  ],
  hook_disabled: ["The hook is not switched on.", "Set its `..._ENABLED` and `..._URI`, or its setting in the console."],
  hook_not_found: ["There is no hook of this name.", "`GET /admin/hooks` lists them."],
  hook_payload_invalid_content_type: [
    "Your hook answered with another content type than JSON.",
    "Answer with `Content-Type: application/json`.",
  ],
  hook_payload_over_size_limit: ["The answer of your hook is too large.", "Answer with the few fields that the hook may change."],
  hook_timeout: [
    "Your hook took longer than allowed, so the request was refused.",
    "Answer at once, and do slow work afterwards.",
  ],
  hook_timeout_after_retry: [
    "Your hook could not be reached, three times in a row.",
    "See that its address is right and reachable from the server. Private networks must be allowed by name.",
  ],
  oauth_provider_not_supported: [
    "The provider was switched off while the sign-in was under way.",
    "Switch it on, or use another one.",
  ],
  over_custom_provider_quota: ["As many custom providers exist as are allowed.", "Delete one, or raise the limit."],
  provider_disabled: [
    "No enabled provider has the issuer of this identity token.",
    "Enable the provider, and list its client ids.",
  ],
  provider_email_needs_verification: [
    "The provider does not say that the address is verified, so a confirmation mail was sent.",
    "Open the link of that mail.",
  ],
  saml_assertion_no_email: [
    "The identity provider sent no email address.",
    "Have it send one, or map the attribute by `attribute_mapping`.",
  ],
  saml_assertion_no_user_id: [
    "The identity provider sent no lasting id of the user.",
    "Set its NameID to a persistent format, or map an attribute to it.",
  ],
  saml_entity_id_mismatch: [
    "The new metadata is of another identity provider.",
    "Create a provider for it, instead of changing this one.",
  ],
  saml_idp_already_exists: ["An identity provider with this entity id exists.", "Change that one."],
  saml_idp_not_found: ["Nobody has set up this identity provider here.", "Add its metadata by `POST /admin/sso/providers`."],
  saml_metadata_fetch_failed: [
    "The metadata could not be fetched, or has expired.",
    "Open the address in a browser. It must be HTTPS and reachable from the server.",
  ],
  saml_provider_disabled: ["SAML is switched off.", "Set `AUTHSVC_SAML_ENABLED=true` and its private key."],
  saml_relay_state_expired: ["The sign-in at the identity provider took longer than allowed.", "Begin it again."],
  saml_relay_state_not_found: [
    "The answer belongs to no sign-in that was begun here, or may not begin one by itself.",
    "Begin in the application.",
  ],
  sso_domain_already_exists: ["Another identity provider has this domain.", "Remove the domain there first."],
  sso_provider_disabled: ["This identity provider is switched off.", "Enable it by `PUT /admin/sso/providers/:id`."],
  sso_provider_not_found: [
    "No identity provider has this id or domain.",
    "`GET /admin/sso/providers` lists them with their domains.",
  ],
  unexpected_audience: [
    "The SAML answer or token is meant for another service.",
    "Compare the audience at the identity provider with the entity id of this server.",
  ],
  web3_provider_disabled: [
    "Sign-in by wallets is switched off.",
    "Set `AUTHSVC_EXTERNAL_WEB3_ETHEREUM_ENABLED=true`, or that of Solana.",
  ],
  web3_unsupported_chain: ["The wallet's chain is not supported.", "Use `ethereum` or `solana`."],
};
