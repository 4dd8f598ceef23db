// Test support: goals through the API.
import assert from "node:assert/strict";
import type { TestClient } from "../testing.ts";
import type { GoalView } from "./goal.ts";

export interface ActView extends GoalView {
  account: { account_id: number; balance_cents: number; reserved_cents: number; available_cents: number };
  warnings: string[];
}

export async function createGoal(client: TestClient, body: object = {}): Promise<GoalView> {
  const reply = await client.post("/goals", { name: "Viagem", target_cents: 100_000, ...body });
  assert.equal(reply.status, 201, reply.text);
  return reply.body as GoalView;
}

export async function act(client: TestClient, id: number, name: string, body: object): Promise<ActView> {
  const reply = await client.post(`/goals/${id}/${name}`, body);
  assert.equal(reply.status, 200, reply.text);
  return reply.body as ActView;
}

export const reserve = (client: TestClient, id: number, body: object) => act(client, id, "reserve", body);

export async function goalOf(client: TestClient, id: number) {
  const reply = await client.get(`/goals/${id}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body as GoalView & { moves: { amount_cents: number; counted_cents: number; description: string | null }[] };
}

/** Where nothing is reserved, the answer does not say so. */
export async function accountOf(client: TestClient, id: number) {
  const { body } = await client.get(`/accounts/${id}`);
  return { reserved_cents: 0, ...(body as { balance_cents?: number; reserved_cents?: number; available_cents?: number }) };
}
