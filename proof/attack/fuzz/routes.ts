// The endpoints that the fuzzer calls, from the services' own lists.
import type { TSchema } from "typebox";
import { apiInfo as authInfo } from "../../../auth/main.ts";
import { routes as authRoutes } from "../../../auth/routes.ts";
import { routes as financeRoutes } from "../../../finance/routes.ts";
import { apiInfo as financeInfo } from "../../../finance/service/api_info.ts";
import { describeApi } from "../../../kernel/http/openapi.ts";
import { EXTERNAL_URL } from "../settings.ts";
import type { JsonSchema } from "./values.ts";

export interface FuzzRoute {
  service: "auth" | "finance";
  /** `PUT /accounts/:id` */
  name: string;
  method: string;
  path: string;
  access: string;
  query: JsonSchema | undefined;
  body: JsonSchema | undefined;
  isForm: boolean;
  /** The schema of a success with this status. */
  reply: TSchema;
  status: number;
  /** Media types of all documented answers, by status. */
  answers: ReadonlyMap<number, readonly string[]>;
}

type AnyRoute = (typeof authRoutes | typeof financeRoutes)[number];

type Document = { paths: Record<string, Record<string, { responses: Record<string, { content?: object }> }>> };

function describe(service: FuzzRoute["service"], routes: readonly AnyRoute[], document: Document): FuzzRoute[] {
  return routes.map(({ method, path, access, query, body, form, reply, status = 200 }) => {
    const operation = document.paths[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()];
    if (!operation) throw new Error(`${method} ${path} is not documented`);
    const answers = Object.entries(operation.responses).map(
      ([code, { content = {} }]) => [Number(code), Object.keys(content)] as const,
    );
    return {
      ...{ service, name: `${method} ${path}`, method, path, access, reply, status, isForm: form !== undefined },
      answers: new Map(answers),
      query: query as JsonSchema | undefined,
      body: body as JsonSchema | undefined,
    };
  });
}

export const FUZZ_ROUTES: readonly FuzzRoute[] = [
  ...describe("auth", authRoutes, describeApi(authRoutes, authInfo({ apiExternalUrl: EXTERNAL_URL })) as unknown as Document),
  ...describe("finance", financeRoutes, describeApi(financeRoutes, financeInfo) as unknown as Document),
];
