// A sign-in that is on its way through another site. Its cookie comes along when that site sends the browser back.
import type { CookieKind } from "../sessions/cookie.ts";

export const FLOW: CookieKind = { name: "cofre-flow", sameSite: "Lax", maxAgeSeconds: 900 };

export interface Flow {
  verifier: string;
  next: string;
}
