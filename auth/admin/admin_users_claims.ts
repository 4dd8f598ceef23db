// GET /admin/users/:id/claims: what an access token of the user would say if they signed in now. No token is issued, and nothing changes.
// The hook that may change claims is called, as a sign-in would; the session is all zeros, by which it can tell.
import { Type } from "typebox";
import { Fault } from "../../kernel/errors.ts";
import { FreeForm } from "../../kernel/http/documented_only.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { customClaims } from "../hooks/custom_access_token.ts";
import { findUserWithIdentities } from "../identities/queries.ts";
import { accessTokenClaims } from "../keys/access_token.ts";
import { amrOf } from "../sessions/queries.ts";
import type { UserWithIdentities } from "../users/user.ts";
import { readUserId } from "./user_body.ts";

const NO_SESSION = "00000000-0000-0000-0000-000000000000";

export const getAdminUserClaims = endpoint({
  method: "GET",
  path: "/admin/users/:id/claims",
  access: "admin",
  right: "users:read",
  summary: "What an access token of the user would say, without issuing one",
  params: Type.Object({ id: Type.String() }),
  reply: Type.Object({
    claims: FreeForm,
    hook: Type.Unsafe<"none" | "called" | "failed">({
      type: "string",
      enum: ["none", "called", "failed"],
      description: "none: no hook is set. failed: nobody would come in; the claims are those that it was sent",
    }),
    error: Type.Optional(Type.String({ description: "Why the hook failed" })),
  }),
  refuses: [422],
  handle: async ({ params, db, config, hooks, now }) => {
    const user = await findUserWithIdentities(db, readUserId(params.id));
    if (!user) throw fail.userUnknown();
    if (user.deleted_at !== null) throw fail.userDeleted();
    const method = usualMethod(user);
    const session = { id: NO_SESSION, aal: "aal1", amr: amrOf(method, now), endsAt: null };
    const ours = accessTokenClaims({ user, session, config, now });
    if (!hooks.customAccessToken) return { claims: { ...ours }, hook: "none" as const };
    try {
      const claims = await customClaims(hooks.customAccessToken, { claims: ours, method, ip: "", config });
      return { claims: { ...claims }, hook: "called" as const };
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return { claims: { ...ours }, hook: "failed" as const, error: error.message };
    }
  },
});

/** By which way a user most likely comes in, as the claim `amr` names it. */
function usualMethod({ is_anonymous: isAnonymous, is_sso_user: isSsoUser, identities }: UserWithIdentities): string {
  if (isAnonymous) return "anonymous";
  if (isSsoUser) return "sso/saml";
  const isLocal = identities.length === 0 || identities.some(({ provider }) => provider === "email" || provider === "phone");
  return isLocal ? "password" : "oauth";
}
