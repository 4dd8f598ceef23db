// Who operates the server: auth says what the bearer of a token may do, at each call, so that a role that is taken away is gone at once.
import { fail } from "../errors.ts";
import type { AuthLink } from "./auth_link.ts";

const RIGHT = "finance:read";
const MOST_CHARACTERS = 32_768;

/** Throws unless the header holds an administrator's token, an operator's, or an API key that has the right. */
export function requireOperatorBy({ findRights }: Pick<AuthLink, "findRights">) {
  return async (header: string): Promise<void> => {
    const token = /^bearer +([\w.-]+)$/i.exec(header)?.[1];
    if (token === undefined || token.length > MOST_CHARACTERS)
      throw fail.unauthorized({ headers: { "www-authenticate": "Bearer" } });
    const rights = await findRights(token);
    if (!rights?.includes(RIGHT)) throw fail.operatorsOnly();
  };
}
