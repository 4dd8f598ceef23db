// Test support: the part of the walk that is about people: who they are, their tokens, and somebody who joins the space and is removed.
import type { TestFinance, TestMember } from "../testing.ts";
import type { Walker } from "./walker.ts";

export async function walkSmallRoutes(on: Walker, { userId }: { userId: number }): Promise<void> {
  for (const path of ["/health", "/ready", "/users", "/users/me", `/users/${userId}`]) await on.get(path);
  await on.put("/preferences", { preferences: { theme: "dark" } });
  const fresh = { name: "walk", scope: "read" };
  const token = await on.post("/api_tokens", fresh, { "idempotency-key": "walk-token" });
  await on.post("/api_tokens", fresh, { "idempotency-key": "walk-token" });
  await on.get("/api_tokens");
  await on.delete(`/api_tokens/${token.id}`);
}

export async function walkMembers(
  { on, asGuest, byPassword }: Record<"on" | "asGuest" | "byPassword", Walker>,
  { auth, guest }: Pick<TestFinance, "auth"> & { guest: TestMember },
): Promise<void> {
  const { id } = await on.post("/invitations", { email: "walk@example.com", role: "viewer" });
  await on.delete(`/invitations/${id}`);
  await on.post("/invitations", { email: guest.email, role: "viewer" });
  await on.get("/invitations");
  await asGuest.get("/invitations/received");
  await byPassword.get("/invitations/received");
  await asGuest.post("/invitations/accept", { token: await invitationTokenFor(auth, guest.email) });
  for (const path of ["/members", "/spaces"]) await on.get(path);
  const space = await on.post("/spaces", { name: "walk" });
  await byPassword.put(`/spaces/${space.id}`, { name: "walked" });
  await byPassword.delete(`/spaces/${space.id}`, { name: "walked" });
  await on.put("/spaces/months", { start_day: 5, weekend: "before" });
  await on.get("/spaces/months?date=2026-03-10");
  for (const path of ["/overview", "/budgets", "/balances?periodicity=monthly", "/forecast?budgets=true"])
    await on.get(`${path}${path.includes("?") ? "&" : "?"}period=space`);
  for (const report of ["cash_flow", "categories", "net_worth"])
    for (const basis of ["invoice", "payment"]) await on.get(`/reports/${report}?period=space&basis=${basis}`);
  await on.put("/spaces/months", { start_day: 1, weekend: "same" });
  await on.put(`/members/${guest.userId}`, { role: "editor" });
  await on.delete(`/members/${guest.userId}`);
}

/** The name leads to this machine, and nothing is ever sent there. */
export async function walkWebhooks(on: Walker): Promise<void> {
  const fresh = { url: "https://localhost/walk", description: "walk" };
  const { id } = await on.post("/webhooks", fresh, { "idempotency-key": "walk-webhook" });
  await on.post("/webhooks", fresh, { "idempotency-key": "walk-webhook" });
  await on.put(`/webhooks/${id}`, { events: ["transaction.created"], cursor: "0" });
  for (const path of ["/webhooks", `/webhooks/${id}`]) await on.get(path);
  const ping = await on.post(`/webhooks/${id}/ping`);
  await on.get(`/webhooks/${id}/deliveries?limit=5`);
  await on.post(`/webhooks/${id}/deliveries/${ping.id}/resend`);
  await on.post(`/webhooks/${id}/rotate_secret`);
  const { id: gone } = await on.post("/webhooks", fresh);
  await on.delete(`/webhooks/${gone}`);
}

/** Of the last mail to that address. */
export async function invitationTokenFor(auth: TestFinance["auth"], email: string): Promise<string> {
  const mail = (await auth.messages()).findLast(({ to, template }) => to === email && template === "space_invitation");
  return String(mail?.variables.confirmationUrl).split("#invitation=")[1] ?? "";
}
