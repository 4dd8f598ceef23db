// Whom a typed text means: an account by its address, number or id, or a client by its IP address.

export type SubjectQuery = Partial<Record<"email" | "phone" | "user_id" | "ip_address", string>>;

/** Undefined where it means nobody. `client` narrows an account to one client. */
export function subjectQuery(typed: string, client: string): SubjectQuery | undefined {
  const text = typed.trim();
  const at = client.trim();
  const kind = kindOf(text);
  if (kind === undefined || (kind === "ip_address" && at !== "")) return undefined;
  return { [kind]: text, ...(at && { ip_address: at }) };
}

function kindOf(text: string): keyof SubjectQuery | undefined {
  if (text.includes("@")) return "email";
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return "user_id";
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(text) || /^[0-9a-f]*:[0-9a-f:.]*$/i.test(text)) return "ip_address";
  return /^\+?[\d ]{4,}$/.test(text) ? "phone" : undefined;
}
