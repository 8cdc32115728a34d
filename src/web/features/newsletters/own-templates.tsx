import { Button } from '@mantine/core';
import { useState } from 'react';
import type { SavedItemListed } from '#contract/saved-items.ts';
import { confirm } from '#ui/dialogs/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import type { ChoiceCard } from '#ui/forms/choice-cards.tsx';
import { LayoutPicture } from '#web/newsletter-ui/layout-picture.tsx';
import { NameDialog } from '#web/newsletter-ui/saved-items/name-dialog.tsx';
import { useSavedItemActions } from '#web/newsletter-ui/saved-items/saved-data.ts';
import classes from './create-screen.module.css';

/** The school's own templates as cards. */
export function ownTemplateCards(templates: readonly SavedItemListed[]): ChoiceCard<string>[] {
  return templates.map(({ id, attributes }) => ({
    value: id,
    title: attributes.name,
    picture: <LayoutPicture layout={attributes.layout_type} />,
  }));
}

/** Rename and delete the chosen template. */
export function OwnTemplateActions({
  template: { id, attributes },
  onDeleted,
}: {
  template: SavedItemListed;
  onDeleted: () => void;
}) {
  const { rename, remove } = useSavedItemActions();
  const [isRenaming, setRenaming] = useState(false);
  const { name } = attributes;
  const askRemove = async () => {
    const isSure = await confirm({
      title: `Delete the template ‘${name}’?`,
      message: 'Newsletters that began with it stay as they are.',
      confirmLabel: 'Delete template',
      destructive: true,
    });
    if (!isSure) return;
    remove.mutate(id, {
      onSuccess: () => {
        toast.success(`‘${name}’ deleted`);
        onDeleted();
      },
    });
  };
  return (
    <div className={classes.templateActions}>
      <Button variant="default" size="sm" onClick={() => setRenaming(true)}>
        Rename ‘{name}’
      </Button>
      <Button variant="subtle" size="sm" onClick={() => void askRemove()}>
        Delete
      </Button>
      {isRenaming && (
        <NameDialog
          title="Rename template"
          initial={name}
          isBusy={rename.isPending}
          onClose={() => setRenaming(false)}
          onName={(given) => rename.mutate({ id, name: given }, { onSuccess: () => setRenaming(false) })}
        />
      )}
    </div>
  );
}
