import {
  editionListed,
  editionResource,
  historyRoutes,
  stateListed,
  stateResource,
} from '#contract/history.ts';
import { storedBlocks } from '#newsletter/document/upgrade.ts';
import { DEFAULT_SETTINGS } from '#newsletter/settings/settings.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import type { AppContext } from '#server/context.ts';
import { listSendingsOfEditions } from '#server/data/deliveries.ts';
import { findSentVariant, listSentVariants } from '#server/data/groups/sent-variants.ts';
import { loadSchool } from '#server/data/schools.ts';
import { staffNames } from '#server/data/staff.ts';
import { loadNewsletter } from '#server/features/newsletters/drafts/service.ts';
import { compress } from '#server/platform/brotli.ts';
import { resourceOf } from '#server/platform/columns.ts';
import { fileSlug } from '#server/platform/files/file-slug.ts';
import { staffAddresses, withAddresses } from '#server/platform/files/own-addresses.ts';
import { notFound } from '#server/platform/http/errors.ts';
import { type Handler, handle } from '#server/platform/http/handle.ts';
import { authorsBetween, doneBy, restoredFrom } from './authors.ts';
import { calledBy, changedInEach, changedSummary } from './changed.ts';
import { editionZip } from './edition-zip.ts';
import { findPastEdition } from './editions-repo.ts';
import { listEditions, presentSendings, sentOf } from './sendings.ts';
import { shownEdition } from './shown-edition.ts';
import { defineStatePruning } from './state-pruning.ts';
import { findContents, findState, listBlockNames, listStates } from './states-repo.ts';

/** The history of newsletters, which each member of the school may read. */
export function newsletterHistory(context: AppContext): readonly Handler[] {
  defineStatePruning(context);
  return [...states(context), ...editions(context)];
}

function states(context: AppContext): readonly Handler[] {
  const { database } = context;
  return [
    handle(historyRoutes.listStates, async ({ caller, params: { id } }) => {
      await loadNewsletter(context, caller, id);
      const rows = await listStates(database, caller.schoolId, id);
      const nameOf = await staffNames(context.database, caller.schoolId);
      const { editions } = await listEditions(database, caller.schoolId, id);
      const changed = changedInEach(rows, await listBlockNames(database, caller.schoolId, id));
      const numbers = [...new Set([...changed.values()].flatMap((each) => calledBy(each) ?? []))];
      const contents = await findContents(database, caller.schoolId, id, numbers);
      const wordsOf = (state: string) => {
        const found = changed.get(state);
        return found === undefined ? '' : changedSummary(found, contents);
      };
      const present = ({ settings, blocks: _, ...row }: (typeof rows)[number]) =>
        resourceOf(stateListed, row, {
          title: settings.title,
          changed: wordsOf(row.id),
          started_from: (row.reason === 'created' && settings.startedFrom) || null,
          person_name: doneBy(nameOf, row),
          ...sentOf(row, editions),
          restored_from: restoredFrom(rows, row.id)?.toISOString() ?? null,
        });
      return { state: { data: rows.map(present) } };
    }),
    handle(historyRoutes.listAuthors, async ({ caller: { schoolId }, params, query: { until } }) => {
      const states = (await listStates(database, schoolId, params.id)).toReversed();
      const isKept = (id: string) => states.some((state) => state.id === id);
      if (!isKept(params.state_id) || (until !== undefined && !isKept(until))) throw notFound('State');
      const names = await listBlockNames(database, schoolId, params.id);
      const nameOf = await staffNames(database, schoolId);
      const found = authorsBetween(states, names, params.state_id, until);
      return {
        authors: [...found].map(([block, state]) => ({
          block,
          person_name: doneBy(nameOf, state),
          at: state.savedAt.toISOString(),
        })),
      };
    }),
    handle(historyRoutes.getState, async ({ caller: { schoolId }, params }) => {
      const state = await findState(database, schoolId, params.id, params.state_id);
      if (state === null) throw notFound('State');
      const nameOf = await staffNames(context.database, schoolId);
      const { addressOf } = await staffAddresses(context, schoolId);
      const code = withAddresses(storedBlocks(state.code, state.codeVersion), addressOf);
      const row = { ...state, ...DEFAULT_SETTINGS, ...state.settings };
      const data = resourceOf(stateResource, row, {
        code,
        person_name: doneBy(nameOf, state),
        ...sentOf(state, (await listEditions(database, schoolId, params.id)).editions),
        restored_from: null,
      });
      return { state: { data } };
    }),
  ];
}

function editions(context: AppContext): readonly Handler[] {
  const { database } = context;
  return [
    handle(historyRoutes.listEditions, async ({ caller, params: { id } }) => {
      await loadNewsletter(context, caller, id);
      const { editions: rows, earlier } = await listEditions(database, caller.schoolId, id);
      const nameOf = await staffNames(context.database, caller.schoolId);
      const present = (row: (typeof rows)[number]) =>
        resourceOf(editionListed, row, { person_name: doneBy(nameOf, row), ...presentSendings(row) });
      return {
        edition: { data: rows.map(present) },
        earlier_sendings: presentSendings({ sendings: earlier }).sendings,
      };
    }),
    handle(historyRoutes.getEdition, async ({ caller: { schoolId }, params, query }) => {
      const { edition: whole, personName, sent } = await loadEdition(context, schoolId, params);
      const edition = await asVariant(context, schoolId, whole, query.variant);
      const data = resourceOf(editionResource, edition, {
        variants: await listSentVariants(database, schoolId, edition.id),
        person_name: personName,
        ...sent,
        ...(await shownEdition(context, schoolId, edition)),
      });
      return { edition: { data } };
    }),
    handle(historyRoutes.downloadEdition, async ({ caller: { schoolId }, params, reply }) => {
      const { edition, personName, sent } = await loadEdition(context, schoolId, params);
      const school = await loadSchool(database, schoolId);
      const day = dayIn(school.timeZone, edition.redrawnAt ?? edition.publishedAt);
      const name = `${fileSlug(edition.title) || 'newsletter'}-${day}.zip`;
      reply.header('content-disposition', `attachment; filename="${name}"`);
      return await editionZip(context, school, { edition, personName, sendings: sent.sendings });
    }),
  ];
}

/** The edition as families in certain groups got it. Throws 404 for a variant that was not sent. */
async function asVariant(
  { database }: AppContext,
  schoolId: string,
  edition: NonNullable<Awaited<ReturnType<typeof findPastEdition>>>,
  variant: string | undefined,
) {
  if (variant === undefined) return edition;
  const found = await findSentVariant(database, schoolId, edition.id, variant);
  if (found === null) throw notFound('Variant');
  const page = found.page ?? (await compress(Buffer.from(NOT_READ)));
  return { ...edition, page, mail: found.mail, mailText: found.mailText ?? '' };
}

const NOT_READ =
  '<!doctype html><html lang="en"><body style="font:16px/1.5 sans-serif;padding:24px"><p>Nobody had opened this page before the newsletter was corrected.</p></body></html>';

/** An edition with its sendings and its publisher's name. Throws 404. */
async function loadEdition(
  context: AppContext,
  schoolId: string,
  { id, edition_id }: { readonly id: string; readonly edition_id: string },
) {
  const edition = await findPastEdition(context.database, schoolId, id, edition_id);
  if (edition === null) throw notFound('Edition');
  const all = await listSendingsOfEditions(context.database, schoolId, id);
  const sendings = all.filter(({ editionId }) => editionId === edition.id);
  const nameOf = await staffNames(context.database, schoolId);
  return { edition, personName: doneBy(nameOf, edition), sent: presentSendings({ sendings }) };
}
