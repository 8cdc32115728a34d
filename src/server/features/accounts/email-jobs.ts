import { z } from 'zod';
import { LINK_LIFETIME } from '#contract/people.ts';
import type { AppContext } from '#server/context.ts';
import { mayMail } from '#server/data/mail-limits.ts';
import { createMailedToken, deleteMailedTokens } from '#server/data/mailed-tokens.ts';
import { schoolNameOf } from '#server/data/schools.ts';
import { findOrCreateUser, findUser, findUserByEmail, type User } from '#server/data/users.ts';
import { invitingSchool, renewInvitationToken } from '#server/features/accounts/staff/invitation-repo.ts';
import { queue } from '#server/platform/jobs/jobs.ts';
import { type ProductEmail, sendProductEmail } from '#server/platform/mail/product-email.ts';
import {
  accountExistsEmail,
  addressChangeAskedEmail,
  addressChangedEmail,
  confirmAddressEmail,
  invitationEmail,
  invitationReminderEmail,
  joinedSchoolEmail,
  passwordChangedEmail,
  passwordResetEmail,
  temporaryPasswordEmail,
  welcomeEmail,
} from './emails.ts';

const askedBy = z.enum(['person', 'school']).default('person');

/**
 * The mails about accounts are a job's work. What an address is known for is looked up there and not in the call, so
 * that the call takes the same time for every address. Tokens are made there too: they stand in no job's data.
 */
const accountMailData = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('register'), email: z.string() }),
  z.object({ kind: z.literal('forgot'), email: z.string() }),
  z.object({ kind: z.literal('invited'), email: z.string(), school: z.string() }),
  z.object({ kind: z.literal('welcome'), personId: z.uuid() }),
  z.object({ kind: z.literal('confirm_email'), personId: z.uuid(), email: z.string(), by: askedBy }),
  z.object({ kind: z.literal('email_change'), personId: z.uuid(), by: askedBy }),
  z.object({ kind: z.literal('email_changed'), personId: z.uuid(), oldEmail: z.string() }),
  z.object({ kind: z.literal('password_changed'), personId: z.uuid() }),
  z.object({ kind: z.literal('invitation'), invitationId: z.uuid(), inviterId: z.uuid() }),
  z.object({ kind: z.literal('joined'), personId: z.uuid() }),
  z.object({ kind: z.literal('temporary_password'), personId: z.uuid() }),
]);
/** One of them. */
export type AccountMail = z.input<typeof accountMailData>;

/** The queue of the mails about accounts. */
export const accountMail = queue('account_mail', accountMailData);

/** Has the mails sent once the jobs start. */
export function defineAccountMail(context: AppContext): void {
  context.jobs.define(accountMail, async (mail) => {
    const emails = await context.database.transaction(() => prepare(context, mail));
    for (const { to, content } of emails) await sendProductEmail(context, to, content);
  });
}

interface AddressedEmail {
  readonly to: { readonly name: string; readonly address: string };
  readonly content: ProductEmail;
}

async function prepare(
  context: AppContext,
  mail: z.output<typeof accountMailData>,
): Promise<readonly AddressedEmail[]> {
  switch (mail.kind) {
    case 'register':
      return await emailsForSignUp(context, mail.email);
    case 'forgot':
      return await emailsForReset(context, mail.email);
    case 'invited':
      return [to(nobody(mail.email), invitationReminderEmail(context.config, mail.school))];
    case 'invitation':
      return await invitation(context, mail.invitationId, mail.inviterId);
    default: {
      const person = await findUser(context.database, mail.personId);
      return person === undefined ? [] : await emailsForPerson(context, person, mail);
    }
  }
}

type PersonMail = Extract<z.output<typeof accountMailData>, { personId: string }>;

