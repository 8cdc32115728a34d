import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { GroupResource } from '#contract/groups/groups.ts';
import { isFor } from '#newsletter/document/audience.ts';
import type { Block, NewsletterDocument } from '#newsletter/document/document.ts';
import { isGroupInUse } from '#web/api/groups.ts';
import { groupsOf, idsOf, useGroups } from '#web/features/editor/kernel/facts/block-groups.ts';
import { perSession } from '#web/features/editor/kernel/per-session.ts';
import { useEditor, useTools } from '#web/features/editor/kernel/tools.tsx';

/** The reader of a newsletter: everyone (all blocks, with their marks), a family of a group, or a family in no group. */
export type ReadAs = 'everyone' | 'no group' | { readonly group: string };

/** The reader chosen for the newsletter being edited. */
export const readAsStore = perSession(() => createStore<ReadAs>(() => 'everyone'));

/** The ids that name a reader's group in blocks; null for everyone. */
export function groupsRead(readAs: ReadAs, groups: readonly GroupResource[]): ReadonlySet<string> | null {
  if (readAs === 'everyone') return null;
  if (readAs === 'no group') return new Set();
  const group = groups.find(({ id }) => id === readAs.group);
  return new Set(group !== undefined && isGroupInUse(group) ? idsOf(group) : []);
}

/** The same for the chosen reader. */
export function useGroupsRead(): ReadonlySet<string> | null {
  const { editing } = useTools();
  const readAs = useStore(readAsStore(editing));
  return groupsRead(readAs, useGroups());
}

/** Whether a reader sees a block. */
export function isRead(block: Block, read: ReadonlySet<string> | null): boolean {
  return read === null || isFor(block, read);
}

/** A choice of the list 'Read as'. */
export interface ReadAsChoice {
  readonly value: string;
  readonly label: string;
}

/** The choices, with their values in a list; none for a newsletter without blocks for groups. */
export function useReaders(): readonly ReadAsChoice[] {
  const groups = useGroups();
  const audience = useEditor(({ document }) => audienceKey(document));
  if (audience === null || groups.length === 0) return [];
  const own = groupsOf(groups, audience.split(',')).filter(isGroupInUse);
  return [
    { value: 'everyone', label: 'Everyone' },
    ...own.map(({ id, attributes }) => ({ value: id, label: familyIn(attributes.name) })),
    { value: 'no group', label: 'A family in no group' },
  ];
}

// One string, so that components render rarely.
function audienceKey({ columns }: NewsletterDocument): string | null {
  const own = columns.flatMap((column) => column.filter((block) => block?.audience !== undefined));
  return own.length === 0 ? null : [...new Set(own.flatMap((block) => block?.audience ?? []))].join(',');
}

/** The label of a group's family: 'A Year 4 family'. */
function familyIn(name: string): string {
  return `${/^[aeiou]/i.test(name) ? 'An' : 'A'} ${name} family`;
}

export function readAsOf(value: string): ReadAs {
  return value === 'everyone' || value === 'no group' ? value : { group: value };
}

export function readerValue(readAs: ReadAs): string {
  return typeof readAs === 'string' ? readAs : readAs.group;
}
