// GET /brand/logo: the operator's logo. As a picture it runs nothing; opened by itself the policy of every answer keeps it from doing so.
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";

export const getBrandLogo = endpoint({
  method: "GET",
  path: "/brand/logo",
  access: "public",
  summary: "The logo",
  reply: NoBody,
  refuses: [404],
  handle: ({ brand }) => {
    if (!brand.logo) throw fail.unknownRoute();
    return new Answer(
      200,
      {
        "content-type": brand.logo.type,
        "cache-control": "public, max-age=31536000, immutable",
        // Mails show it too, in pages of others.
        "cross-origin-resource-policy": "cross-origin",
      },
      brand.logo.bytes,
    );
  },
});
