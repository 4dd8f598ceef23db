// Whether a verified assertion is meant for us, now, and for the sign-in that it answers.
import { BEARER, NS, SUCCESS } from "./names.ts";
import type { Assertion, Confirmation } from "./read_assertion.ts";
import { attributeOf, childrenOf, textOf, type XmlElement } from "./xml.ts";

export interface Expected {
  /** The entity id of the provider. */
  issuer: string;
  audience: string;
  acsUrl: string;
  /** The id of our request; undefined where the provider began by itself. */
  requestId: string | undefined;
  now: Date;
}

/** The tolerated clock difference. */
const SKEW_MS = 60_000;
/** The longest validity, whatever the assertion says: it is used at once. */
const MOST_AGE_MS = 5 * 60_000;

/** Until when an assertion has to be remembered, so that it lets nobody in twice. */
export function rememberedUntil({ issuedAt }: Pick<Assertion, "issuedAt">): Date {
  return new Date(issuedAt.getTime() + MOST_AGE_MS + SKEW_MS);
}

/** Whether the provider reports success. Failures may be unsigned. */
export function isSuccess(response: XmlElement): boolean {
  const [status, second] = childrenOf(response, NS.protocol, "Status");
  const codes = status ? childrenOf(status, NS.protocol, "StatusCode") : [];
  return second === undefined && codes.length === 1 && attributeOf(codes[0], "Value") === SUCCESS;
}

/** What is wrong with it, for the operator's log; undefined where nothing is. */
export function assertionProblem(response: XmlElement, assertion: Assertion, expected: Expected): string | undefined {
  const { issuer, audience, acsUrl, requestId, now } = expected;
  const { conditions } = assertion;
  const [issuerOfResponse] = childrenOf(response, NS.assertion, "Issuer");
  const checks: [isGood: boolean, problem: string][] = [
    [attributeOf(response, "Version") === "2.0" && assertion.version === "2.0", "it is not of SAML 2.0"],
    [(attributeOf(response, "Destination") ?? acsUrl) === acsUrl, "its Destination is another service"],
    [attributeOf(response, "InResponseTo") === requestId, "its InResponseTo is not the request"],
    [issuerOfResponse === undefined || textOf(issuerOfResponse) === issuer, "the response is another provider's"],
    [assertion.issuer === issuer, "the assertion is another provider's"],
    [conditions.unknown.length === 0, "it has conditions that are not known"],
    [conditions.audiences.length > 0, "it has no audience"],
    [conditions.audiences.every((each) => each.includes(audience)), "its audience is another service"],
    [!isEarly(conditions.notBefore, now), "it is not good yet"],
    [!isLate(conditions.notOnOrAfter, now), "it is not good any more"],
    [!isEarly(assertion.issuedAt, now), "it was issued in the future"],
    [now.getTime() < rememberedUntil(assertion).getTime(), "it was issued too long ago"],
    [assertion.confirmations.some((each) => isConfirmed(each, expected)), "nothing confirms that its bearer is its subject"],
    [assertion.sessionEnd !== undefined, "it says nothing of a sign-in"],
    [!assertion.sessionEnd || assertion.sessionEnd > now, "the session at the provider is over"],
  ];
  return checks.find(([isGood]) => !isGood)?.[1];
}

function isConfirmed(confirmation: Confirmation, { acsUrl, requestId, now }: Expected): boolean {
  const { method, recipient, inResponseTo, notBefore, notOnOrAfter } = confirmation;
  return (
    method === BEARER &&
    recipient === acsUrl &&
    inResponseTo === requestId &&
    notOnOrAfter !== undefined &&
    !isLate(notOnOrAfter, now) &&
    !isEarly(notBefore, now)
  );
}

function isEarly(notBefore: Date | undefined, now: Date): boolean {
  return notBefore !== undefined && now.getTime() + SKEW_MS < notBefore.getTime();
}

function isLate(notOnOrAfter: Date | undefined, now: Date): boolean {
  return notOnOrAfter !== undefined && now.getTime() - SKEW_MS >= notOnOrAfter.getTime();
}