async function emailsForPerson(
  context: AppContext,
  person: User,
  mail: PersonMail,
): Promise<readonly AddressedEmail[]> {
  const { config } = context;
  switch (mail.kind) {
    case 'welcome':
      return [await welcome(context, person)];
    case 'confirm_email':
      return await confirmation(context, person, mail);
    case 'email_change':
      return [to(person, addressChangeAskedEmail(config, mail.by))];
    case 'email_changed':
      return [to({ ...person, email: mail.oldEmail }, addressChangedEmail(config, person.email))];
    case 'password_changed':
      return [to(person, passwordChangedEmail(config))];
    case 'joined':
      return [
        to(
          person,
          joinedSchoolEmail(config, (await schoolNameOf(context.database, person)) ?? '', person.email),
        ),
      ];
    case 'temporary_password':
      return [to(person, temporaryPasswordEmail(config, person.email))];
  }
}

/** What somebody gets who asked for an account, by where they stand. */
async function emailsForSignUp(context: AppContext, email: string): Promise<readonly AddressedEmail[]> {
  const person = await findOrCreateUser(context.database, email, context.clock.now());
  if (person.status === 'ACTIVE') return [to(person, accountExistsEmail(context.config, email))];
  return [await welcome(context, person)];
}

/** What somebody gets who asked for a new password. */
async function emailsForReset(context: AppContext, email: string): Promise<readonly AddressedEmail[]> {
  const person = await findUserByEmail(context.database, email);
  if (person?.status !== 'ACTIVE') {
    await remindUnregistered(context, person, email);
    return [];
  }
  const token = await createMailedToken(context, person, 'reset', email, LINK_LIFETIME.reset);
  return [to(person, passwordResetEmail(context.config, token))];
}

// Nobody has shown yet that the address is theirs, so this counts as a sign-up. The mail is a job of its own: should it
// have to be sent again, it is not counted again.
async function remindUnregistered(
  context: AppContext,
  person: User | undefined,
  email: string,
): Promise<void> {
  const school = person === undefined ? await invitingSchool(context, email) : null;
  if (person === undefined && school === null) return;
  if (!(await mayMail(context, 'signUp', { to: email }))) return;
  if (person !== undefined) await context.jobs.send(accountMail, { kind: 'welcome', personId: person.id });
  else if (school !== null) await context.jobs.send(accountMail, { kind: 'invited', email, school });
}

async function welcome(context: AppContext, person: User): Promise<AddressedEmail> {
  const token = await createMailedToken(context, person, 'welcome', person.email, LINK_LIFETIME.welcome);
  const joins = await schoolNameOf(context.database, person);
  const invitedBy = joins === null ? await invitingSchool(context, person.email) : null;
  return to(person, welcomeEmail(context.config, token, { joins, invitedBy }));
}

async function invitation(
  context: AppContext,
  id: string,
  inviterId: string,
): Promise<readonly AddressedEmail[]> {
  const renewed = await renewInvitationToken(context, id);
  if (renewed === null) return [];
  const inviter = await findUser(context.database, inviterId);
  const name = inviter && `${inviter.firstName} ${inviter.lastName}`.trim();
  const { token, school } = renewed;
  const { role } = renewed.invitation;
  const words = { token, school, role, inviter: name || null };
  return [to(renewed.invitation, invitationEmail(context.config, words))];
}

async function confirmation(
  context: AppContext,
  person: User,
  { email, by }: Extract<PersonMail, { kind: 'confirm_email' }>,
): Promise<readonly AddressedEmail[]> {
  // Given up, or changed once more, before its turn came.
  if (person.pendingEmail !== email) return [];
  // Only the address that was asked for last can become the account's.
  await deleteMailedTokens(context, person.id, ['confirm_email']);
  const token = await createMailedToken(context, person, 'confirm_email', email, LINK_LIFETIME.confirm_email);
  return [to({ ...person, email }, confirmAddressEmail(context.config, token, by))];
}

const nobody = (email: string): Addressee => ({ firstName: '', lastName: '', email });

type Addressee = Pick<User, 'firstName' | 'lastName' | 'email'>;

function to({ firstName, lastName, email }: Addressee, content: ProductEmail): AddressedEmail {
  return { to: { name: `${firstName} ${lastName}`.trim(), address: email }, content };
}
