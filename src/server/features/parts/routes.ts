import type { z } from 'zod';
import { PART_MESSAGES, type Part, partRoutes } from '#contract/parts/parts.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { announceParts } from '#server/data/newsletter-news.ts';
import { findDraft } from '#server/data/newsletters.ts';
import {
  findPart,
  listCurrentPartsOfPerson,
  listHandedInTo,
  listPartsOf,
  type PartInDraft,
  requireOwnPart,
} from '#server/data/parts.ts';
import { timeZoneOf } from '#server/data/schools.ts';
import { listMembers, namesOfMembers, staffNames } from '#server/data/staff.ts';
import { conflict, forbidden, invalid, notFound } from '#server/platform/http/errors.ts';
import { type Handler, handle, type Member } from '#server/platform/http/handle.ts';
import { blocksNow, changedSince, type FindLastChange } from './changed.ts';
import { labelIn, presentPart } from './present.ts';
import { definePartReminders, mailGivenPart, planReminder } from './reminders.ts';
import { deletePart, setPartDone, upsertPart } from './repo.ts';

/** The handlers for parts: which person writes what of a newsletter. Parts are never published. */
export function partHandlers(context: AppContext, findLastChange: FindLastChange): readonly Handler[] {
  const { database, clock } = context;
  const present = async (found: readonly PartInDraft[], nameOf: (id: string | null) => string | null) =>
    await Promise.all(
      found.map(async (each) =>
        presentPart(each, nameOf, await changedSince(context, each, nameOf, findLastChange)),
      ),
    );
  definePartReminders(context);
  return [
    handle(partRoutes.listMyParts, async ({ caller: { schoolId, personId } }) => {
      const found = await listCurrentPartsOfPerson(database, schoolId, personId);
      const handedIn = await listHandedInTo(database, schoolId, personId);
      const nameOf = await staffNames(database, schoolId);
      return {
        part: { data: await present(found, nameOf) },
        handed_in: await present(handedIn, nameOf),
      };
    }),
    handle(partRoutes.listParts, async ({ caller, params: { id } }) => {
      const { schoolId } = caller;
      await requireOwnPart(context, caller, id);
      await loadDraft(context, schoolId, id);
      const found = await listPartsOf(database, schoolId, id);
      const members = await listMembers(database, schoolId);
      const nameOf = namesOfMembers(members);
      return {
        part: { data: await present(found, nameOf) },
        people: (caller.role === 'contributor' ? [] : members.filter(isActive)).map((each) => ({
          id: each.id,
          name: nameOf(each.id) ?? '',
        })),
      };
    }),
    handle(partRoutes.givePart, async ({ caller, params: { id }, body }) =>
      answer(context, caller, await givePart(context, caller, id, body)),
    ),
    handle(partRoutes.finishPart, async ({ caller, params: { id }, body }) => {
      if (caller.role === 'contributor') await requirePartOf(context, caller, id);
      const found = await loadPart(context, caller, id);
      const now = { doneAt: clock.now(), doneBlocks: blocksNow(found) };
      await setPartDone(database, caller.schoolId, id, body.done ? now : { doneAt: null, doneBlocks: null });
      return await answer(context, caller, id);
    }),
    handle(partRoutes.takeBackPart, async ({ caller, params: { id } }) => {
      const { part, draft } = await loadPart(context, caller, id);
      const { schoolId, newsletterId } = part;
      const nameOf = await staffNames(database, schoolId);
      await database.forSchool(schoolId, async () => {
        await deletePart(database, schoolId, id);
        const details = { newsletter: draft.title, part: part.label, news_letter_id: newsletterId };
        await recordAudit(context, caller, 'part_taken_back', nameOf(part.personId) ?? '', details);
      });
      announceParts(database, schoolId, newsletterId);
    }),
  ];
}

const isActive = ({ status }: { readonly status: string }) => status === 'ACTIVE';

/** Resolves to the part's id. Throws 404, 400 for a person or block that is not there, 409 if there are too many parts. */
async function givePart(
  context: AppContext,
  caller: Member,
  newsletterId: string,
  { block, person_id, due_on }: z.output<typeof partRoutes.givePart.body>,
): Promise<string> {
  const { database, clock } = context;
  const { schoolId, personId } = caller;
  const draft = await loadDraft(context, schoolId, newsletterId);
  const members = await listMembers(database, schoolId);
  const person = members.find(({ id }) => id === person_id);
  const label = labelIn(draft, block);
  const timeZone = await timeZoneOf(database, schoolId);
  if (person === undefined || !isActive(person)) throw invalid({ person_id: PART_MESSAGES.person });
  if (label === null) throw invalid({ block: PART_MESSAGES.block });
  return await database.forSchool(schoolId, async () => {
    const given = await upsertPart(database, {
      schoolId,
      newsletterId,
      block,
      label,
      personId: person.id,
      dueOn: due_on,
      givenBy: personId,
      givenAt: clock.now(),
    });
    if (given === null) throw conflict(PART_MESSAGES.full);
    const { part, before } = given;
    if (before?.personId === part.personId && before.dueOn === part.dueOn) return part.id;
    // A part that is late may keep its day.
    if (due_on < dayIn(timeZone, clock.now())) throw invalid({ due_on: PART_MESSAGES.past });
    await mailGivenPart(context, part, personId);
    await planReminder(context, part);
    const details = { newsletter: draft.title, part: label, due_on, news_letter_id: newsletterId };
    await recordAudit(context, caller, 'part_given', namesOfMembers(members)(person.id) ?? '', details);
    return part.id;
  });
}

async function loadDraft({ database }: AppContext, schoolId: string, id: string) {
  const draft = await findDraft(database, schoolId, id);
  if (draft === null) throw notFound('Newsletter');
  return draft;
}

async function loadPart({ database }: AppContext, { schoolId }: Member, id: string): Promise<PartInDraft> {
  const found = await findPart(database, schoolId, id);
  if (found === null) throw notFound('Part');
  return found;
}

// The answer does not reveal whether the part exists.
async function requirePartOf({ database }: AppContext, caller: Member, id: string): Promise<void> {
  const found = await findPart(database, caller.schoolId, id);
  if (found?.part.personId !== caller.personId) throw forbidden();
}

// Notifies the other open editors, too.
async function answer(
  context: AppContext,
  caller: Member,
  id: string,
): Promise<{ readonly part: { readonly data: Part } }> {
  const found = await loadPart(context, caller, id);
  const { schoolId, newsletterId } = found.part;
  announceParts(context.database, schoolId, newsletterId);
  return { part: { data: presentPart(found, await staffNames(context.database, schoolId)) } };
}
