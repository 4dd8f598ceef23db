// What the fuzzer knows of the endpoints: the lists that the services are made from.
import type { TSchema } from "typebox";
import { routes as authRoutes } from "../../auth/routes.ts";
import { routes as financeRoutes } from "../../finance/routes.ts";
import type { JsonSchema } from "./fuzz_values.ts";

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
  /** Of a success with this status. */
  reply: TSchema;
  status: number;
  /** Media types that a success may have instead of JSON. */
  files: readonly string[];
}

type AnyRoute = (typeof authRoutes | typeof financeRoutes)[number];

const describe =
  (service: FuzzRoute["service"]) =>
  ({ method, path, access, query, body, form, reply, status = 200, files = [] }: AnyRoute): FuzzRoute => ({
    ...{ service, name: `${method} ${path}`, method, path, access, reply, status, files, isForm: form !== undefined },
    query: query as JsonSchema | undefined,
    body: body as JsonSchema | undefined,
  });

export const FUZZ_ROUTES: readonly FuzzRoute[] = [...authRoutes.map(describe("auth")), ...financeRoutes.map(describe("finance"))];
