// The metadata of a provider, from an administrator or from its address, as it is kept.
import { isSendable, sendGuarded } from "../../kernel/outbound/guarded.ts";
import { OutboundError } from "../../kernel/outbound/outbound.ts";
import type { AuthConfig } from "../config.ts";
import { fail } from "../errors.ts";
import type { ProviderRequest } from "./provider_body.ts";
import type { MetadataWrite } from "./queries.ts";
import { MOST_METADATA_CHARACTERS, readMetadata } from "./saml/read_metadata.ts";
import { XmlProblem } from "./saml/xml.ts";

type Hosts = Pick<AuthConfig, "samlMetadataAllowedHosts">;

const FETCH_TIMEOUT_MS = 5_000;
const HOUR = 3600;
const DAY = 86_400;

/** Throws what an administrator has to hear. */
export async function takeMetadata(
  source: NonNullable<ProviderRequest["metadata"]>,
  config: Hosts,
  now: Date,
): Promise<MetadataWrite> {
  const url = "url" in source ? source.url : null;
  const xml = "url" in source ? await fetchMetadata(source.url, config) : source.xml;
  try {
    const {
      entityId,
      signInUrl,
      certificates,
      validUntil,
      cacheSeconds = DAY,
    } = readMetadata(xml, { allowedHosts: config.samlMetadataAllowedHosts });
    if (validUntil && validUntil <= now) throw new XmlProblem("it is not valid any more");
    const seconds = Math.min(Math.max(cacheSeconds, HOUR), DAY);
    const dueAt = url === null ? null : new Date(now.getTime() + seconds * 1000);
    return { entityId, xml, url, dueAt, validUntil, signInUrl, certificates };
  } catch (error) {
    if (error instanceof XmlProblem) throw fail.samlMetadataInvalid({ values: { problem: error.message } });
    throw error;
  }
}

async function fetchMetadata(url: string, { samlMetadataAllowedHosts: allowedHosts }: Hosts): Promise<string> {
  const problem = (text: string, cause?: unknown) => fail.samlMetadataUnfetched({ values: { problem: text }, cause });
  if (!isSendable(url, { allowedHosts })) throw problem("metadata_url has to be a public https address");
  try {
    const question = { headers: { accept: "application/samlmetadata+xml, application/xml, text/xml" } };
    const limits = { timeoutMs: FETCH_TIMEOUT_MS, mostBytes: MOST_METADATA_CHARACTERS };
    const { status, text } = await sendGuarded(url, { ...question, ...limits }, { allowedHosts });
    if (status !== 200) throw problem(`it answered ${status}`);
    return text;
  } catch (error) {
    if (error instanceof OutboundError) throw problem(error.message, error);
    throw error;
  }
}
