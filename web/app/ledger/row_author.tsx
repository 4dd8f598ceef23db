// Who wrote a row, in a space that more than one person shares.
import { useStore } from "../data/use_store.ts";
import { initialsOf, personColour } from "../rules/initials.ts";
import { type Author, authorOf } from "../rules/people.ts";
import type { Transaction } from "../rules/records.ts";
import { authorWords } from "./author_words.ts";
import { PersonMark } from "./person_mark.tsx";

/** On the corner of the row's sign, where somebody else wrote it. */
export function RowAuthor({ row }: { row: Transaction }) {
  const author = authorOf(useStore().people.value, row);
  if (author?.is !== "other") return null;
  const text = authorWords.by(author.name as string);
  return (
    <span class="row-author" title={text}>
      <AuthorMark author={author} />
      <span class="unseen">{text}</span>
    </span>
  );
}

/** Of a row that is shown alone. */
export function AuthorName({ author }: { author: Author }) {
  return (
    <span class="with-mark">
      {author.name !== undefined && <AuthorMark author={author} />}
      {nameOf(author)}
    </span>
  );
}

const nameOf = ({ is, name }: Author) => (is === "self" ? authorWords.self : (name ?? authorWords.gone));

const AuthorMark = ({ author: { id, name = "" } }: { author: Author }) => (
  <PersonMark initials={initialsOf(name)} colour={personColour(id)} />
);
