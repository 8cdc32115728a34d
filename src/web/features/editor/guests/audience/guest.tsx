import { loadable, onlyFailureOf } from '#ui/loadable.tsx';
import { useAudienceWords } from '#web/features/editor/kernel/facts/audience-words.ts';
import type { Guest } from '#web/features/editor/kernel/guest.ts';
import { GroupInTag, GroupMark } from './group-mark.tsx';

const AudienceField = loadable(
  async () => (await import('./audience-field.tsx')).AudienceField,
  onlyFailureOf('choice of groups'),
);

/** The groups that a block is for. */
export const AUDIENCE: Guest = {
  name: 'audience',
  preload: { soon: [AudienceField.preload] },
  useBlockMarks({ audience }) {
    const words = useAudienceWords(audience);
    if (words === null) return {};
    return {
      words: `(for ${words})`,
      mark: <GroupMark audience={audience} />,
      tag: <GroupInTag audience={audience} />,
    };
  },
  Field: AudienceField,
};
