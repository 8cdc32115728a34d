import { useStore } from 'zustand';
import type { Part } from '#contract/parts/parts.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { useSession } from '#web/session/session.ts';

/** The part that begins with a block. */
export function usePart(name: string): Part | undefined {
  return useStore(useTools().editing.parts, ({ parts }) => parts.get(name));
}

/** The name of a part's writer, or 'You'. */
export function usePartName(part: Part | undefined): string | null {
  const me = useSession()?.user.id;
  if (part === undefined) return null;
  return part.attributes.person_id === me ? 'You' : part.attributes.person_name;
}

/** Whether anybody has a part of the newsletter. */
export function useHasParts(): boolean {
  return useStore(useTools().editing.parts, ({ parts }) => parts.size > 0);
}
