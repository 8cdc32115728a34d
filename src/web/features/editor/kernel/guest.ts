import type { ComponentType, ReactNode } from 'react';
import type { SchoolResource } from '#contract/school.ts';
import type { TogetherEvent } from '#contract/together.ts';
import type { Block } from '#newsletter/document/document.ts';
import type { Saved } from '#web/features/editor/kernel/state/editor-state.ts';
import type { EditorSession } from './editor-session.ts';
import type { StoredAnswer } from './saver.ts';

/**
 * A guest is work on a newsletter that some need and others do without: notes, parts, the check, its history. The editor knows it by this
 * alone: each field is an extension point, a hook or a place on the screen, and a guest fills those that it needs.
 * Components use the tools of `useTools`.
 */
export interface Guest {
  /** The name of its folder. */
  readonly name: string;

  /** Called before anything is shown, for example to limit the person's rights. A fault of it keeps the editor from opening. */
  readonly open?: (session: EditorSession) => void;
  /** Follows the newsletter until the returned function is called. */
  readonly start?: (session: EditorSession) => () => void;
  /** Called after a save, before it counts as done. */
  readonly stored?: (session: EditorSession, saved: Saved, answer: StoredAnswer) => Promise<void>;
  /** Called when a save has failed. */
  readonly refused?: (session: EditorSession, error: unknown) => void;
  /** Called when somebody else has done something. */
  readonly received?: (session: EditorSession, event: TogetherEvent) => void;
  /** A sentence for the question before a block is deleted, with a space before it; empty for none. */
  readonly beforeDeleting?: (session: EditorSession, block: string) => string;
  /** Opens the place where staff write to each other about a block; null: about the whole newsletter. */
  readonly discuss?: (session: EditorSession, block: string | null) => void;
  /** Loads the question that it asks before publishing. */
  readonly beforePublishing?: () => Promise<AskBeforePublishing>;
  /** Its code that is loaded late, fetched while the browser is idle, so that it is there without a network, too. */
  readonly preload?: {
    /** People use it as soon as they see the newsletter. */
    readonly soon?: readonly Load[];
    /** The rest. */
    readonly later?: readonly Load[];
  };

  /** The newsletter's state, in the head. */
  readonly Head?: ComponentType;
  /** Around the button Publish, or in its place; the first guest is the innermost. */
  readonly Publish?: ComponentType<{ readonly children: ReactNode }>;
  /** A button below the head; on a phone among the tools at its foot, where there is room for one. */
  readonly Button?: ComponentType;
  /** An item of a phone's menu, made of `Item`. */
  readonly MenuItem?: ComponentType<{ readonly Item: MenuItem }>;
  /** A line between the heads and the canvas. */
  readonly Notice?: ComponentType;
  /** In the place of a block's form once it is opened by `openPanel`; a sheet on a phone. */
  readonly Panel?: ComponentType;
  /** Beside the canvas while no block is selected and no panel is open, in the place of the design; null or false: nothing. */
  readonly usePanelAtRest?: () => ReactNode;
  /** At a block on the canvas. */
  readonly useBlockMarks?: (block: Block) => GuestMarks;
  /** A button among the actions of a block, made of `Button`. */
  readonly Action?: ComponentType<{ readonly name: string; readonly Button: ActionButton }>;
  /** Below a block's form, for who may change all of it. */
  readonly Field?: ComponentType<{ readonly name: string }>;
  /** Below the tiles of the picker. */
  readonly Tiles?: ComponentType;
  /** An `li` in the list of what is not done yet, before one asks for approval: '2 notes not resolved'. */
  readonly StillOpen?: ComponentType;
  /** Dialogs, and what follows the address. */
  readonly Root?: ComponentType;
  /** In the place of the whole editor while the address asks for it, as the history does. */
  readonly Screen?: ComponentType;
  /** Where the newsletter cannot be opened as the person has no right to it any more. */
  readonly Refused?: ComponentType<{ readonly id: string }>;
}

type Load = () => Promise<unknown>;

/** Asks what there is to ask; resolves to whether to publish. `when`: the time for which it is planned, in words; null: now. */
export type AskBeforePublishing = (
  asked: { readonly editing: EditorSession; readonly school: SchoolResource['attributes'] },
  when: string | null,
) => Promise<boolean>;

/** The marks of a guest at a block. A mark that is null, false or absent is not shown. */
export interface GuestMarks {
  /** Part of the name of its button: '(for Year 4)'. */
  readonly words?: string | null | false;
  /** Beside it; on a phone above it. */
  readonly mark?: ReactNode;
  /** In the tag of the selected block. */
  readonly tag?: ReactNode;
  /** Around or along it, hidden from pointers. */
  readonly frame?: ReactNode;
  /** Whether something that is shown elsewhere, such as a thread of notes, is about this block. */
  readonly isMeant?: boolean;
}

export type MenuItem = ComponentType<{ readonly onClick: () => void; readonly children: ReactNode }>;

export type ActionButton = ComponentType<{
  readonly label: string;
  /** Below the icon on phones; part of the label. */
  readonly word: string;
  readonly onClick: () => void;
  /** Its icon. */
  readonly children: ReactNode;
}>;

/** A hook or a place on the screen that the editor offers: a field of `Guest`. */
type ExtensionPoint = Exclude<keyof Guest, 'name'>;

/** All guests, in the order in which they are called and shown. */
export interface Guests {
  readonly all: readonly Guest[];
  /** The contributions to one extension point, in its order. */
  at<Point extends ExtensionPoint>(point: Point): readonly Contribution<Point>[];
}

/** The function or the component of one guest for an extension point. */
interface Contribution<Point extends ExtensionPoint> {
  /** The guest's name. */
  readonly name: string;
  readonly contribution: NonNullable<Guest[Point]>;
}

/** Puts guests in order. `orders` has the extension points with an order of their own: guests that are not named there follow. */
export function arrange(
  all: readonly Guest[],
  orders: Readonly<Partial<Record<ExtensionPoint, readonly Guest[]>>> = {},
): Guests {
  const inOrder = (point: ExtensionPoint) => [...new Set([...(orders[point] ?? []), ...all])];
  return {
    all,
    at: (point) =>
      inOrder(point).flatMap(({ name, [point]: contribution }) =>
        contribution === undefined ? [] : [{ name, contribution }],
      ),
  };
}
