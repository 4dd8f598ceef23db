// GET /api/admin/finance/spaces: what finance counted of all spaces, for an administrator of this browser. Finance asks auth whether they may.
import { Type } from "typebox";
import { endpoint, type WebInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { passOn } from "../proxy/passed_on.ts";
import { forwarded } from "../upstream/forwarded.ts";
import { throwUnavailable } from "../upstream/unavailable.ts";
import { withConsole } from "./with_console.ts";

export const getApiAdminFinanceSpaces = endpoint({
  method: "GET",
  path: "/api/admin/finance/spaces",
  access: "own",
  summary: "What finance counted of all spaces",
  reply: Type.Unknown(),
  refuses: [401, 403, 503],
  handle: (input) => withConsole(input, ({ accessToken }) => ask(input, accessToken)),
});

async function ask({ finance, request }: WebInput, accessToken: string) {
  const headers = { ...forwarded(request, accessToken), accept: "application/json" };
  const answer = await finance.send({ path: "/operators/spaces", headers }).catch(throwUnavailable);
  if (answer.status < 300) return passOn(request, answer);
  answer.body.resume();
  if (answer.status === 401 || answer.status === 403) throw fail.rightMissing();
  throw fail.unavailable({ headers: { "retry-after": "1" } });
}
