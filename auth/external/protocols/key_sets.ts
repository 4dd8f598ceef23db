// The signing keys of providers, from the configured address. A token cannot choose that address.
import { createLocalJWKSet, createRemoteJWKSet, customFetch, type JSONWebKeySet, type JWTVerifyGetKey } from "jose";
import { OutboundError, readJsonObject, send } from "../../../kernel/outbound/outbound.ts";
import type { Sender } from "./provider_calls.ts";

const KEYS_TIMEOUT_MS = 3_000;
const MOST_BYTES = 200_000;
/** A provider may rotate its keys at any time; asking again for each made-up key id would let anyone hammer it through us. */
const COOLDOWN_MS = 30_000;
const FRESH_MS = 600_000;
const FAILURE_MS = 10_000;
const MOST_SETS = 50;

/** By their addresses, the one opened last at the end. */
const sets = new Map<string, JWTVerifyGetKey>();

/**
 * Fetched when first needed and then kept for a while. What fails is an OutboundError. What was fetched freely is not there for those who
 * must ask in another way.
 */
export function keysAt(url: string, sends: Sender = send): JWTVerifyGetKey {
  const cacheKey = sends === send ? url : `guarded ${url}`;
  let set = sets.get(cacheKey);
  if (!set) {
    set = openKeySet(url, sends);
    const [oldest] = sets.keys();
    if (sets.size >= MOST_SETS && oldest !== undefined) sets.delete(oldest);
    sets.set(cacheKey, set);
  }
  return set;
}

function openKeySet(url: string, sends: Sender): JWTVerifyGetKey {
  let failure: { error: unknown; until: number } | undefined;
  return createRemoteJWKSet(new URL(url), {
    cooldownDuration: COOLDOWN_MS,
    cacheMaxAge: FRESH_MS,
    [customFetch]: async () => {
      // The library waits between two fetches that went well, and not after one that failed.
      if (failure && Date.now() < failure.until) throw failure.error;
      try {
        const keys = await fetchKeys(url, sends);
        failure = undefined;
        return Response.json(keys);
      } catch (error) {
        failure = { error, until: Date.now() + FAILURE_MS };
        throw error;
      }
    },
  });
}

async function fetchKeys(url: string, sends: Sender): Promise<JSONWebKeySet> {
  const answer = await sends(url, {
    headers: { accept: "application/json", "user-agent": "cofre" },
    timeoutMs: KEYS_TIMEOUT_MS,
    mostBytes: MOST_BYTES,
  });
  if (answer.status !== 200) throw new OutboundError("unreadable", `it answered with status ${answer.status}`);
  const keys = readJsonObject(answer) as unknown as JSONWebKeySet;
  try {
    createLocalJWKSet(keys);
  } catch {
    throw new OutboundError("unreadable", "its answer is not a set of keys");
  }
  return keys;
}
