// What providers call their refusals: of our client, of the address of this service, of a code.

export const CODE_REFUSED: readonly string[] = ["invalid_grant", "bad_verification_code", "invalid_code"];

export const CLIENT_REFUSED: readonly string[] = [
  "invalid_client",
  "unauthorized_client",
  "incorrect_client_credentials",
  "bad_client_secret",
  "invalid_client_id",
];

export const REDIRECT_REFUSED: readonly string[] = ["redirect_uri_mismatch", "invalid_redirect_uri", "bad_redirect_uri"];
