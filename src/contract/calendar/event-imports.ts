import { z } from 'zod';
import { idParams } from '#contract/resource.ts';
import { route } from '#contract/route.ts';
import { checkTimes, eventFields } from './events.ts';

/** Imports of dates from a list or another calendar. The browser parses the file; a person decides what is doubtful. */

/** The most dates in one import. */
export const IMPORT_MAX = 500;
const UID_MAX = 500;
/** Days within which an import can be undone. */
export const DATE_IMPORT_UNDO_DAYS = 30;

export const EVENT_IMPORT_MESSAGES = {
  none: 'Please choose at least one date',
  many: `Limit is ${IMPORT_MAX} dates at once`,
  late: 'This import can no longer be undone',
} as const;

const importedEvent = z
  .strictObject({
    ...eventFields,
    /** The date's UID in its original calendar. The next import with this UID changes the same date. */
    import_uid: z.string().min(1).max(UID_MAX).nullable(),
  })
  .superRefine(checkTimes);
export type ImportedEvent = z.output<typeof importedEvent>;

const importForm = z.strictObject({
  events: z
    .array(importedEvent)
    .min(1, EVENT_IMPORT_MESSAGES.none)
    .max(IMPORT_MAX, EVENT_IMPORT_MESSAGES.many),
});

const IMPORT_BODY_LIMIT = 2 * 1024 * 1024;

export const eventImportRoutes = {
  importEvents: route({
    method: 'POST',
    path: '/events/imports',
    access: 'member',
    token: 'events:write',
    summary:
      'Add the dates that are not there yet, and change those of an earlier import of the same calendar',
    wrapper: 'import',
    body: importForm,
    bodyLimit: IMPORT_BODY_LIMIT,
    needsOpenSchool: true,
    status: 201,
    reply: z.object({
      import: z.object({ id: z.uuid(), added: z.number().int(), changed: z.number().int() }),
    }),
  }),
  undoEventImport: route({
    method: 'PUT',
    path: '/events/imports/:id/undo',
    access: 'member',
    token: 'events:write',
    needsOpenSchool: true,
    summary: 'Take back what an import added and changed, but for what was changed since',
    params: idParams,
    status: 204,
  }),
} as const;
