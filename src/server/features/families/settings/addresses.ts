import { ADDRESSES_MAX, PAGE_MESSAGES, pageAddress } from '#contract/families/school-pages.ts';
import {
  countAddresses,
  hasAddress,
  isAddressFree,
  takeAddress,
} from '#server/data/families/school-pages.ts';
import type { School } from '#server/data/schools.ts';
import type { Database } from '#server/platform/db/client.ts';
import { conflict, invalid } from '#server/platform/http/errors.ts';
import { readableSlug } from '#server/platform/readable-slug.ts';

/** The addresses of schools' pages. */

const TRIED_MAX = 50;

/** A free address that resembles the school's name. */
export async function suggestAddress(database: Database, school: School): Promise<string> {
  for (const address of likeName(school))
    if (await isAddressFree(database, school.id, address)) return address;
  return school.id;
}

/** Gives a school the first free address that resembles its name. Joins the caller's transaction, which has locked the school's row. */
export async function takeSuggested(database: Database, school: School): Promise<string> {
  for (const address of [...likeName(school), school.id])
    if (await takeAddress(database, school.id, address)) return address;
  throw conflict(PAGE_MESSAGES.addressTaken);
}

/** Gives a school the address that its owner chose. Throws 400 if it is taken, or after too many changes. */
export async function takeChosen(database: Database, schoolId: string, address: string): Promise<void> {
  const isOwn = await hasAddress(database, schoolId, address);
  if (!isOwn && (await countAddresses(database, schoolId)) >= ADDRESSES_MAX)
    throw invalid({ address: PAGE_MESSAGES.addressesUsed });
  if (!(await takeAddress(database, schoolId, address)))
    throw invalid({ address: PAGE_MESSAGES.addressTaken });
}

// The addresses 'oakfield-primary', 'oakfield-primary-2' and so on.
function likeName({ name }: School): readonly string[] {
  const readable = readableSlug(name, 'school').slice(0, 50).replace(/-$/, '');
  const first = pageAddress.safeParse(readable).success ? [readable] : [`${readable}-school`];
  return [...first, ...Array.from({ length: TRIED_MAX }, (_, index) => `${first[0]}-${index + 2}`)];
}
