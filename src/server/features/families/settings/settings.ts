import {
  PAGE_SWITCHES,
  type SchoolPagesForm,
  type SchoolPagesResource,
  schoolPagesResource,
} from '#contract/families/school-pages.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { ALL_OFF, findSchoolPages, saveSchoolPages } from '#server/data/families/school-pages.ts';
import { loadSchool, lockSchool } from '#server/data/schools.ts';
import { changedFields, columnsOf, resourceOf } from '#server/platform/columns.ts';
import { notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { suggestAddress, takeChosen, takeSuggested } from './addresses.ts';

/** The settings of a school's pages. */

const FIELDS = ['address', 'embed_origins', ...PAGE_SWITCHES] as const;

/** The settings of a school's pages. Throws 404 for another school. */
export async function readPages(
  { database }: AppContext,
  { schoolId }: Member,
  id: string,
): Promise<SchoolPagesResource> {
  if (id !== schoolId) throw notFound('School');
  const pages = await findSchoolPages(database, schoolId);
  const suggested = pages?.address ?? (await suggestAddress(database, await loadSchool(database, schoolId)));
  const row = pages ?? { ...ALL_OFF, schoolId, address: null };
  return resourceOf(
    schoolPagesResource,
    { ...row, id },
    { address: row.address, suggested_address: suggested },
  );
}

/**
 * Changes the given fields. The first change gives the school an address if none is chosen; its former addresses redirect to the new one
 * for ever. Throws 404 for another school, 400 for an address that it cannot have.
 */
export async function changePages(
  context: AppContext,
  caller: Member,
  id: string,
  form: SchoolPagesForm,
): Promise<void> {
  const { schoolId } = caller;
  if (id !== schoolId) throw notFound('School');
  const { database } = context;
  await database.forSchool(schoolId, async () => {
    const school = await lockSchool(database, schoolId);
    if (school === undefined) throw notFound('School');
    const before = await findSchoolPages(database, schoolId);
    if (form.address !== undefined) await takeChosen(database, schoolId, form.address);
    const address = form.address ?? before?.address ?? (await takeSuggested(database, school));
    const stored = before ?? { ...ALL_OFF, schoolId, address: '' };
    const changes = columnsOf({ ...form, address });
    const fields = changedFields(FIELDS, stored, changes);
    if (fields.length === 0) return;
    await saveSchoolPages(database, schoolId, changes);
    const names = fields.map((field) => field.replaceAll('_', ' '));
    await recordAudit(context, caller, 'pages_edited', school.name, { fields: names });
  });
}
