import { ActionIcon, Menu, Popover } from '@mantine/core';
import { IconBookmark, IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { renameSavedItemForm, type SavedItemListed } from '#contract/saved-items.ts';
import { confirm } from '#ui/dialogs/confirm.ts';
import { NameDialog } from '#ui/dialogs/name-dialog.tsx';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { useSavedItemActions } from '#web/newsletter-ui/saved-items/saved-data.ts';
import { insertSavedBlocks } from './saved-blocks.ts';
import classes from './saved-list.module.css';

/** Saved blocks to insert, rename and delete: below the tiles, or behind a tile where the picker has room for icons alone. */
export function SavedList({ blocks }: { blocks: readonly SavedItemListed[] }) {
  const { rename } = useSavedItemActions();
  const [isOpen, setOpen] = useState(false);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [renamed, setRenamed] = useState<SavedItemListed | null>(null);
  const list = (
    <ul className={classes.list}>
      {blocks.map((item) => (
        <SavedRow
          key={item.id}
          item={item}
          onMenu={setMenuOpen}
          onRename={() => setRenamed(item)}
          onChosen={() => setOpen(false)}
        />
      ))}
    </ul>
  );
  return (
    <>
      <section className={classes.saved} aria-labelledby="saved-title">
        <h3 id="saved-title" className={classes.title}>
          Saved
        </h3>
        {list}
      </section>
      <div className={classes.behind}>
        <Popover
          opened={isOpen}
          onChange={setOpen}
          position="right-end"
          width={264}
          shadow="md"
          trapFocus
          // A press in a row's menu does not count as outside.
          closeOnClickOutside={!isMenuOpen}
          returnFocus
        >
          <Popover.Target>
            <button type="button" className={classes.tile} onClick={() => setOpen(!isOpen)}>
              <IconBookmark size={22} stroke={1.75} aria-hidden="true" />
              Saved
            </button>
          </Popover.Target>
          <Popover.Dropdown className={classes.dropdown}>{list}</Popover.Dropdown>
        </Popover>
      </div>
      {renamed !== null && (
        <NameDialog
          title="Rename"
          schema={renameSavedItemForm}
          initial={renamed.attributes.name}
          isBusy={rename.isPending}
          onClose={() => setRenamed(null)}
          onName={(name) => rename.mutate({ id: renamed.id, name }, { onSuccess: () => setRenamed(null) })}
        />
      )}
    </>
  );
}

function SavedRow({
  item: { id, attributes },
  onMenu,
  onRename,
  onChosen,
}: {
  item: SavedItemListed;
  onMenu: (isOpen: boolean) => void;
  onRename: () => void;
  /** Called for whatever is chosen in the row. */
  onChosen: () => void;
}) {
  const { editing } = useTools();
  const { remove } = useSavedItemActions();
  const { name } = attributes;
  const askRemove = async () => {
    onChosen();
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
      <button
        type="button"
        className={classes.insert}
        onClick={() => {
          onChosen();
          void insertSavedBlocks(editing, id);
        }}
      >
        <IconBookmark size={20} stroke={1.75} aria-hidden="true" />
        <span className={classes.name}>{name}</span>
      </button>
      <Menu width={160} onChange={onMenu}>
        <Menu.Target>
          <ActionIcon size={32} aria-label={`Options for ${name}`}>
            <IconDots size={20} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            onClick={() => {
              onChosen();
              onRename();
            }}
          >
            Rename
          </Menu.Item>
          <Menu.Item data-danger onClick={() => void askRemove()}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}
