import type { z } from 'zod';
import {
  SAVED_MAX,
  SAVED_MESSAGES,
  type savedItemForm,
  savedItemListed,
  savedItemResource,
  savedItemRoutes,
} from '#contract/saved-items.ts';
import { isEmptySpace } from '#newsletter/document/document.ts';
import { FOREIGN_PICTURE_MESSAGE, foreignPicturesIn } from '#newsletter/document/foreign-pictures.ts';
import { withoutMissing } from '#newsletter/document/missing-files.ts';
import { CODE_VERSION, storedBlocks } from '#newsletter/document/upgrade.ts';
import type { AppContext } from '#server/context.ts';
import { missingFiles } from '#server/data/missing-files.ts';
import { columnsOf, resourceOf } from '#server/platform/columns.ts';
import { staffAddresses, withAddresses, withPaths } from '#server/platform/files/own-addresses.ts';
import { conflict, invalid, notFound } from '#server/platform/http/errors.ts';
import { type Handler, handle, type Member } from '#server/platform/http/handle.ts';
import {
  deleteSavedItem,
  findSavedItem,
  insertSavedItem,
  listSavedItems,
  renameSavedItem,
  type SavedItem,
} from './repo.ts';

/** Saved blocks and templates. Newsletters get copies, so a later change of an item changes no newsletter. */
export function savedItemHandlers(context: AppContext): readonly Handler[] {
  const { database } = context;
  const answer = async (row: SavedItem | null) => {
    if (row === null) throw notFound('Saved item');
    return { saved_item: { data: await present(context, row) } };
  };
  return [
    handle(savedItemRoutes.listSavedItems, async ({ caller: { schoolId } }) => {
      const rows = await listSavedItems(database, schoolId);
      return { saved_item: { data: rows.map((row) => resourceOf(savedItemListed, row)) } };
    }),
    handle(savedItemRoutes.getSavedItem, async ({ caller: { schoolId }, params: { id } }) =>
      answer(await findSavedItem(database, schoolId, id)),
    ),
    handle(savedItemRoutes.createSavedItem, async ({ caller, body }) =>
      answer(await createItem(context, caller, body)),
    ),
    handle(savedItemRoutes.renameSavedItem, async ({ caller: { schoolId }, params: { id }, body }) =>
      answer(await renameSavedItem(database, schoolId, id, body.name)),
    ),
    handle(savedItemRoutes.deleteSavedItem, async ({ caller: { schoolId }, params: { id } }) => {
      if (!(await deleteSavedItem(database, schoolId, id))) throw notFound('Saved item');
    }),
  ];
}

/** Throws 400 for a picture on another host, 409 if the school has too many items. */
async function createItem(
  { database, clock, config }: AppContext,
  { schoolId, personId }: Member,
  { kind, name, layout_type, code, examples, ...settings }: z.output<typeof savedItemForm>,
): Promise<SavedItem> {
  const own = withPaths(code, config.publicUrl);
  const errors = foreignPicturesIn(own).map((path) => [`code.${path}`, FOREIGN_PICTURE_MESSAGE]);
  if (errors.length > 0) throw invalid(Object.fromEntries(errors));
  const row = {
    schoolId,
    kind,
    name,
    layoutType: layout_type,
    ...columnsOf(settings),
    code: own,
    codeVersion: CODE_VERSION,
    examples,
    createdBy: personId,
    createdAt: clock.now(),
  };
  const inserted = await insertSavedItem(database, row, SAVED_MAX[kind]);
  if (inserted === null) throw conflict(SAVED_MESSAGES.full[kind]);
  return inserted;
}

async function present(context: AppContext, row: SavedItem) {
  const code = storedBlocks(row.code, row.codeVersion);
  const missing = await missingFiles(context.database, row.schoolId, code);
  const files = await staffAddresses(context, row.schoolId);
  const present = code.map((block) => (isEmptySpace(block) ? block : withoutMissing(block, missing)));
  return resourceOf(savedItemResource, row, { code: withAddresses(present, files.addressOf) });
}
