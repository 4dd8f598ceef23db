// What the app may ask of auth, and what of it needs a fresh proof of who is there. Everything else of auth stays out of reach.

type Fields = Readonly<Record<string, unknown>>;

export interface AuthCall {
  method: string;
  path: RegExp;
  /** Fields of a body that are passed on; others are left out. */
  takes?: readonly string[];
  /** The same for parameters of the query. */
  asks?: readonly string[];
  /** Whether the session must have been proved a short while ago. */
  needsProof?: true | ((body: Fields) => boolean);
  /** Whether `password` is a new one, which must not be common. */
  setsPassword?: true;
}

const ID = "[0-9a-f-]{36}";
/** No dots alone, which would lead to another path. */
const MESSAGE = "[0-9TZ.]{20}-[0-9a-f-]{36}[.][a-z]{3}";
const at = (path: string) => new RegExp(`^${path.replaceAll(":id", ID).replaceAll(":message", MESSAGE)}$`);

export const AUTH_CALLS: readonly AuthCall[] = [
  { method: "GET", path: at("/settings") },
  { method: "GET", path: at("/user") },
  {
    method: "PUT",
    path: at("/user"),
    takes: ["email", "phone", "password", "current_password", "nonce", "data"],
    needsProof: ({ email, phone, password }) => [email, phone, password].some((each) => each !== undefined),
    setsPassword: true,
  },
  { method: "DELETE", path: at("/user"), takes: ["nonce", "password"], needsProof: true },
  { method: "DELETE", path: at("/user/identities/:id"), needsProof: true },
  { method: "POST", path: at("/user/support-code"), needsProof: true },
  { method: "GET", path: at("/user/oauth/grants") },
  { method: "DELETE", path: at("/user/oauth/grants"), asks: ["client_id"] },
  { method: "GET", path: at("/reauthenticate") },
  { method: "POST", path: at("/verify"), takes: ["type", "phone", "token"] },
  { method: "GET", path: at("/server") },
  { method: "POST", path: at("/server/invitations"), takes: ["email"], needsProof: true },
  { method: "GET", path: at("/server/mailbox"), asks: ["before"], needsProof: true },
  { method: "GET", path: at("/server/mailbox/:message"), needsProof: true },
  { method: "GET", path: at("/sessions") },
  { method: "DELETE", path: at("/sessions/:id") },
  { method: "POST", path: at("/factors"), takes: ["factor_type", "friendly_name", "phone"], needsProof: true },
  { method: "DELETE", path: at("/factors/:id"), needsProof: true },
  { method: "POST", path: at("/factors/:id/challenge"), takes: ["channel"] },
  { method: "POST", path: at("/factors/:id/verify"), takes: ["challenge_id", "code", "webauthn"] },
  { method: "GET", path: at("/factors/recovery-codes") },
  { method: "POST", path: at("/factors/recovery-codes"), needsProof: true },
  { method: "POST", path: at("/factors/recovery-codes/regenerate"), needsProof: true },
  { method: "GET", path: at("/passkeys") },
  { method: "PATCH", path: at("/passkeys/:id"), takes: ["friendly_name"] },
  { method: "DELETE", path: at("/passkeys/:id"), needsProof: true },
  { method: "POST", path: at("/passkeys/registration/options"), needsProof: true },
  { method: "POST", path: at("/passkeys/registration/verify"), takes: ["challenge_id", "credential"] },
];

export function findAuthCall(method: string, path: string): AuthCall | undefined {
  return AUTH_CALLS.find((each) => each.method === method && each.path.test(path));
}

/** The parameters that are passed on. */
export function queryOf({ asks = [] }: AuthCall, query: unknown): Record<string, string> {
  const parameters = (query ?? {}) as Fields;
  return Object.fromEntries(asks.flatMap((name) => (typeof parameters[name] === "string" ? [[name, parameters[name]]] : [])));
}

export function bodyOf({ takes = [] }: AuthCall, body: unknown): Fields {
  const fields = (body ?? {}) as Fields;
  return Object.fromEntries(takes.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])));
}
