// The web links in a plain text, so that they can be followed.

export interface TextPart {
  text: string;
  isLink: boolean;
}

/** Only http and https. What ends a sentence is no part of a link. */
export function splitLinks(text: string): TextPart[] {
  const parts = text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]])/);
  return parts.map((each, index) => ({ text: each, isLink: index % 2 === 1 })).filter((part) => part.text !== "");
}
