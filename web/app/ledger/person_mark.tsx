// The mark of a person: initials in a circle. Decoration: the name stands beside it.

interface PersonMarkProps {
  initials: string;
  /** The number of a chart's colour. */
  colour: number;
}

export function PersonMark({ initials, colour }: PersonMarkProps) {
  return (
    <span class="person-mark" style={{ "--colour": `var(--chart-${colour})` }} aria-hidden="true">
      {initials}
    </span>
  );
}
