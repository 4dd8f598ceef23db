// The filters of the list of users, as chips. Each is an address, so that back takes it away.
import { useSignal } from "@preact/signals";
import { currentTime } from "../../clock.ts";
import { dayOf } from "../../rules/days.ts";
import { route } from "../../shell/router.ts";
import { Chip } from "../../ui/chip.tsx";
import { FormDialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/form.tsx";
import type { MenuItem } from "../../ui/menu.tsx";
import { day } from "../../ui/sections.tsx";
import { ownRefusal, useSending } from "../../ui/use_sending.ts";
import { ROLES, useConsole } from "../data/console.ts";
import { shellWords } from "../shell/words.ts";
import { isMetadata, type ListQuery, listAddress } from "./list_query.ts";
import { providerText } from "./provider_text.ts";
import { STATES } from "./user_record.ts";
import { filterWords, usersWords } from "./words.ts";

const PROVIDERS = ["email", "phone", "google", "apple", "github", "azure", "facebook", "discord"];

export function Filters({ query }: { query: ListQuery }) {
  const asksMetadata = useSignal(false);
  const { administrator } = useConsole();
  const item = (label: string, change: ListQuery): MenuItem => ({ label, go: listAddress(query, change) });
  const chip = (label: string, change: ListQuery, value: string | undefined, choices: MenuItem[] | (() => void)) => (
    <Chip
      label={label}
      value={value}
      choices={choices}
      clear={{ href: listAddress(query, change), label: usersWords.clear(label) }}
    />
  );
  const { state, provider, factor, server_role: role, metadata } = query;
  return (
    <div class="filter-chips">
      {chip(
        filterWords.state,
        { state: "" },
        state && usersWords.states[state as keyof typeof usersWords.states],
        STATES.map((each) => item(usersWords.states[each], { state: each })),
      )}
      {chip(
        filterWords.provider,
        { provider: "" },
        provider && providerText(provider),
        PROVIDERS.map((each) => item(providerText(each), { provider: each })),
      )}
      {chip(filterWords.factor, { factor: "" }, factor && (factor === "true" ? filterWords.hasFactor : filterWords.hasNone), [
        item(filterWords.hasFactor, { factor: "true" }),
        item(filterWords.hasNone, { factor: "false" }),
      ])}
      {chip(filterWords.created, { created_from: "", created_to: "" }, spanText(query.created_from, query.created_to), [
        ...([1, 7, 30] as const).map((days) => item(filterWords.last[days], { created_from: daysAgo(days), created_to: "" })),
        ...([30, 90, 365] as const).map((days) =>
          item(filterWords.notFor[days], { created_from: "", created_to: daysAgo(days) }),
        ),
      ])}
      {chip(
        filterWords.lastSignIn,
        { last_sign_in_from: "", last_sign_in_to: "", never_signed_in: "" },
        query.never_signed_in ? filterWords.never : spanText(query.last_sign_in_from, query.last_sign_in_to),
        [
          ...([1, 7, 30] as const).map((days) =>
            item(filterWords.last[days], { last_sign_in_from: daysAgo(days), last_sign_in_to: "", never_signed_in: "" }),
          ),
          ...([30, 90, 365] as const).map((days) =>
            item(filterWords.notFor[days], { last_sign_in_from: "", last_sign_in_to: daysAgo(days), never_signed_in: "" }),
          ),
          item(filterWords.never, { last_sign_in_from: "", last_sign_in_to: "", never_signed_in: "true" }),
        ],
      )}
      {administrator.value?.rights.includes("administrators:read") &&
        chip(
          filterWords.role,
          { server_role: "" },
          role && shellWords.roles[role as keyof typeof shellWords.roles],
          ROLES.map((each) => item(shellWords.roles[each], { server_role: each })),
        )}
      {chip(filterWords.metadata, { metadata: "" }, metadata, () => (asksMetadata.value = true))}
      {asksMetadata.value && <MetadataFilter query={query} onClose={() => (asksMetadata.value = false)} />}
    </div>
  );
}

const daysAgo = (days: number) => dayOf(new Date(currentTime().getTime() - days * 86_400_000));

function spanText(from: string | undefined, to: string | undefined): string | undefined {
  const text = (date: string) => day(`${date}T12:00:00`);
  if (from) return filterWords.since(text(from));
  return to ? filterWords.before(text(to)) : undefined;
}

function MetadataFilter({ query, onClose }: { query: ListQuery; onClose: () => void }) {
  const value = useSignal(query.metadata ?? "");
  const sending = useSending();
  const save = async () => {
    if (!isMetadata(value.value.trim())) throw ownRefusal({ metadata: filterWords.metadataBad });
    onClose();
    route(listAddress(query, { metadata: value.value.trim() }));
  };
  return (
    <FormDialog title={filterWords.metadata} onClose={onClose} sending={sending} act={filterWords.apply} save={save}>
      <TextField
        label={filterWords.metadata}
        hint={filterWords.metadataHint}
        value={value}
        problem={sending.at("metadata")}
        maxLength={255}
      />
    </FormDialog>
  );
}
