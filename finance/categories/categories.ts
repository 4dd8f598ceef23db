// GET, POST /categories and GET, PUT, DELETE /categories/:id. Archived ones are listed too.
// The reference of the original service shows the update of credit cards under this URL by mistake: card fields mean nothing here.
// Where what is: category_fields.ts reads what is submitted, category_rules.ts says what may be, save_category.ts and remove_category.ts write,
// category.ts is what is shown.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readPathId } from "../fields/path_id.ts";
import { RecordId } from "../fields/schemas.ts";
import { writeEndpoint } from "../post/write_endpoint.ts";
import { CategoryReply, presentCategory } from "./category.ts";
import { CategoryBody, NewCategoryBody } from "./category_fields.ts";
import { findCategory, listCategories } from "./queries.ts";
import { removeCategory } from "./remove_category.ts";
import { changeCategory, createCategory } from "./save_category.ts";

const CategoryPath = Type.Object({ id: Type.String() });

/** A hundred thousand rows move in a few seconds; there may be more. A socket that is silent for a minute is closed. */
const LONGEST_DELETE_SECONDS = 55;

export const getCategories = endpoint({
  method: "GET",
  path: "/categories",
  access: "reader",
  summary: "All categories, archived ones too, oldest first",
  reply: Type.Array(CategoryReply),
  handle: async ({ db, caller }) =>
    (await listCategories(db, caller.spaceId)).map((each) => presentCategory(each, caller.timeZone)),
});

export const postCategories = writeEndpoint({
  method: "POST",
  path: "/categories",
  summary: "Create a category; its colour is chosen unless given",
  body: NewCategoryBody,
  reply: CategoryReply,
  status: 201,
  handle: createCategory,
});

export const getCategory = endpoint({
  method: "GET",
  path: "/categories/:id",
  access: "reader",
  summary: "A category",
  params: CategoryPath,
  reply: CategoryReply,
  handle: async ({ params, db, caller }) => {
    const category = await findCategory(db, caller.spaceId, readPathId(params.id));
    if (!category) throw fail.recordUnknown();
    return presentCategory(category, caller.timeZone);
  },
});

export const putCategory = writeEndpoint<{ id: string }>({
  method: "PUT",
  path: "/categories/:id",
  summary: "Change a category; what is absent stays as it is",
  params: CategoryPath,
  body: CategoryBody,
  reply: CategoryReply,
  refuses: [409],
  handle: (input) => changeCategory(input, readPathId(input.params.id)),
});

export const deleteCategory = writeEndpoint<{ id: string }>({
  method: "DELETE",
  path: "/categories/:id",
  summary: "Delete a category; its transactions go to the replacement, or to the default of its kind",
  params: CategoryPath,
  body: Type.Object({ replacement_id: Type.Optional(RecordId()) }),
  reply: CategoryReply,
  timeoutSeconds: LONGEST_DELETE_SECONDS,
  handle: (input) => removeCategory(input, readPathId(input.params.id)),
});
