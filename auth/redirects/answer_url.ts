// Puts the outcome of a flow into the URL that the browser is sent to.

type Fields = Readonly<Record<string, string | number | undefined>>;

/**
 * Names that only this service may set. Clients read them from the query too, before the fragment. A redirect_to with tokens of its own
 * would sign a person in to another account.
 */
const OURS = new Set([
  ...["access_token", "refresh_token", "token_type", "expires_in", "expires_at", "provider_token", "provider_refresh_token"],
  ...["error", "error_code", "error_description"],
]);

/** By it clients tell a fragment of this service from one that another program has put there. */
const MARKER = { sb: "" };

/** The fields as the fragment, instead of one that is there. */
export function withFragment(url: string, fields: Fields): string {
  return `${withQuery(url, {})}#${encoded({ ...fields, ...MARKER })}`;
}

/** The fields behind the query that is there, without the fragment. */
export function withQuery(url: string, fields: Fields): string {
  const { base, query } = parts(url);
  const remaining = query.split("&").filter((pair) => pair !== "" && !isReplaced(pair, fields));
  const whole = [...remaining, encoded(fields)].filter((text) => text !== "").join("&");
  return whole === "" ? base : `${base}?${whole}`;
}

const ERROR_NAMES: Readonly<Record<number, string>> = {
  400: "invalid_request",
  401: "unauthorized_client",
  403: "access_denied",
  500: "server_error",
  503: "temporarily_unavailable",
};

/** In the fragment, where scripts look; with PKCE in the query too, where servers can see it. */
export function errorRedirect(
  url: string,
  { status, code, message }: { status: number; code: string; message: string },
  { pkce }: { pkce: boolean },
): string {
  const fields = { error: ERROR_NAMES[status], error_code: code, error_description: message };
  return withQuery(url, pkce ? fields : {}) + withFragment("", fields);
}

/** Built as text, because the URL class would rewrite parts of an application's own scheme. */
function parts(url: string): { base: string; query: string } {
  const whole = url.split("#", 1)[0] as string;
  const mark = whole.indexOf("?");
  return mark < 0 ? { base: whole, query: "" } : { base: whole.slice(0, mark), query: whole.slice(mark + 1) };
}

function isReplaced(pair: string, fields: Fields): boolean {
  const [name = ""] = [...new URLSearchParams(pair).keys()];
  return OURS.has(name) || fields[name] !== undefined;
}

function encoded(fields: Fields): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) parameters.append(name, String(value));
  parameters.sort();
  return parameters.toString();
}
