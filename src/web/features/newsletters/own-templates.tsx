import { Button } from '@mantine/core';
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { renameSavedItemForm, type SavedItemListed } from '#contract/saved-items.ts';
import { codeSchema, fromCode } from '#newsletter/document/document.ts';
import { lastingOf } from '#newsletter/settings/lasting-settings.ts';
import { DEFAULT_SETTINGS } from '#newsletter/settings/settings.ts';
import type { SchoolBranding } from '#newsletter/values/branding.ts';
import { confirm } from '#ui/dialogs/confirm.ts';
import { NameDialog } from '#ui/dialogs/name-dialog.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { type ChoiceCard, ChoiceCards } from '#ui/forms/choice-cards.tsx';
import { succeeds } from '#web/api/succeeds.ts';
import {
  fetchSavedItem,
  ofKind,
  savedItemsQuery,
  useSavedItemActions,
} from '#web/newsletter-ui/saved-items/saved-data.ts';
import {
  CardPicture,
  type PicturedNewsletter,
  useRenderedPages,
} from '#web/newsletter-ui/template-cards.tsx';
import classes from './create-screen.module.css';
import type { Start } from './newsletter-data.ts';

/** So many templates have a picture, because each needs a call. */
const MOST_PICTURES = 12;

/** The school's own templates, with actions for the chosen one. */
export function OwnTemplates({
  name,
  school,
  chosen,
  onChoose,
  onDeleted,
}: {
  name: string;
  school: SchoolBranding;
  /** The id of the chosen start. */
  chosen: string;
  onChoose: (start: Start) => void;
  onDeleted: () => void;
}) {
  const own = ofKind(useQuery(savedItemsQuery).data, 'template');
  const cards = useOwnTemplateCards(own, school);
  const template = own.find(({ id }) => id === chosen);
  if (own.length === 0) return null;
  return (
    <div>
      <ChoiceCards
        name={name}
        legend="Your templates"
        cards={cards}
        value={chosen}
        onChange={(id) => {
          const next = own.find((each) => each.id === id);
          if (next !== undefined) onChoose(next);
        }}
      />
      {template && <OwnTemplateActions key={template.id} template={template} onDeleted={onDeleted} />}
    </div>
  );
}

/** The school's own templates as cards, with pictures like those of the ready-made ones. */
function useOwnTemplateCards(
  templates: readonly SavedItemListed[],
  school: SchoolBranding,
): ChoiceCard<string>[] {
  const pictured = useQueries({
    queries: templates.slice(0, MOST_PICTURES).map(picturedQuery),
    combine: loadedOf,
  });
  const pages = useRenderedPages(pictured, school);
  return templates.map(({ id, attributes }) => ({
    value: id,
    title: attributes.name,
    picture: <CardPicture page={pages.get(id)} layout={attributes.layout_type} />,
  }));
}

/** A template for its picture; null if this version does not know its blocks. Its blocks never change. */
function picturedQuery({ id, attributes }: SavedItemListed) {
  return queryOptions({
    // The key includes the name, which is part of the picture.
    queryKey: ['saved-template', id, attributes.name],
    queryFn: async () => {
      const { name, layout_type, code, ...item } = await fetchSavedItem(id, () => true);
      const known = codeSchema.safeParse(code);
      if (!known.success) return null;
      const settings = { ...DEFAULT_SETTINGS, ...lastingOf(item) };
      return { id, title: name, document: fromCode(layout_type, known.data, settings) };
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

function loadedOf(
  results: readonly { readonly data: PicturedNewsletter | null | undefined }[],
): readonly PicturedNewsletter[] {
  return results.flatMap(({ data }) => data ?? []);
}

/** Rename and delete the chosen template. */
function OwnTemplateActions({
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
    if (!(await succeeds(remove.mutateAsync(id)))) return;
    toast.success(`‘${name}’ deleted`);
    onDeleted();
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
          schema={renameSavedItemForm}
          initial={name}
          isBusy={rename.isPending}
          onClose={() => setRenaming(false)}
          onName={(given) => rename.mutate({ id, name: given }, { onSuccess: () => setRenaming(false) })}
        />
      )}
    </div>
  );
}
