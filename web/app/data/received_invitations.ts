// Invitations to the user's own address: joining takes one click, without the mail.
import { call, write } from "./api.ts";
import type { Store } from "./store.ts";

export interface ReceivedInvitation {
  id: number;
  role: "owner" | "editor" | "viewer";
  space_name: string;
  members: number;
  invited_by: { name: string; email: string };
  expires_at: string;
}

export const RECEIVED = "/invitations/received";

export const inviterOf = ({ invited_by: { name, email } }: ReceivedInvitation) => name || email;

/** Marks the button of spaces while an invitation waits. */
export async function lookForInvitations(store: Store): Promise<void> {
  const received = await call<ReceivedInvitation[]>(store, `/api/finance${RECEIVED}`).catch(() => []);
  document.documentElement.toggleAttribute("data-invited", received.length > 0);
}

/** Opens the space on a new page, which says so. The cookie is the one of the invitation page. */
export async function joinSpace(store: Store, { id }: ReceivedInvitation): Promise<void> {
  const { record } = await write<{ space_id: number }>(store, "POST", "/invitations/accept", { id });
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the newer way is not in every browser
  document.cookie = `cofre-open-space=${record.space_id}; Path=/; Max-Age=600; SameSite=Strict${secure}`;
  location.assign("/");
}
