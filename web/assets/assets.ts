// GET /assets/:name: scripts and styles. Their names hold a hash of what is in them, so that browsers keep them for good.
import { Type } from "typebox";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";

export const getAssets = endpoint({
  method: "GET",
  path: "/assets/:name",
  access: "public",
  isRoutine: true,
  summary: "A script or a style of the app",
  params: Type.Object({ name: Type.String() }),
  reply: NoBody,
  refuses: [404],
  handle: ({ params, assets, request }) => {
    const asset = assets.find(params.name);
    if (!asset) throw fail.unknownRoute();
    const accepted = request.headers["accept-encoding"] ?? "";
    const headers = {
      "content-type": asset.type,
      "cache-control": "public, max-age=31536000, immutable",
      vary: "accept-encoding",
    };
    if (/\bbr\b/.test(accepted)) return new Answer(200, { ...headers, "content-encoding": "br" }, asset.brotli);
    if (/\bgzip\b/.test(accepted)) return new Answer(200, { ...headers, "content-encoding": "gzip" }, asset.gzip);
    return new Answer(200, headers, asset.plain);
  },
});
