import { useQuery } from '@tanstack/react-query';
import { loadable } from '#ui/loadable.tsx';
import { ofKind, savedItemsQuery } from '#web/newsletter-ui/saved-items/saved-data.ts';

const SavedList = loadable(
  async () => (await import('./saved-list.tsx')).SavedList,
  () => null,
);

/** The school's saved blocks, below the tiles. Schools without any do not load the list. */
export function SavedBlocks() {
  const blocks = ofKind(useQuery(savedItemsQuery).data, 'blocks');
  return blocks.length > 0 && <SavedList blocks={blocks} />;
}
