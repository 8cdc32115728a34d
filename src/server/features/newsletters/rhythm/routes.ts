import { rhythmRoutes } from '#contract/rhythm/rhythm.ts';
import type { AppContext } from '#server/context.ts';
import { type Handler, handle, type Member } from '#server/platform/http/handle.ts';
import type { IssueParts } from './parts.ts';
import { defineRhythm } from './run.ts';
import { readRhythm, setRhythm } from './settings.ts';
import { addTermDates, removeTermDates } from './term-dates.ts';

/** The handlers of a school's rhythm and its term dates. */
export function newsletterRhythm(context: AppContext, parts: IssueParts): readonly Handler[] {
  defineRhythm(context, parts);
  const answer = async (caller: Member, id: string) => ({
    rhythm: { data: await readRhythm(context, caller, id) },
  });
  return [
    handle(rhythmRoutes.getRhythm, ({ caller, params: { id } }) => answer(caller, id)),
    handle(rhythmRoutes.setRhythm, async ({ caller, params: { id }, body }) => {
      await setRhythm(context, caller, id, body);
      return await answer(caller, id);
    }),
    handle(rhythmRoutes.addTermDates, async ({ caller, body }) => ({
      term_dates: await addTermDates(context, caller, body),
    })),
    handle(rhythmRoutes.removeTermDates, async ({ caller, params: { id } }) => {
      await removeTermDates(context, caller, id);
    }),
  ];
}
