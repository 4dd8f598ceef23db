// Faults that the fuzzer has found. `npm test` repeats each request and seed. Requests are stored, because seeds change their
// meaning with new routes.
import type { FuzzRequest } from "./requests.ts";

interface Finding {
  seed: number;
  what: string;
  /** Absent if the fuzzer itself failed, or if one request does not reproduce the fault. */
  request?: Pick<FuzzRequest, "service" | "route" | "caller" | "method" | "path"> & Partial<FuzzRequest>;
}

export const FINDINGS: readonly Finding[] = [
  {
    seed: 958_359_083,
    what: "a parameter that is none of the list's came back in both links to other pages, and their header was longer than clients take",
    request: {
      ...{ service: "auth", route: "GET /admin/audit", caller: "admin", method: "GET" },
      path: `/admin/audit?email=${"%25".repeat(3_000)}`,
    },
  },
  { seed: 310_541, what: "a text was cut inside of a character, and the fuzzer stopped at it" },
  { seed: 41_550_092, what: "a sign-up with a known address had moments that were none; auth/sign_up/signup.test.ts holds it" },
  {
    seed: 120_994_417,
    what: "a link was asked for while its user was deleted; auth/account/user_identities_authorize.test.ts holds it",
  },
];
