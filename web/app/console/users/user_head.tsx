// Who a user is: state, id to copy, and when they came.
import { currentTime } from "../../clock.ts";
import { dayAndTime } from "../../ui/sections.tsx";
import { CopyButton } from "../shell/copy_button.tsx";
import { State } from "./state.tsx";
import { isBanned, isBannedForever, type User } from "./user_record.ts";
import { userWords } from "./user_words.ts";
import { usersWords } from "./words.ts";

export function UserHead({ user }: { user: User }) {
  const now = currentTime();
  const {
    created_at: created,
    last_sign_in_at: lastSignIn,
    invited_at: invited,
    banned_until: bannedUntil,
    deleted_at: deleted,
  } = user;
  return (
    <dl class="facts user-facts">
      <div>
        <dt>{usersWords.columns.state}</dt>
        <dd>
          <State user={user} now={now} />
          {isBanned(user, now) && bannedUntil && (
            <span>{isBannedForever(user, now) ? userWords.bannedForever : userWords.bannedUntil(dayAndTime(bannedUntil))}</span>
          )}
        </dd>
      </div>
      <div>
        <dt>{usersWords.columns.created}</dt>
        <dd>{dayAndTime(created)}</dd>
      </div>
      <div>
        <dt>{usersWords.columns.lastSignIn}</dt>
        <dd>{lastSignIn ? dayAndTime(lastSignIn) : usersWords.never}</dd>
      </div>
      {invited && (
        <div>
          <dt>{userWords.invited}</dt>
          <dd>{dayAndTime(invited)}</dd>
        </div>
      )}
      {deleted && (
        <div>
          <dt>{usersWords.states.deleted}</dt>
          <dd>{dayAndTime(deleted)}</dd>
        </div>
      )}
      <div>
        <dt>{usersWords.columns.id}</dt>
        <dd>
          <code>{user.id}</code>
          <CopyButton text={user.id} />
        </dd>
      </div>
    </dl>
  );
}
