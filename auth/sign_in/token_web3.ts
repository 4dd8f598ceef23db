// POST /token?grant_type=web3: signs in with a message that a wallet has signed (Sign in with Ethereum, Sign in with Solana).
// The message names the site and the time, and is valid once.
import { createHash } from "node:crypto";
import type { AuthInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { signInWithProvider } from "../external/linking/sign_in_with_provider.ts";
import { claimTries } from "../limits/queries_tries.ts";
import { tryKey } from "../limits/tries.ts";
import { newSession } from "../sessions/new_session.ts";
import { presentSession } from "../sessions/session.ts";
import { requireValidMessage, web3Refusal } from "../web3/check_message.ts";
import { isSignedInEthereum, readEthereumSignature } from "../web3/ethereum.ts";
import { CHAINS, type Chain, readMessage, type WalletMessage } from "../web3/message.ts";
import { isSignedInSolana, readSolanaSignature } from "../web3/solana.ts";

export interface Web3Body {
  chain?: string;
  message?: string;
  signature?: string;
}

const SIGNATURES = {
  ethereum: { read: readEthereumSignature, isSigned: isSignedInEthereum },
  solana: { read: readSolanaSignature, isSigned: isSignedInSolana },
} as const;

export async function tokenWeb3(input: AuthInput<Web3Body>) {
  const { body, config, now } = input;
  const chain = CHAINS.find((each) => each === body.chain);
  if (!chain) throw fail.web3ChainUnknown();
  const { enabled, validitySeconds } = settingsOf(chain, config);
  if (!enabled) throw fail.web3Disabled();
  const { message: text = "", signature = "" } = body;
  const message = readMessage(text, chain);
  const { read, isSigned } = SIGNATURES[chain];
  if (!(await isSigned(text, read(signature), message.address))) throw web3Refusal("Signature does not match address in message");
  requireValidMessage(message, { redirects: config, validitySeconds, now });
  await spend(input, text, validitySeconds);
  const signedIn = await signInWithProvider(input, {
    provider: "web3",
    emailOptional: true,
    profile: profileOf(chain, message),
    purpose: { kind: "sign in" },
    ending: { session: newSession(input, "web3") },
    redirectTo: config.siteUrl,
  });
  return presentSession(signedIn, input);
}

/** While no chain is on, the body is not read: Supabase Auth answers so too. */
export function throwIfWeb3IsOff(config: AuthInput<unknown>["config"]): void {
  if (!CHAINS.some((chain) => settingsOf(chain, config).enabled)) throw fail.web3Disabled();
}

function settingsOf(chain: Chain, config: AuthInput<unknown>["config"]) {
  return chain === "ethereum"
    ? { enabled: config.web3EthereumEnabled, validitySeconds: config.web3EthereumValiditySeconds }
    : { enabled: config.web3SolanaEnabled, validitySeconds: config.web3SolanaValiditySeconds };
}

/** By the text and not the signature, of which there can be several. It is stored while the text could be valid. */
async function spend({ db, serverKeys, now }: AuthInput<unknown>, text: string, validitySeconds: number): Promise<void> {
  const key = tryKey(serverKeys, "web3 message", createHash("sha256").update(text).digest("hex"));
  const limit = { shape: "bucket", events: 1, spanMicroseconds: Math.ceil(validitySeconds * 2_000_000) + 1 } as const;
  const { refused_by: refusedBy } = await claimTries(db, [{ key, limit }], now);
  if (refusedBy !== null) throw web3Refusal("Signed message was used before");
}

/** An address of Ethereum is the same in any case. */
function profileOf(chain: Chain, { address: writtenAddress, chainId, domain, statement }: WalletMessage) {
  const address = chain === "ethereum" ? writtenAddress.toLowerCase() : writtenAddress;
  const subject = `web3:${chain}:${address}`;
  const claims = { address, chain, domain, ...(chainId && { network: chainId }), ...(statement && { statement }) };
  return { subject, emails: [], metadata: { custom_claims: claims } };
}
