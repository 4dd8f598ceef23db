// What SCIM clients ask before anything else. There are no users and groups to provision here yet, so the lists are empty.
import { type Static, Type } from "typebox";
import { Answer } from "../../kernel/http/endpoint.ts";
import type { AuthConfig } from "../config.ts";
import { fail } from "../errors.ts";
import { SCIM_TYPE } from "./error_form.ts";

export const ScimList = Type.Object({
  schemas: Type.Array(Type.String()),
  totalResults: Type.Integer(),
  startIndex: Type.Integer(),
  itemsPerPage: Type.Integer(),
  Resources: Type.Array(Type.Object({})),
});

export const REFUSED = {
  description: "As RFC 7644 has errors",
  reply: Type.Object({ schemas: Type.Array(Type.String()), status: Type.String(), detail: Type.String() }),
  mediaType: SCIM_TYPE,
} as const;

/** These endpoints take no filter (RFC 7644, 4). */
export const scimQuery = Type.Object({ filter: Type.Optional(Type.String({ description: "Refused with 403" })) });

export function emptyList(config: AuthConfig, { filter }: Static<typeof scimQuery>): Answer {
  requireScim(config);
  if (filter !== undefined) throw fail.scimFilter();
  const schemas = ["urn:ietf:params:scim:api:messages:2.0:ListResponse"];
  return scimAnswer({ schemas, totalResults: 0, startIndex: 1, itemsPerPage: 0, Resources: [] });
}

export function scimAnswer(body: object): Answer {
  return new Answer(200, { "content-type": SCIM_TYPE }, body);
}

export function requireScim({ scimEnabled }: Pick<AuthConfig, "scimEnabled">): void {
  if (!scimEnabled) throw fail.scimDisabled();
}
