// A calendar as a file, by RFC 5545.

export interface CalendarEvent {
  /** Stays the same as long as it is the same thing. */
  uid: string;
  day: string;
  summary: string;
}

export interface CalendarFile {
  name: string;
  /** When it was made. */
  stamp: Date;
  events: readonly CalendarEvent[];
}

const LONGEST_LINE_BYTES = 75;

/** Whole days that keep nobody busy. */
export function calendarText({ name, stamp, events }: CalendarFile): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Cofre//Finance//PT",
    "CALSCALE:GREGORIAN",
    `X-WR-CALNAME:${escapeText(name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT6H",
    ...events.flatMap((event) => eventLines(event, stamp)),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

function eventLines({ uid, day, summary }: CalendarEvent, stamp: Date): string[] {
  const moment = stamp.toISOString().replace(/\.\d+/, "").replace(/[-:]/g, "");
  return [
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTAMP:${moment}`,
    `DTSTART;VALUE=DATE:${day.replaceAll("-", "")}`,
    `SUMMARY:${escapeText(summary)}`,
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ];
}

/** Control characters have no place in a text; a line break is written as `\n`. */
function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, "\\$&")
    .replace(/\r\n|[\r\n\u2028\u2029]/g, "\\n")
    .replace(/\p{Cc}/gu, " ");
}

/** A longer line goes on in the next one after a space. No character is cut in two. */
function fold(line: string): string {
  let folded = "";
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > LONGEST_LINE_BYTES) {
      folded += "\r\n ";
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}
