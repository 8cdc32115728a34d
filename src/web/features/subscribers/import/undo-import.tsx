import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { IMPORT_MESSAGES } from '#contract/families/import-messages.ts';
import type { ImportUndoing } from '#contract/groups/import-groups.ts';
import { SUBSCRIBERS_ADDRESS } from '#contract/paths.ts';
import { type ImportResource, subscriberRoutes } from '#contract/subscribers.ts';
import { families } from '#contract/texts/people-count.ts';
import { listWithAnd } from '#newsletter/values/lists.ts';
import { confirm } from '#ui/dialogs/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import { useSchool } from '#web/api/account.ts';
import { call } from '#web/api/client.ts';
import { invalidateFamilies } from '#web/api/groups.ts';
import { focusContent } from '#web/app/focus-content.ts';
import { formatDate } from '#web/words/dates.ts';
import classes from './import.module.css';

interface AfterImportProps {
  readonly done: ImportResource;
  /** Called once the import is undone, or the server is undoing it. */
  readonly onUndone?: (() => void) | undefined;
}

/** The actions after an import: showing who was not in its file, and undoing it. */
export function AfterImport({ done, onUndone }: AfterImportProps) {
  const { missing, undoable_until } = done.attributes;
  return (
    <>
      {missing !== null && missing > 0 && (
        <p className={classes.after}>
          {families(missing)} on your list {missing === 1 ? 'was' : 'were'} not in this file.{' '}
          <Link to={`${SUBSCRIBERS_ADDRESS}&filter=not_in_file`}>Show them</Link>
        </p>
      )}
      {undoable_until !== null && <Undo done={done} until={undoable_until} onUndone={onUndone} />}
    </>
  );
}

function Undo({ done: { id, attributes }, until, onUndone }: AfterImportProps & { readonly until: string }) {
  const client = useQueryClient();
  const zone = useSchool()?.attributes.time_zone;
  const ask = async () => {
    const { undoing } = await call(subscriberRoutes.importUndoing, { params: { id } });
    const isSure = await confirm({
      title: `Undo the import of ${attributes.file_name}?`,
      message: undoingText(undoing),
      confirmLabel: 'Undo import',
      destructive: true,
    });
    if (!isSure) return;
    const { subscriber_import } = await call(subscriberRoutes.undoImport, { params: { id } });
    if (subscriber_import.data.attributes.status === 'undone') toast.success(IMPORT_MESSAGES.undone);
    onUndone?.();
    focusContent();
  };
  const undo = () =>
    ask()
      // The call has shown the error.
      .catch(() => undefined)
      .then(() => invalidateFamilies(client));
  return (
    <div className={classes.after}>
      <Button variant="default" onClick={() => void undo()}>
        Undo import
      </Button>
      <span>Until {formatDate(until, zone)}.</span>
    </div>
  );
}

/** The effects of undoing an import, in sentences. */
function undoingText({ removed, kept, renamed, regrouped, rejoined, groups }: ImportUndoing): string {
  const sentences = [
    removed > 0 && `${families(removed)} that it added ${leave(removed)} your list.`,
    renamed > 0 && `${families(renamed)} ${get(renamed)} the name from before.`,
    regrouped > 0 && `${families(regrouped)} ${leave(regrouped)} the groups that it put them into.`,
    rejoined > 0 && `${families(rejoined)} that it unsubscribed ${get(rejoined)} your newsletters again.`,
    groups.length > 0 &&
      `The new ${groups.length === 1 ? 'group' : 'groups'} ${listWithAnd(groups.map((name) => `‘${name}’`))} will be deleted.`,
    kept > 0 && `${families(kept)} ${kept === 1 ? 'was' : 'were'} changed since, and will not be touched.`,
  ];
  return sentences.filter(Boolean).join(' ') || 'There is nothing left to take back.';
}

const leave = (count: number) => (count === 1 ? 'leaves' : 'leave');
const get = (count: number) => (count === 1 ? 'gets' : 'get');
