// Requests to auth about the signed-in user, through our own service.
import { call, type Method } from "../data/api.ts";
import { ask } from "../data/ask.ts";
import { send } from "../data/send.ts";
import type { Store } from "../data/store.ts";
import { useData } from "../data/use_data.ts";
import type { PasswordSettings } from "../rules/password_rule.ts";
import type { Refusal } from "../rules/records.ts";
import { settingsWords } from "./words.ts";

export interface Factor {
  id: string;
  status: string;
  friendly_name?: string;
  factor_type: "totp" | "phone" | "webauthn" | "recovery_code";
  phone: string;
  created_at: string;
}

export interface Identity {
  identity_id: string;
  provider: string;
  email?: string;
  created_at: string;
}

export interface User {
  email: string;
  new_email?: string;
  phone: string;
  new_phone?: string;
  user_metadata: { name?: string; full_name?: string };
  factors?: Factor[];
  identities: Identity[];
}

export interface AuthSettings extends PasswordSettings {
  external: Record<string, boolean>;
  passkeys_enabled: boolean;
  /** Second factors that can be added, and whether providers can be linked, if the server tells. */
  second_factors?: string[];
  manual_linking_enabled?: boolean;
  /** Whether an administrator may see an account. */
  support_codes_enabled?: boolean;
  /** Whether other apps may connect. */
  oauth_server_enabled?: boolean;
}

const BELOW = "/api/auth";

export const USER = `${BELOW}/user`;
export const useUser = () => useData<User>(USER);
export const useAuthSettings = () => useData<AuthSettings>(`${BELOW}/settings`).data;
export const useAuth = <T>(path: string) => useData<T>(BELOW + path);
export const askAuth = <T>(store: Store, method: Method | "PATCH", path: string, body?: object) =>
  send<T>(store, method, BELOW + path, body).catch(throwTranslated);
/** Nothing is loaded again afterwards, because the session has ended. */
export const deleteUser = (store: Store) =>
  ask(store, USER, { method: "DELETE", headers: { "content-type": "application/json" }, body: "{}" }).catch(throwTranslated);
export const readAuth = <T>(store: Store, path: string) => call<T>(store, BELOW + path).catch(throwTranslated);

export interface ServerView {
  /** What the user may do with the server as a whole. */
  roles: string[];
  /** For owners: mails are kept here, because the server has no mail. */
  mailbox: boolean;
}

export const SERVER = `${BELOW}/server`;
export const useServer = () => useData<ServerView>(SERVER);

/** Auth's messages are English; known error codes get texts of our own. */
function throwTranslated(refusal: Refusal): never {
  const text = settingsWords.refusals[refusal.code ?? ""];
  throw text ? { ...refusal, message: text } : refusal;
}
