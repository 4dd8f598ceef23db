// GET, POST /owner: where the link leads that the server prints at its start. Its code is behind the #, where no server or log sees it: the script
// sends it here, and a sealed cookie keeps it while the form is filled in. owner_form.ts draws the pages.
import { Type } from "typebox";
import { Fault } from "../../kernel/errors.ts";
import type { Answer } from "../../kernel/http/endpoint.ts";
import { isCommonPassword } from "../app/rules/common_password.ts";
import { endpoint, type WebInput } from "../endpoint.ts";
import { FormText, HtmlReply, PageQuery } from "../html/form_schemas.ts";
import { type CookieKind, clearCookie, readCookie, writeCookie } from "../http/cookie.ts";
import { redirect } from "../http/redirect.ts";
import { LANGUAGES, languageCookie, languageOf } from "../language/language.ts";
import { claimsOf } from "../sessions/claims.ts";
import { readSession, sessionIn } from "../sessions/session_cookie.ts";
import { startSession } from "../sessions/start_session.ts";
import { withSession } from "../sessions/with_session.ts";
import { askAuth, COMMON_PASSWORD } from "../upstream/ask_auth.ts";
import { askForCode, newOwnerForm, refuseCode, signedInForm } from "./owner_form.ts";

/** Keeps the code while somebody fills in the form, or signs in first. */
const OWNER_CODE: CookieKind = { name: "cofre-owner-code", sameSite: "Lax", maxAgeSeconds: 3_600 };

interface CodeCookie {
  code: string;
}

/** Behind this the code stands in the link. */
const MARK = /^.*#code=/;
const LONGEST_CODE = 200;
const SIGN_IN = "/sign_in?next=%2Fowner";

export const getOwner = endpoint({
  method: "GET",
  path: "/owner",
  access: "page",
  summary: "The page that makes somebody an owner of this server",
  query: PageQuery,
  ...HtmlReply,
  handle: (input) => {
    const code = readCookie<CodeCookie>(OWNER_CODE, input.cookieKey, input.request)?.code;
    if (code === undefined) return askForCode(input);
    const session = readSession(input.cookieKey, input.request);
    if (session) return signedInForm(input, String(claimsOf(session.accessToken).email ?? ""));
    return newOwnerForm(input, { email: "", name: "" });
  },
});

type OwnerInput = WebInput<{
  code?: string;
  act?: string;
  email?: string;
  password?: string;
  name?: string;
  language?: string;
  lan?: string;
}>;

export const postOwner = endpoint({
  method: "POST",
  path: "/owner",
  access: "page",
  summary: "Look at a code, and then use it: for a new user, or with `act` `accept` for the signed-in one",
  form: true,
  body: Type.Object({
    code: FormText,
    act: FormText,
    email: FormText,
    password: FormText,
    name: FormText,
    language: FormText,
    lan: FormText,
  }),
  ...HtmlReply,
  handle: async (input: OwnerInput) => {
    const stored = readCookie<CodeCookie>(OWNER_CODE, input.cookieKey, input.request)?.code;
    if (input.body.code !== undefined) return keepCode(input, input.body.code);
    if (stored === undefined) return askForCode(input);
    return input.body.act === "accept" ? accept(input, stored) : create(input, stored);
  },
});

/** A page of its own, which can be loaded again and come back to. */
async function keepCode(input: WebInput, text: string): Promise<Answer> {
  const code = text.trim().replace(MARK, "").slice(0, LONGEST_CODE);
  const { refused } = await askAuth(input, { path: "/server/owner/code", body: { code } });
  if (refused) return refuseCode(input, refused);
  return redirect("/owner", { "set-cookie": writeCookie(OWNER_CODE, input.cookieKey, { code }, input.request) });
}

async function create(input: OwnerInput, code: string): Promise<Answer> {
  const { email = "", password = "", name = "" } = input.body;
  const language = LANGUAGES.find((each) => each === input.body.language) ?? languageOf(input.request);
  const data = { locale: language, ...(name.trim() !== "" && { name: name.trim().slice(0, 100) }) };
  const { body, refused } = isCommonPassword(password)
    ? COMMON_PASSWORD
    : await askAuth(input, { path: "/server/owner", body: { code, email, password, data } });
  if (refused?.code === "owner_code_invalid") return overNow(input, refused);
  if (refused) return newOwnerForm(input, { email, name, refused });
  await keepLan(input);
  const cookies = [...clearCookie(OWNER_CODE, input.request), languageCookie(language, input.request)];
  const session = sessionIn(body);
  // A hook of the operator may issue no tokens; the owner is there all the same.
  return session ? startSession(input, session, "/", cookies) : redirect("/sign_in", { "set-cookie": cookies });
}

/** The owner is there by now: a full disk must not look as if they were not. */
async function keepLan({ body, keepLan: keep, log }: OwnerInput): Promise<void> {
  if (body.lan === "on")
    await keep?.().catch((error: Error) => log.error(`The choice to serve the network was not kept: ${error.message}`));
}

/** Whoever is not signed in, or not lately, comes back when they are. */
async function accept(input: OwnerInput, code: string): Promise<Answer> {
  try {
    return await withSession(input, async ({ accessToken }) => {
      const { refused } = await askAuth(input, { method: "PUT", path: "/server/owner", body: { code }, accessToken });
      if (!refused) {
        await keepLan(input);
        return redirect("/", { "set-cookie": clearCookie(OWNER_CODE, input.request) });
      }
      if (refused.code === "owner_code_invalid") return overNow(input, refused);
      if (refused.status === 401 || refused.status === 403) return redirect(`${SIGN_IN}&problem=again`);
      return signedInForm(input, String(claimsOf(accessToken).email ?? ""), refused);
    });
  } catch (error) {
    if (error instanceof Fault && error.code === "signed_out") return redirect(SIGN_IN);
    throw error;
  }
}

function overNow(input: WebInput, refused: Parameters<typeof refuseCode>[1]): Answer {
  return refuseCode(input, refused, clearCookie(OWNER_CODE, input.request));
}
