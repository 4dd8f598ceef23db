// Where an app's users come back to. What is compared is the text: no two programs can read it differently.

const LONGEST = 2048;
/** A browser runs or shows these itself, or they belong to no app. */
const REFUSED_SCHEMES = /^(javascript|data|vbscript|file|filesystem|blob|about|view-source|ftp|ws|wss):/i;
/** Native apps listen on a port that is free at the moment (RFC 8252). */
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?([/?].*)?$/;

/** Why a client may not be registered with this URI; undefined where it may. */
export function redirectProblem(uri: string): string | undefined {
  if (uri.length > LONGEST) return `is longer than ${LONGEST} characters`;
  // Spellings that are read one way here and another way by browsers.
  if (!/^[\x21-\x7e]+$/.test(uri) || /[\\<>"`{}|^]/.test(uri)) return "has characters that a URL may not have";
  if (/%(?![0-9a-f]{2})/i.test(uri) || /%(00|0a|0d)/i.test(uri)) return "has characters that a URL may not have";
  if (uri.includes("#")) return "must not have a fragment";
  if (REFUSED_SCHEMES.test(uri)) return "has a scheme that is not allowed";
  const url = URL.parse(uri);
  if (url === null || !/^[a-z][a-z0-9+.-]*:\/\/[^/?]/i.test(uri)) return "must be absolute, with a host";
  if (url.username !== "" || url.password !== "") return "must not have a user name";
  if (/(^|\/)(\.|%2e){1,2}(\/|\?|$)/i.test(uri.replace(/^[^:]+:\/\//, ""))) return "must not have dots as a part of its path";
  if (url.protocol === "http:" && !LOOPBACK.test(uri)) return "must be https, except on the loopback interface";
  return undefined;
}

/** Whether the app may be answered there: exactly one of the registered ones, with any port where a native app listens on this machine. */
export function isRegistered(uri: string, { redirect_uris: registered, client_type: type }: Redirects): boolean {
  if (registered.includes(uri)) return true;
  const loopback = type === "public" ? LOOPBACK.exec(uri) : null;
  if (loopback === null || redirectProblem(uri) !== undefined) return false;
  return registered.some((each) => {
    const other = LOOPBACK.exec(each);
    return other !== null && other[1] === loopback[1] && (other[2] ?? "") === (loopback[2] ?? "");
  });
}

interface Redirects {
  redirect_uris: readonly string[];
  client_type: string;
}

/** Any program on the machine can claim these schemes, so the one that gets the code need not be the app. */
export function isClaimedByMany(uri: string): boolean {
  return !uri.startsWith("https://");
}
