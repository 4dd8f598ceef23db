// GET /signed_out: the page after signing out, or after deleting the account.
import { endpoint } from "../endpoint.ts";
import { HtmlReply, PageQuery } from "../html/form_schemas.ts";
import { html } from "../html/html.ts";
import { answerPage } from "../html/layout.ts";

export const getSignedOut = endpoint({
  method: "GET",
  path: "/signed_out",
  access: "page",
  summary: "The page after signing out, or after deleting the account",
  query: PageQuery,
  ...HtmlReply,
  handle: (input) =>
    answerPage(input, ({ signedOut, accountDeleted }) => {
      const { title, explain, again } = input.query.purpose === "deleted" ? accountDeleted : signedOut;
      return {
        title,
        body: html`<h1>${title}</h1><p>${explain}</p><div class="stack"><a class="button main" href="/sign_in">${again}</a></div>`,
      };
    }),
});
