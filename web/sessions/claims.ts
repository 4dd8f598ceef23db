// What an access token says of its session. It came from auth itself, so nobody has to look at its signature here.

export interface Claims {
  sub?: string;
  email?: string;
  phone?: string;
  session_id?: string;
  aal?: string;
  amr?: { timestamp: number }[];
  /** The administrator who sees the account. */
  act?: { sub: string };
  user_metadata?: Readonly<Record<string, unknown>>;
}

export function claimsOf(accessToken: string): Claims {
  try {
    return JSON.parse(Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString()) as Claims;
  } catch {
    return {};
  }
}

/** Seconds since 1970: when somebody last showed who they are, by whatever way. */
export function provedAt(accessToken: string): number {
  return Math.max(0, ...(claimsOf(accessToken).amr ?? []).map(({ timestamp }) => timestamp));
}
