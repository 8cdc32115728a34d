import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { historyRoutes } from '#contract/history.ts';
import type { NewsletterResource } from '#contract/newsletters.ts';
import { type Change, changesBetween, type Version } from '#newsletter/changes/changes.ts';
import { codeSchema, fromCode } from '#newsletter/document/document.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import { settingsOfFields } from '#newsletter/settings/settings.ts';
import { call } from '#web/api/client.ts';
import classes from './correction-changes.module.css';

/** The number of listed changes; one more is listed rather than counted. */
const LISTED = 6;

/** The changes of publishing again. */
export interface Correction {
  /** The time of the publishing before. */
  readonly since: string;
  readonly changes: readonly (Change & { readonly isForGroups: boolean })[];
}

/** The changes of the last publishing; null if it was the first, or if an older program version did the one before. */
export function correctionQuery({ id, attributes }: NewsletterResource) {
  return queryOptions({
    queryKey: ['newsletter-changes', id, attributes.published_at],
    queryFn: async ({ signal }): Promise<Correction | null> => {
      const params = { id };
      const { state } = await call(historyRoutes.listStates, { params, signal, handles: () => true });
      const [after, before] = state.data.filter(({ attributes: { reason } }) => reason === 'published');
      if (after === undefined || before === undefined) return null;
      const [was, is] = await Promise.all([before, after].map((each) => versionOf(id, each.id, signal)));
      if (was === undefined || is === undefined) return { since: before.attributes.saved_at, changes: [] };
      const blocks = [...blocksOf(was.document), ...blocksOf(is.document)];
      const forGroups = blocks.filter(({ audience }) => audience !== undefined);
      const changes = changesBetween(was, is).map((change) => ({
        ...change,
        isForGroups: forGroups.some(({ name }) => name === change.block),
      }));
      return { since: before.attributes.saved_at, changes };
    },
    // The newsletter is published anyway: the screen does not wait for a second try.
    retry: false,
  });
}

async function versionOf(id: string, state_id: string, signal: AbortSignal): Promise<Version> {
  const params = { id, state_id };
  const { state } = await call(historyRoutes.getState, { params, signal, handles: () => true });
  return read(state.data.attributes);
}

type State = z.output<typeof historyRoutes.getState.reply>['state']['data']['attributes'];

function read({ title, layout_type, code, ...state }: State): Version {
  const settings = settingsOfFields(state);
  return { title, document: fromCode(layout_type, codeSchema.parse(code), settings) };
}

/** Lists the changes of a correction, of which some families have not got all. */
export function CorrectionChanges({ changes }: { changes: Correction['changes'] }) {
  if (changes.length === 0) return null;
  const listed = changes.slice(0, changes.length === LISTED + 1 ? undefined : LISTED);
  const more = changes.length - listed.length;
  return (
    <section className={classes.changes} aria-labelledby="changes-title">
      <h2 id="changes-title" className={classes.title}>
        In this correction
      </h2>
      <ul className={classes.list}>
        {listed.map(({ block, words, isForGroups }) => (
          <li key={block ?? words}>
            {words}
            {isForGroups && <span className={classes.some}> · for some groups only</span>}
          </li>
        ))}
        {more > 0 && <li className={classes.more}>and {more} more</li>}
      </ul>
    </section>
  );
}
