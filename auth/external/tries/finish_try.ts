// The browser is back from a provider that an administrator tries: asks the provider who it is, as a sign-in would, and stores the answer
// for that administrator. Nobody is signed in, nothing is linked, and the provider's tokens are dropped.
import type { Answer } from "../../../kernel/http/endpoint.ts";
import { logAct } from "../../audit/log_act.ts";
import type { AuthInput } from "../../endpoint.ts";
import { openMemory } from "../../flow_states/sealed.ts";
import { type EnabledProvider, findProvider } from "../enabled_provider.ts";
import { stateHashOf } from "../flow/begin_flow.ts";
import { browserHashes } from "../flow/browser_cookie.ts";
import { plain } from "../flow/error_url.ts";
import { askProvider, providerTimeoutMs } from "../flow/timeout.ts";
import { ProviderError } from "../provider.ts";
import { hintForCode, personOf, problemOf, type ReceivedClaims, sealOutcome, type TryOutcome } from "./outcome.ts";
import { claimTry, endTry, type ProviderTry } from "./queries.ts";
import { tryPage } from "./try_page.ts";
import { triesAfter } from "./try_time.ts";

type CallbackFields = Readonly<Record<string, string | undefined>>;

/** The page that says so; undefined where the state is of no try, or of another browser's. */
export async function finishTry(input: AuthInput<unknown>, answer: CallbackFields): Promise<Answer | undefined> {
  const { config, db, request, now } = input;
  const hashes = browserHashes(request.headers.cookie, ["GET", "POST"], config);
  const open = await claimTry(db, stateHashOf(answer.state ?? ""), hashes, triesAfter(now));
  if (!open) return undefined;
  await storeOutcome(input, open, await outcomeOf(input, open, answer));
  return tryPage(input);
}

export async function storeOutcome(
  { db, serverKeys, now }: AuthInput<unknown>,
  { id, provider, request }: ProviderTry,
  outcome: TryOutcome,
): Promise<void> {
  await db.transaction(async (tx) => {
    await endTry(tx, id, sealOutcome(serverKeys.state, id, outcome), now);
    // What was said of the person is for the administrator's eyes, and not for the log.
    const traits = { provider, outcome: outcome.problem ? "failed" : "ok" };
    await logAct(tx, { ...request, now }, { action: "provider_try_ended", actor: request.actor, traits });
  });
}

async function outcomeOf(input: AuthInput<unknown>, open: ProviderTry, answer: CallbackFields): Promise<TryOutcome> {
  // OAuth 1 has no word for it but this, with the request token as its value.
  const refusal = answer.error || (answer.denied && "access_denied");
  if (refusal) {
    const message = [refusal, answer.error_description].flatMap((each) => (each ? [plain(each).slice(0, 500)] : [])).join(": ");
    return { received: [], person: null, problem: { message, hint: hintForCode(refusal) } };
  }
  const received: ReceivedClaims[] = [];
  try {
    const provider = await findProvider(open.provider, input);
    if (!provider) throw new ProviderError("exchange", "the provider was deleted meanwhile");
    return await ask(input, provider, { open, answer, received });
  } catch (error) {
    const line = { request_id: input.request.id, provider: open.provider };
    if (!(error instanceof ProviderError)) input.log.error({ ...line, err: error }, "a try of a provider failed");
    return { received, person: null, problem: problemOf(error) };
  }
}

interface Arrival {
  open: ProviderTry;
  answer: CallbackFields;
  received: ReceivedClaims[];
}

async function ask(
  { config, serverKeys, now }: AuthInput<unknown>,
  { provider, config: providerConfig }: EnabledProvider,
  { open, answer, received }: Arrival,
): Promise<TryOutcome> {
  // By OAuth 1 the verifier takes its place.
  if (!answer.code && !answer.oauth_verifier)
    throw new ProviderError("exchange", "the provider sent the browser back without a code");
  const memory = open.sealed_memory ? openMemory(serverKeys.state, open.id, open.sealed_memory) : {};
  if (!memory) throw new ProviderError("exchange", "the server's key has changed meanwhile");
  const parameters = Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;
  const { profile } = await askProvider("exchange", providerTimeoutMs(config), (timeoutMs) =>
    provider.finish({
      config: providerConfig,
      parameters,
      memory,
      now,
      timeoutMs,
      receive: (from, claims) => received.push({ from, claims }),
    }),
  );
  const person = personOf(profile);
  const lacksEmail = person?.email === null && !providerConfig.emailOptional;
  const problem = lacksEmail ? { message: "the provider sent no email address", hint: "email" as const } : null;
  return { received, person, problem };
}
