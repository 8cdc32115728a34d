import { ActionIcon, Menu } from '@mantine/core';
import { IconBookmark, IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { renameSavedItemForm, type SavedItemListed } from '#contract/saved-items.ts';
import { confirm } from '#ui/dialogs/confirm.ts';
import { NameDialog } from '#ui/dialogs/name-dialog.tsx';
import { useTools } from '#web/features/editor/editor-context.tsx';
import { useSavedItemActions } from '#web/newsletter-ui/saved-items/saved-data.ts';
import { insertSavedBlocks } from './saved-blocks.ts';
import classes from './saved-list.module.css';

/** Saved blocks to insert, rename and delete. */
export function SavedList({ blocks }: { blocks: readonly SavedItemListed[] }) {
  return (
    <section className={classes.saved} aria-labelledby="saved-title">
      <h3 id="saved-title" className={classes.title}>
        Saved
      </h3>
      <ul className={classes.list}>
        {blocks.map((item) => (
          <SavedRow key={item.id} item={item} />
        ))}
      </ul>
    </section>
  );
}

function SavedRow({ item: { id, attributes } }: { item: SavedItemListed }) {
  const { editing } = useTools();
  const { rename, remove } = useSavedItemActions();
  const [isRenaming, setRenaming] = useState(false);
  const { name } = attributes;
  const askRemove = async () => {
    const isSure = await confirm({
      title: `Delete ‘${name}’?`,
      message: 'Newsletters that have it keep it.',
      confirmLabel: 'Delete',
      destructive: true,
    });
    if (isSure) remove.mutate(id);
  };
  return (
    <li className={classes.row}>
      <button type="button" className={classes.insert} onClick={() => void insertSavedBlocks(editing, id)}>
        <IconBookmark size={20} stroke={1.75} aria-hidden="true" />
        <span className={classes.name}>{name}</span>
      </button>
      <Menu width={160}>
        <Menu.Target>
          <ActionIcon size={32} aria-label={`Options for ${name}`}>
            <IconDots size={20} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setRenaming(true)}>Rename</Menu.Item>
          <Menu.Item data-danger onClick={() => void askRemove()}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isRenaming && (
        <NameDialog
          title="Rename"
          schema={renameSavedItemForm}
          initial={name}
          isBusy={rename.isPending}
          onClose={() => setRenaming(false)}
          onName={(given) => rename.mutate({ id, name: given }, { onSuccess: () => setRenaming(false) })}
        />
      )}
    </li>
  );
}
