// POST /share: files that another app of the phone shares with this one, where no service worker is there to take them: before the first sign-in
// and after a sign-out. The answer is a page that hands them to its own script, which keeps them in the browser: nothing is stored here.
import { Readable } from "node:stream";
import { Type } from "typebox";
import { BodyError } from "../../kernel/http/request_body.ts";
import { readStreamedFiles } from "../../kernel/http/streamed_files.ts";
import { endpoint, type WebInput } from "../endpoint.ts";
import { HtmlReply, PageQuery } from "../html/form_schemas.ts";
import { html, Markup } from "../html/html.ts";
import { answerPage } from "../html/layout.ts";

/** They are in memory for a moment. */
const MOST_MEGABYTES = 20;
/** As long as a phone on a slow line takes. */
const LONGEST_SECONDS = 300;

export const postShare = endpoint({
  method: "POST",
  path: "/share",
  access: "handed",
  summary: "Files that another app shares with the installed app, for a new entry",
  query: PageQuery,
  streamsBody: Type.String({ format: "binary", description: "A form with files in its field `file`" }),
  ...HtmlReply,
  refuses: [400, 403, 429],
  timeoutSeconds: LONGEST_SECONDS,
  slowBody: true,
  handle: async (input) => {
    const giveBack = input.takeShareSlot();
    try {
      const files = await receive(input);
      return answerPage(input, ({ share }) => ({
        title: share.title,
        body: html`<h1>${share.title}</h1><p>${files ? share.explain : share.tooMuch}</p>${(files ?? []).map(
          // Base64 needs no escaping, which would take long.
          ({ name, bytes }) => html`<template data-shared="${name}">${new Markup(bytes.toString("base64"))}</template>`,
        )}
<div class="stack"><a class="button main" href="/transactions/new">${share.goOn}</a></div>`,
      }));
    } finally {
      giveBack();
    }
  },
});

interface SharedFile {
  name: string;
  bytes: Buffer;
}

/** Undefined where it is more than is taken. */
async function receive({ body, request }: WebInput): Promise<SharedFile[] | undefined> {
  if (!/^multipart\/form-data\b/i.test(request.headers["content-type"] ?? "")) throw new BodyError("form", "the body is no form");
  const files: SharedFile[] = [];
  let left = MOST_MEGABYTES * 2 ** 20;
  if (!(body instanceof Readable)) return files;
  const bytes = body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const { name = "", content } of readStreamedFiles(bytes, request, "file")) {
    const pieces: Buffer[] = [];
    for await (const piece of content) {
      left -= piece.length;
      if (left < 0) return undefined;
      pieces.push(piece);
    }
    if (pieces.length > 0) files.push({ name, bytes: Buffer.concat(pieces) });
  }
  return files;
}
