// The second factors of somebody who has come half the way.
import type { WebInput } from "../endpoint.ts";
import type { Session } from "../sessions/session_cookie.ts";
import { askAuth, type Refusal } from "../upstream/ask_auth.ts";

export interface Factor {
  id: string;
  factor_type: string;
  status: string;
  friendly_name?: string;
  phone?: string;
}

type FactorsAnswer = { factors: Factor[]; refused?: undefined } | { factors?: undefined; refused: Refusal };

export async function factorsOf(input: WebInput, { accessToken }: Session): Promise<FactorsAnswer> {
  const { body, refused } = await askAuth(input, { method: "GET", path: "/user", accessToken });
  if (refused) return { refused };
  const factors = (body.factors ?? []) as Factor[];
  return { factors: factors.filter(({ status }) => status === "verified") };
}
