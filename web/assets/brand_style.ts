// GET /brand/style: the operator's colour, as a style sheet.
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { endpoint } from "../endpoint.ts";

export const getBrandStyle = endpoint({
  method: "GET",
  path: "/brand/style",
  access: "public",
  summary: "The colour",
  reply: NoBody,
  handle: ({ brand }) =>
    new Answer(
      200,
      { "content-type": "text/css; charset=utf-8", "cache-control": "public, max-age=31536000, immutable" },
      brand.style,
    ),
});
