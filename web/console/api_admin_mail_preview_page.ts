// POST /api/admin/mail/preview/page: a mail as its reader would see it, for a frame of the console. The mail is a stranger there: it runs nothing,
// sends nothing, and reaches nothing of the page around it.
import { Type } from "typebox";
import { Answer } from "../../kernel/http/endpoint.ts";
import { endpoint, type WebInput } from "../endpoint.ts";
import { refuse } from "../proxy/auth_refusal.ts";
import { forwardedToAuth } from "../upstream/forwarded_to_auth.ts";
import { throwUnavailable } from "../upstream/unavailable.ts";
import { withConsole } from "./with_console.ts";

const FRAME_POLICY = [
  "sandbox",
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src https: data:",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join("; ");

const Text = (maxLength: number) => Type.Optional(Type.String({ maxLength }));

interface Form {
  template: string;
  language?: string;
  html?: string;
}

export const postApiAdminMailPreviewPage = endpoint({
  method: "POST",
  path: "/api/admin/mail/preview/page",
  access: "own",
  summary: "Show a mail as its reader would see it, in a frame",
  form: true,
  body: Type.Object({ template: Type.String({ maxLength: 40 }), language: Text(35), html: Text(200_000) }),
  bodyLimitBytes: 1_000_000,
  mediaType: "text/html",
  reply: Type.String(),
  refuses: [400, 401, 403, 422, 429, 503],
  handle: (input) => withConsole(input, ({ accessToken }) => show(input, accessToken)),
});

async function show(input: WebInput<Form>, accessToken: string): Promise<Answer> {
  const { template, language, html } = input.body;
  const answer = await input.auth
    .askAny({
      method: "POST",
      path: "/admin/mail/preview",
      headers: { ...forwardedToAuth(input, accessToken), "content-type": "application/json" },
      body: JSON.stringify({ template, ...(language && { language }), ...(html && { html }) }),
    })
    .catch(throwUnavailable);
  const page = (answer.body as { html?: unknown } | null)?.html;
  if (answer.status >= 300 || typeof page !== "string") return refuse(answer);
  return new Answer(200, { "content-type": "text/html; charset=utf-8", "content-security-policy": FRAME_POLICY }, page);
}
