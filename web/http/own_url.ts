// Our own address, as others must name it to lead a browser here.
import type { WebInput } from "../endpoint.ts";
import { originOf } from "./origin.ts";

export function ownUrl({ config, request }: Pick<WebInput, "config" | "request">): string {
  return config.externalUrl ?? originOf(request);
}
