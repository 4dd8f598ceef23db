// The whole state of the app, in one value. `main.tsx` creates it; components get it from `useStore`, other functions as a parameter.
import { type Signal, signal } from "@preact/signals";
import { isImpersonation } from "../impersonation.ts";
import type { People } from "../rules/people.ts";
import type { WaitingEntry } from "../rules/queue.ts";
import type { Refusal } from "../rules/records.ts";
import type { WaitingFile } from "../rules/waiting_files.ts";
import { type Preferences, readPreferences } from "./preferences.ts";
import { type OpenSpace, readOpenSpace, readSpaceId } from "./stored_space.ts";

export interface LoadState<T> {
  data?: T;
  problem?: Refusal;
  /** If loading failed: when the data that is still shown was loaded, in milliseconds. */
  at?: number;
}

/** The last reply to a path, and how many components show it. */
export interface CachedReply {
  value: Signal<LoadState<unknown>>;
  users: number;
  /** The reply as the server wrote it. */
  text?: string;
  /** When it was loaded, in milliseconds. */
  at?: number;
}

export interface RawReply {
  status: number;
  /** As the server wrote it. */
  text: string;
  requestId: string;
  /** Seconds; 0 if the server did not say. */
  retryAfter: number;
  /** Of a refusal: the page that explains it. */
  help?: string | undefined;
}

/** A read that will be combined with others of the same microtask. */
export interface PendingRead {
  url: string;
  answer: (reply: RawReply | undefined) => void;
}

export interface User {
  id: string;
  email: string;
  name: string;
  /** Seconds since 1970: until then the last sign-in is recent enough for dangerous actions. */
  fresh_until: number;
  /** Whether the code of an authenticator app proves it again. */
  proof_by_code: boolean;
  /** Seconds since 1970: an administrator sees this account, and until then they may. */
  impersonated_until?: number;
}

export interface UndoResult {
  /** Records that were not undone, because somebody has changed or uses them. */
  skipped: number;
  /** Repeats the undone write; absent if nothing was undone. */
  again?: () => Promise<UndoResult>;
}

export interface Message {
  text: string;
  undo?: () => Promise<UndoResult>;
}

/** A write of this tab that can be undone or repeated. */
export interface Step {
  text: string;
  run: () => Promise<UndoResult>;
}

/** A receipt that is being sent. */
export interface Upload {
  /** How much of it is sent, from 0 to 1. */
  share: number;
  stop(): void;
}

export interface Store extends Preferences {
  // Requests and replies.
  replies: Map<string, CachedReply>;
  /** Changes when a component starts or stops using a path. */
  viewerChanges: Signal<number>;
  /** Resolves when the stored replies of the screen have been read. */
  storedReads: Promise<unknown>;
  nextPaint: Promise<void> | undefined;
  pendingReads: PendingRead[];
  /** Idempotency keys of writes without a reply, by method, path and body: a retry uses the same key. */
  unsettledKeys: Map<string, string>;
  /** Ids of the latest writes of this page. */
  ownRequests: Set<string>;
  /** Resolves with the first reply or failure: requests that can wait start after the first screen's. */
  firstReply: PromiseWithResolvers<void>;
  hasHadReply: boolean;
  unreachable: Signal<boolean>;

  // The user and the open space.
  user: Signal<User | undefined>;
  /** The user of the last connection: without a connection an entry waits under this id. */
  lastOwner: string | undefined;
  /** Whether the session ended after data was shown: the screen stays, and the user signs in in another tab. */
  sessionEnded: Signal<boolean>;
  /** Resolves what waits for a new proof of who is signed in, while it is asked for. */
  proofAsked: Signal<PromiseWithResolvers<boolean> | undefined>;
  /** The id of a space; empty for the user's own. */
  spaceId: Signal<string>;
  /** Every screen names its space. The stored name is shown until finance has replied. */
  openSpace: Signal<OpenSpace>;
  /** Who shares it; undefined until it is known that somebody does. */
  people: Signal<People | undefined>;
  /** Viewers change nothing, so controls that write are hidden from them. */
  isReadOnly: Signal<boolean>;

  // What was done in this tab and elsewhere.
  message: Signal<Message | undefined>;
  /** The latest last. */
  undoSteps: Step[];
  redoSteps: Step[];
  /** Transactions that were just changed elsewhere. */
  changedElsewhere: Signal<ReadonlySet<number>>;
  /** The version of the write that added sample data. */
  sampleVersion: Signal<number | undefined>;
  /** Set by the search key on screens without a list: the next list focuses its search field. */
  isSearchRequested: Signal<boolean>;
  /** Activates a newer version of the app, once there is one. */
  newVersion: Signal<(() => void) | undefined>;

  // Entries that wait for a connection.
  waitingEntries: Signal<WaitingEntry[]>;
  /** Keys of the user's entries that cannot be decrypted, because the server's secret has changed. */
  unreadableEntries: Signal<string[]>;
  /** The entry that is being sent from this tab. */
  sendingEntry: Signal<WaitingEntry | undefined>;
  /** Receipts that wait or are being sent, in the order of sending. */
  waitingFiles: Signal<readonly WaitingFile[]>;
  /** The bytes of those that this page has, by key. */
  heldFiles: Map<string, File>;
  /** By the key of the file. */
  uploads: Signal<ReadonlyMap<string, Upload>>;
  /** While this tab sends receipts or waits for another tab to end that. */
  isSendingFiles: Signal<boolean>;
}

export function createStore(): Store {
  const spaceId = readSpaceId();
  return {
    ...readPreferences(),
    replies: new Map(),
    viewerChanges: signal(0),
    storedReads: Promise.resolve(),
    nextPaint: undefined,
    pendingReads: [],
    unsettledKeys: new Map(),
    ownRequests: new Set(),
    firstReply: Promise.withResolvers(),
    hasHadReply: false,
    unreachable: signal(false),
    user: signal(undefined),
    lastOwner: undefined,
    sessionEnded: signal(false),
    proofAsked: signal(undefined),
    spaceId: signal(spaceId),
    openSpace: signal(readOpenSpace(spaceId)),
    people: signal(undefined),
    isReadOnly: signal(isImpersonation()),
    message: signal(undefined),
    undoSteps: [],
    redoSteps: [],
    changedElsewhere: signal(new Set()),
    sampleVersion: signal(undefined),
    isSearchRequested: signal(false),
    newVersion: signal(undefined),
    waitingEntries: signal([]),
    unreadableEntries: signal([]),
    sendingEntry: signal(undefined),
    waitingFiles: signal([]),
    heldFiles: new Map(),
    uploads: signal(new Map()),
    isSendingFiles: signal(false),
  };
}
