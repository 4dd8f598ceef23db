// What pages are asked with, and how they answer.
import { Type } from "typebox";
import { NoBody } from "../../kernel/http/endpoint.ts";

export const FormText = Type.Optional(Type.String({ maxLength: 4096 }));

export const PageQuery = Type.Object({ lang: FormText, next: FormText, email: FormText, purpose: FormText, problem: FormText });

/** A page, or a redirect to the next one. */
export const HtmlReply = {
  mediaType: "text/html",
  reply: Type.String(),
  answers: { 303: { description: "On to the next page", reply: NoBody, headers: { Location: "Where to" } } },
  refuses: [403, 422, 429, 503],
} as const;
