// What Supabase Auth has and this server has not yet: answered as that server answers while it is switched off, so that clients know what
// they face. A line goes when its feature comes; until then the API document leaves it out, because nobody can use it.
import { Type } from "typebox";
import type { Fault } from "../kernel/errors.ts";
import type { Endpoint, Method } from "../kernel/http/endpoint.ts";
import { demandCaller } from "./account/caller.ts";
import type { AuthAccess, AuthCaller, AuthWorld, Guards } from "./endpoint.ts";

type AuthEndpoint = Endpoint<AuthWorld, AuthAccess, AuthCaller, Guards>;

/** There is none now. */
const OFF: readonly Parameters<typeof off>[] = [];

export const featuresOff: readonly AuthEndpoint[] = OFF.flatMap((each) => off(...each));

/** Where the real server looks at the feature before it looks at the caller, `access` is public. */
function off(methods: string, path: string, access: AuthAccess, refusal: () => Fault): AuthEndpoint[] {
  return methods.split(" ").map((method) => ({
    ...{ method: method as Method, path, access, summary: "Is off", reply: Type.Unknown(), ignoresBody: true },
    handle: async (input) => {
      if (access === "user") await demandCaller(input, input.caller, input.now);
      throw refusal();
    },
  }));
}
