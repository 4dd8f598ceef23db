// Calls the handler of a finance route directly, without HTTP and authentication.
import { readFinanceConfig } from "../../finance/config.ts";
import { openQueue } from "../../finance/post/queue.ts";
import { routes } from "../../finance/routes.ts";
import type { Database } from "../../kernel/sql/database.ts";

export interface RouteCall {
  method: string;
  path: string;
  params?: object;
  query?: object;
  body?: object | undefined;
}

const { config } = readFinanceConfig({});
const queue = openQueue();
/** Ignores the names of parameters. */
const shapeOf = (path: string) => path.replace(/:\w+/g, ":");

export async function callRoute(db: Database, caller: object, now: Date, call: RouteCall): Promise<void> {
  const { method, path, params = {}, query = {}, body } = call;
  const route = routes.find((each) => each.method === method && shapeOf(each.path) === shapeOf(path));
  if (!route) throw new Error(`there is no ${method} ${path}`);
  const request = { id: "bench", method, path, headers: {} };
  await route.handle({ db, config, queue, caller, now, params, query, body, request } as never);
}
