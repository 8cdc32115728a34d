import { IconBookmark } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { SavedItemListed } from '#contract/saved-items.ts';
import { loadable, Nothing } from '#ui/loadable.tsx';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import type { BlockOffer } from '#web/features/editor/kernel/facts/block-offers.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { ofKind, savedItemsQuery } from '#web/newsletter-ui/saved-items/saved-data.ts';
import { insertSavedBlocks } from './saved-blocks.ts';

const SavedList = loadable(async () => (await import('./saved-list.tsx')).SavedList, Nothing);

/** Shows the school's saved blocks below the tiles, and offers them in the list of blocks. Loads `SavedList` only if there are any. */
export function SavedBlocks() {
  const { editing } = useTools();
  const { data } = useQuery(savedItemsQuery);
  const blocks = useMemo(() => ofKind(data, 'blocks'), [data]);
  useEffect(
    () =>
      editing.offers.setState(
        blocks.map((item) => offerOf(editing, item)),
        true,
      ),
    [editing, blocks],
  );
  return blocks.length > 0 && <SavedList blocks={blocks} />;
}

function offerOf(editing: EditorSession, { id, attributes }: SavedItemListed): BlockOffer {
  return {
    key: id,
    label: attributes.name,
    icon: IconBookmark,
    add: (insertion) => void insertSavedBlocks(editing, id, insertion),
  };
}
