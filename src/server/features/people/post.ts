import { z } from 'zod';
import { LINK_LIFE } from '#contract/people.ts';
import type { House } from '../../house.ts';
import { type Letter, sendLetter } from '../../letters.ts';
import { queue } from '../../ports/jobs/jobs.ts';
import {
  confirmEmailLetter,
  emailChangeLetter,
  invitedLetter,
  knownLetter,
  passwordChangedLetter,
  resetLetter,
  welcomeLetter,
} from './letters.ts';
import {
  createMailedToken,
  deleteMailedTokens,
  findOrCreatePerson,
  findPerson,
  findPersonByEmail,
  type Person,
} from './repo.ts';

/**
 * The mails about accounts are a job's work. What an address is known for is looked up there and not in the call, so
 * that the call takes the same time for every address. Tokens are made there too: they stand in no job's data.
 */
const accountMailData = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('register'), email: z.string() }),
  z.object({ kind: z.literal('forgot'), email: z.string() }),
  z.object({ kind: z.literal('welcome'), personId: z.uuid() }),
  z.object({ kind: z.literal('confirm_email'), personId: z.uuid(), email: z.string() }),
  z.object({ kind: z.literal('email_change'), personId: z.uuid() }),
  z.object({ kind: z.literal('password_changed'), personId: z.uuid() }),
]);
type AccountMail = z.infer<typeof accountMailData>;

/** The queue of the mails about accounts. */
export const accountMail = queue('account_mail', accountMailData);

/** Has the mails sent once the jobs start. */
export function defineAccountMail(house: House): void {
  house.jobs.define(accountMail, async (mail) => {
    const post = await house.database.transaction(() => prepare(house, mail));
    if (post !== null) await sendLetter(house, post.to, post.letter);
  });
}

interface Post {
  readonly to: { readonly name: string; readonly address: string };
  readonly letter: Letter;
}

async function prepare(house: House, mail: AccountMail): Promise<Post | null> {
  if (mail.kind === 'register')
    return await forAsked(
      house,
      await findOrCreatePerson(house, mail.email),
      knownLetter(house.config, mail.email),
    );
  if (mail.kind === 'forgot') {
    const person = await findPersonByEmail(house, mail.email);
    return person === undefined ? null : await forAsked(house, person, null);
  }
  const person = await findPerson(house, mail.personId);
  if (person === undefined) return null;
  if (mail.kind === 'welcome') return await withToken(house, person, 'welcome');
  if (mail.kind === 'confirm_email') return await confirmation(house, person, mail.email);
  const letter =
    mail.kind === 'email_change' ? emailChangeLetter(house.config) : passwordChangedLetter(house.config);
  return to(person, letter);
}

/** What somebody gets who asked for an account or a password, by where they stand. */
async function forAsked(house: House, person: Person, known: Letter | null): Promise<Post> {
  if (person.status === 'INVITED') return to(person, invitedLetter(house.config));
  if (person.status === 'INACTIVE') return await withToken(house, person, 'welcome');
  return known === null ? await withToken(house, person, 'reset') : to(person, known);
}

async function withToken(house: House, person: Person, kind: 'welcome' | 'reset'): Promise<Post> {
  const token = await createMailedToken(house, person, kind, person.email, LINK_LIFE[kind]);
  return to(
    person,
    kind === 'welcome' ? welcomeLetter(house.config, token) : resetLetter(house.config, token),
  );
}

async function confirmation(house: House, person: Person, email: string): Promise<Post> {
  // Only the address that was asked for last can become the account's.
  await deleteMailedTokens(house, person.id, ['confirm_email']);
  const token = await createMailedToken(house, person, 'confirm_email', email, LINK_LIFE.confirm_email);
  return { to: { name: nameOf(person), address: email }, letter: confirmEmailLetter(house.config, token) };
}

function to(person: Person, letter: Letter): Post {
  return { to: { name: nameOf(person), address: person.email }, letter };
}

function nameOf({ firstName, lastName }: Person): string {
  return `${firstName} ${lastName}`.trim();
}
