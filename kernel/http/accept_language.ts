// The languages that a browser asks for, in the reader's own order (RFC 9110, 12.5.4).

const MOST = 20;
const TAG = /^[a-z]{2,3}(?:-[a-z0-9]{1,8}){0,4}$/;

/** Tags in lower case, such as `pt-br`, the most wanted first. `*`, which is what programs send, names none. */
export function acceptedLanguages(header = ""): string[] {
  const ranges = header.split(",", MOST).map((each) => {
    const [tag = "", ...parameters] = each.split(";").map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith("q="));
    return { tag, quality: quality ? Number(quality.slice(2)) || 0 : 1 };
  });
  const wanted = ranges.filter(({ tag, quality }) => quality > 0 && TAG.test(tag));
  return wanted.toSorted((one, other) => other.quality - one.quality).map(({ tag }) => tag);
}
