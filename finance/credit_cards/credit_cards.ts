// GET, POST /credit_cards and GET, PUT, DELETE /credit_cards/:id: credit cards. Archived ones are listed too.
// Where what is: card_fields.ts reads what is submitted, save_card.ts and remove_card.ts write, days.ts says since when new days hold, credit_card.ts
// is what is shown.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readPathId } from "../fields/path_id.ts";
import { writeEndpoint } from "../post/write_endpoint.ts";
import { CardBody, NewCardBody } from "./card_fields.ts";
import { CardReply, presentCard } from "./credit_card.ts";
import { Move } from "./moves.ts";
import { findCard, listCards } from "./queries.ts";
import { removeCard } from "./remove_card.ts";
import { changeCard, createCard } from "./save_card.ts";

const ChangedCardReply = Type.Object({
  ...CardReply.properties,
  moves: Type.Optional(Type.Array(Move, { description: "With dry_run: what new days put on other invoices" })),
});

const CardPath = Type.Object({ id: Type.String() });

/** As for accounts: there may be many rows. A socket that is silent for a minute is closed. */
const LONGEST_WRITE_SECONDS = 55;

export const getCreditCards = endpoint({
  method: "GET",
  path: "/credit_cards",
  access: "reader",
  summary: "All credit cards, archived ones too, oldest first",
  reply: Type.Array(CardReply),
  handle: async ({ db, caller }) => (await listCards(db, caller.spaceId)).map((each) => presentCard(each, caller.timeZone)),
});

export const postCreditCards = writeEndpoint({
  method: "POST",
  path: "/credit_cards",
  summary: "Create a credit card; the first one becomes the default",
  body: NewCardBody,
  reply: CardReply,
  status: 201,
  handle: createCard,
});

export const getCreditCard = endpoint({
  method: "GET",
  path: "/credit_cards/:id",
  access: "reader",
  summary: "A credit card",
  params: CardPath,
  reply: CardReply,
  handle: async ({ params, db, caller }) => {
    const card = await findCard(db, caller.spaceId, readPathId(params.id));
    if (!card) throw fail.recordUnknown();
    return presentCard(card, caller.timeZone);
  },
});

export const putCreditCard = writeEndpoint<{ id: string }>({
  method: "PUT",
  path: "/credit_cards/:id",
  summary: "Change a credit card; new days put its purchases on the invoices that their dates say",
  params: CardPath,
  body: CardBody,
  reply: ChangedCardReply,
  timeoutSeconds: LONGEST_WRITE_SECONDS,
  refuses: [409],
  handle: (input) => changeCard(input, readPathId(input.params.id)),
});

export const deleteCreditCard = writeEndpoint<{ id: string }>({
  method: "DELETE",
  path: "/credit_cards/:id",
  summary: "Delete a credit card with its purchases; what was paid for it stays",
  params: CardPath,
  body: Type.Object({}),
  reply: CardReply,
  timeoutSeconds: LONGEST_WRITE_SECONDS,
  handle: (input) => removeCard(input, readPathId(input.params.id)),
});
