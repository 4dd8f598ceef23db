// The route document of web, from its routes. It has no OpenAPI document, because programs use auth's and finance's APIs.
import { AUTH_CALLS } from "../web/proxy/auth_calls.ts";
import { routes } from "../web/routes.ts";

const ACCESS: Readonly<Record<string, string>> = {
  public: "anybody",
  page: "a browser; writes by our own pages alone",
  own: "our own pages alone",
};

export function webRoutesDocument(): string {
  const rows = routes.map(({ method, path, access, summary }) => `| ${method} | \`${path}\` | ${ACCESS[access]} | ${summary} |`);
  const calls = AUTH_CALLS.map(({ method, path, takes = [], needsProof }) => {
    const proof = needsProof === undefined ? "" : needsProof === true ? "yes" : "for some of them";
    return `| ${method} | \`${readable(path)}\` | ${takes.map((name) => `\`${name}\``).join(", ")} | ${proof} |`;
  });
  return `# web: routes

Made by \`npm run generate\`. Whose the session is, the sealed cookie says; no answer holds a token. A write must say \`Sec-Fetch-Site: same-origin\`, or without that header
an \`Origin\` that is ours; else it is 403 \`foreign_page\`. Refusals are JSON for scripts (\`code\`, \`error\`, \`request_id\`) and a page for people.

| method | path | from where | what |
|---|---|---|---|
${rows.join("\n")}

## Of auth, below /api/auth

What is not here is 404. Other fields of a body are left out. Where a fresh sign-in is needed, one that is older than ten minutes is 403 \`proof_needed\`. Finance, below
\`/api/finance\`, is passed on whole; \`POST /api_tokens\` and \`GET /exports\` need a fresh sign-in there. \`/api/reads\` reads several of its paths at once
(\`?path=/accounts&path=/categories\`) and answers two lines for each, in their order: \`status\` and, where finance says so, \`retry_after\` in seconds; then the JSON.

| method | path | fields | fresh sign-in |
|---|---|---|---|
${calls.join("\n")}
`;
}

/** `^/passkeys/[0-9a-f-]{36}$` becomes `/passkeys/:id`. */
const readable = ({ source }: RegExp) =>
  source
    .replace(/^\^|\$$/g, "")
    .replaceAll("\\/", "/")
    .replaceAll("[0-9TZ.]{20}-[0-9a-f-]{36}[.][a-z]{3}", ":name")
    .replaceAll("[0-9a-f-]{36}", ":id");
