// Rows and cells of a grid by ARIA: rows placed one by one, as in a virtual list, cannot be those of a table element.
import type { ComponentChildren, HTMLAttributes } from "preact";

type Attributes = Omit<HTMLAttributes<HTMLElement>, "role" | "children"> & { children?: ComponentChildren };

/** Of the grid's rows, one has the `tabIndex` 0. */
export const GridRow = (props: Attributes & { "data-at"?: string }) => <div {...(props as object)} {...ROLES.row} />;
export const GridCell = (props: Attributes) => <span {...(props as object)} {...ROLES.cell} />;
export const GridHead = (props: Attributes) => <span {...(props as object)} {...ROLES.head} />;

const ROLES = { row: { role: "row" }, cell: { role: "gridcell" }, head: { role: "columnheader" } } as const;
