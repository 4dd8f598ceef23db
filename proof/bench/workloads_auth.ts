// Auth's workloads, for any server with the same API.
import { CODE_VERIFIER } from "./app_codes.ts";
import { AUTH, type Lane, type LaneMaker, pickAt, type Step, type Supplies, stepOf, type User } from "./lanes.ts";

export const authWorkloads: Record<string, LaneMaker> = {
  "sign-up": (supplies, index) => {
    let count = 0;
    return () => {
      const body = { email: `new-${supplies.seed}-${index}-${count++}@example.com`, password: "a password nobody else has" };
      return stepOf(supplies, AUTH, { method: "POST", path: "/signup", body }, 200);
    };
  },

  "sign-in": (supplies, index, count) => {
    const path = "/token?grant_type=password";
    const steps = ownOf(supplies.users, index, count).map(({ email, password }) =>
      stepOf(supplies, AUTH, { method: "POST", path, body: { email, password } }, 200),
    );
    return cycle(steps);
  },

  refresh: (supplies, index, count) =>
    renewing(supplies, index, count, "/token?grant_type=refresh_token", (token) => ({ refresh_token: token })),

  "app refresh": (supplies, index, count) => {
    const { id: client_id = "", secret: client_secret = "" } = supplies.app ?? {};
    const fixed = { grant_type: "refresh_token", client_id, client_secret };
    return renewing(supplies, index, count, "/oauth/token", (token) => ({ ...fixed, refresh_token: token }));
  },

  "app code": (supplies, index, count) => {
    const { id: client_id = "", secret: client_secret = "", codes = [] } = supplies.app ?? {};
    const fixed = { grant_type: "authorization_code", client_id, client_secret, code_verifier: CODE_VERIFIER };
    return spending(codes, index, count, (code) =>
      stepOf(supplies, AUTH, { method: "POST", path: "/oauth/token", body: { ...fixed, code } }, 200),
    );
  },

  "get user": (supplies, index, count) => {
    const steps = ownOf(supplies.users, index, count).map(({ access }) =>
      stepOf(supplies, AUTH, { method: "GET", path: "/user", authorization: `Bearer ${access}` }, 200),
    );
    return cycle(steps);
  },

  verify: (supplies, index, count) =>
    spending(supplies.linkTokens, index, count, (token_hash) =>
      stepOf(supplies, AUTH, { method: "POST", path: "/verify", body: { type: "magiclink", token_hash } }, 200),
    ),

  health: (supplies) => cycle([stepOf(supplies, AUTH, { method: "GET", path: "/health" }, 200)]),
};

function renewing(supplies: Supplies, index: number, count: number, path: string, bodyOf: (token: string) => object): Lane {
  const users = ownOf(supplies.users, index, count);
  let next = 0;
  return () => {
    const user = pickAt(users, next++);
    const step = stepOf(supplies, AUTH, { method: "POST", path, body: bodyOf(user.refresh) }, 200);
    step.heard = (answer) => {
      // The next round begins with the latest token.
      user.refresh = /"refresh_token": *"([^"]+)"/.exec(answer.toString("latin1"))?.[1] ?? "";
    };
    return step;
  };
}

/** Each secret is used once, by one lane. */
function spending(secrets: readonly string[], index: number, count: number, stepFor: (secret: string) => Step): Lane {
  let next = index;
  return () => {
    const secret = secrets[next];
    next += count;
    return secret === undefined ? undefined : stepFor(secret);
  };
}

/** Each lane has its own users, so that no two refresh the same session. */
function ownOf(users: readonly User[], index: number, count: number): User[] {
  const own = users.filter((_, at) => at % count === index % count);
  return own.length > 0 ? own : [pickAt(users, index)];
}

function cycle(steps: readonly Step[]): () => Step {
  let next = 0;
  return () => pickAt(steps, next++);
}
