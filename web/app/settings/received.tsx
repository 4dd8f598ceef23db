// Invitations to the user's own address: one click joins.
import { inviterOf, joinSpace, RECEIVED, type ReceivedInvitation } from "../data/received_invitations.ts";
import { spaceWords } from "../data/space_words.ts";
import { useData } from "../data/use_data.ts";
import { useStore } from "../data/use_store.ts";
import { PersonMark } from "../ledger/person_mark.tsx";
import { initialsOf, personColour } from "../rules/initials.ts";
import { FormProblem } from "../ui/problems.tsx";
import { day, Line, Section } from "../ui/sections.tsx";
import { useSending } from "../ui/use_sending.ts";
import { householdWords } from "./household_words.ts";

export function Received() {
  const store = useStore();
  const received = useData<ReceivedInvitation[]>(RECEIVED).data ?? [];
  const { send, sending, problem } = useSending();
  if (received.length === 0) return null;
  return (
    <Section title={householdWords.received}>
      <FormProblem problem={problem.value} />
      <ul class="lines">
        {received.map((invitation, index) => (
          <Line
            key={invitation.id}
            mark={<PersonMark initials={initialsOf(inviterOf(invitation))} colour={personColour(invitation.id)} />}
            title={spaceWords.invites(inviterOf(invitation))}
            hints={[
              spaceWords.into(invitation.space_name, invitation.members),
              householdWords.joins[invitation.role],
              householdWords.until(day(invitation.expires_at)),
            ]}
          >
            <button
              type="button"
              class={index === 0 ? "main small" : "small"}
              disabled={sending}
              onClick={() => void send(() => joinSpace(store, invitation))}
            >
              {spaceWords.join}
            </button>
          </Line>
        ))}
      </ul>
    </Section>
  );
}
