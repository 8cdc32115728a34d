import { z } from 'zod';
import { LINK_LIFETIME } from '#contract/people.ts';
import { fullName, nameOrEmail } from '#contract/rules/names.ts';
import type { AppContext } from '#server/context.ts';
import { mayMail } from '#server/data/mail-limits.ts';
import { createMailedToken, deleteMailedTokens } from '#server/data/mailed-tokens.ts';
import { schoolNameOf } from '#server/data/schools.ts';
import { findOrCreateUser, findUser, findUserByEmail, type User } from '#server/data/users.ts';
import {
  findInvitingSchool,
  noteInvitationMail,
  renewInvitationToken,
} from '#server/features/accounts/staff/invitation-repo.ts';
import { formerOwnerEmail, newOwnerEmail } from '#server/features/accounts/staff/owner-emails.ts';
import {
  TWO_STEP_CHANGES,
  twoStepEmail,
  twoStepResetByYouEmail,
  twoStepResetEmail,
} from '#server/features/accounts/two-step/emails.ts';
import {
  PROVIDER_CHANGES,
  providerEmail,
  signInWithEmail,
} from '#server/features/accounts/ways/provider/emails.ts';
import { findProviderAskedOf } from '#server/features/accounts/ways/provider/rule.ts';
import { countRecoveryCodes } from '#server/features/accounts/ways/recovery-code/repo.ts';
import { mailQueue } from '#server/platform/jobs/jobs.ts';
import { type AddressedEmail, defineMail, type ProductEmail } from '#server/platform/mail/define-mail.ts';
import { isHopeless } from '#server/platform/mail/failure.ts';
import { mailTo } from '#server/platform/mail/mail.ts';
import { productWords } from '#server/platform/mail/words.ts';
import {
  accountExistsEmail,
  addressChangedEmail,
  addressChangeRequestedEmail,
  confirmAddressEmail,
  invitationEmail,
  invitationReminderEmail,
  joinedSchoolEmail,
  passwordChangedEmail,
  passwordResetEmail,
  passwordsGuessedEmail,
  temporaryPasswordEmail,
  welcomeEmail,
} from './emails.ts';

const requestedBy = z.enum(['person', 'school']).default('person');

/**
 * Account mails are prepared by a job. The job, not the call, looks the address up, so the call takes the same time
 * for every address. Tokens are created there too, so no job's stored data contains one.
 */
const accountMailData = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('register'), email: z.string() }),
  z.object({ kind: z.literal('forgot'), email: z.string() }),
  z.object({ kind: z.literal('passwords_guessed'), email: z.string() }),
  z.object({ kind: z.literal('invited'), email: z.string(), school: z.string() }),
  z.object({ kind: z.literal('welcome'), personId: z.uuid() }),
  z.object({ kind: z.literal('confirm_email'), personId: z.uuid(), email: z.string(), by: requestedBy }),
  z.object({ kind: z.literal('email_change'), personId: z.uuid(), by: requestedBy }),
  z.object({ kind: z.literal('email_changed'), personId: z.uuid(), oldEmail: z.string() }),
  z.object({ kind: z.literal('password_changed'), personId: z.uuid() }),
  z.object({ kind: z.literal('two_step_reset'), personId: z.uuid(), of: z.uuid() }),
  z.object({ kind: z.literal('owner_changed'), personId: z.uuid(), from: z.uuid(), to: z.uuid() }),
  z.object({ kind: z.literal('two_step'), personId: z.uuid(), change: z.enum(TWO_STEP_CHANGES) }),
  z.object({
    kind: z.literal('provider'),
    personId: z.uuid(),
    change: z.enum(PROVIDER_CHANGES),
    provider: z.string(),
    account: z.string().default(''),
  }),
  z.object({ kind: z.literal('invitation'), invitationId: z.uuid(), inviterId: z.uuid() }),
  z.object({ kind: z.literal('joined'), personId: z.uuid() }),
  z.object({ kind: z.literal('temporary_password'), personId: z.uuid() }),
]);
export type AccountMail = z.input<typeof accountMailData>;
type Account = z.output<typeof accountMailData>;

/** The queue of account mails. */
export const accountMail = mailQueue('account_mail', accountMailData);

/** Registers the job that sends account mails. */
export function defineAccountMail(context: AppContext): void {
  const prepared = (mail: Account) => context.database.transaction(() => prepare(context, mail));
  defineMail(context, accountMail, prepared, async (mail, failure) => {
    if (mail.kind !== 'invitation') return;
    // The list of staff shows whether the mail was taken.
    const trouble = failure === null ? null : isHopeless(failure) ? 'never' : 'later';
    await noteInvitationMail(context, mail.invitationId, trouble);
  });
}

async function prepare(context: AppContext, mail: Account): Promise<AddressedEmail | null> {
  switch (mail.kind) {
    case 'register':
      return await emailForSignUp(context, mail.email);
    case 'forgot':
      return await emailForReset(context, mail.email);
    case 'passwords_guessed':
      return await emailForGuessed(context, mail.email);
    case 'invited':
      return addressed(
        unnamed(mail.email),
        invitationReminderEmail(productWords(context.config), mail.school),
      );
    case 'invitation':
      return await invitation(context, mail.invitationId, mail.inviterId);
    default: {
      const person = await findUser(context.database, mail.personId);
      return person === undefined ? null : await emailForPerson(context, person, mail);
    }
  }
}

type PersonMail = Extract<Account, { personId: string }>;

async function emailForPerson(
  context: AppContext,
  person: User,
  mail: PersonMail,
): Promise<AddressedEmail | null> {
  const config = productWords(context.config);
  switch (mail.kind) {
    case 'welcome':
      return await welcome(context, person);
    case 'confirm_email':
      return await confirmation(context, person, mail);
    case 'email_change':
      return addressed(person, addressChangeRequestedEmail(config, mail.by));
    case 'email_changed':
      return addressed({ ...person, email: mail.oldEmail }, addressChangedEmail(config, person.email));
    case 'password_changed':
      return addressed(person, passwordChangedEmail(config));
    case 'two_step_reset': {
      const of = await findUser(context.database, mail.of);
      if (of === undefined) return null;
      const isOwn = of.id === person.id;
      return addressed(
        person,
        isOwn ? twoStepResetEmail(config) : twoStepResetByYouEmail(config, nameOrEmail(of)),
      );
    }
    case 'owner_changed': {
      const [from, to] = [
        await findUser(context.database, mail.from),
        await findUser(context.database, mail.to),
      ];
      if (from === undefined || to === undefined) return null;
      const school = (await schoolNameOf(context.database, person)) ?? '';
      const names = { school, from: nameOrEmail(from), to: nameOrEmail(to) };
      return addressed(
        person,
        person.id === to.id ? newOwnerEmail(config, names) : formerOwnerEmail(config, names),
      );
    }
    case 'two_step': {
      const codesLeft = await countRecoveryCodes(context.database, person.id);
      return addressed(person, twoStepEmail(config, mail.change, codesLeft));
    }
    case 'provider':
      return addressed(person, providerEmail(config, mail.change, mail.provider, mail.account));
    case 'joined':
      return addressed(
        person,
        joinedSchoolEmail(config, (await schoolNameOf(context.database, person)) ?? '', person.email),
      );
    case 'temporary_password':
      return addressed(person, temporaryPasswordEmail(config, person.email));
  }
}

/** The mail for somebody who signs up: a welcome, or a note that the account exists. */
async function emailForSignUp(context: AppContext, email: string): Promise<AddressedEmail | null> {
  const person = await findOrCreateUser(context.database, email, context.clock.now());
  if (person.status === 'ACTIVE')
    return addressed(person, accountExistsEmail(productWords(context.config), email));
  return await welcome(context, person);
}

/** The mail for somebody who asks for a new password. */
async function emailForReset(context: AppContext, email: string): Promise<AddressedEmail | null> {
  const person = await findUserByEmail(context.database, email);
  if (person?.status !== 'ACTIVE') {
    await remindUnregistered(context, person, email);
    return null;
  }
  const asked = await findProviderAskedOf(context, person);
  if (asked !== null) return addressed(person, signInWithEmail(productWords(context.config), asked.name));
  const token = await createMailedToken(context, person, 'reset', email, LINK_LIFETIME.reset);
  return addressed(person, passwordResetEmail(productWords(context.config), token));
}

/** The mail for somebody whose password is being guessed. */
async function emailForGuessed(context: AppContext, email: string): Promise<AddressedEmail | null> {
  const person = await findUserByEmail(context.database, email);
  if (person?.status !== 'ACTIVE' || person.passwordHash === null) return null;
  return addressed(person, passwordsGuessedEmail(productWords(context.config)));
}

// The address is unproven, so the mail counts against the sign-up limit. It is a separate job, so a retry is not
// counted again.
async function remindUnregistered(
  context: AppContext,
  person: User | undefined,
  email: string,
): Promise<void> {
  const school = person === undefined ? await findInvitingSchool(context, email) : null;
  if (person === undefined && school === null) return;
  if (!(await mayMail(context, 'signUp', { to: email }))) return;
  if (person !== undefined) await context.jobs.send(accountMail, { kind: 'welcome', personId: person.id });
  else if (school !== null) await context.jobs.send(accountMail, { kind: 'invited', email, school });
}

async function welcome(context: AppContext, person: User): Promise<AddressedEmail> {
  const token = await createMailedToken(context, person, 'welcome', person.email, LINK_LIFETIME.welcome);
  const joins = await schoolNameOf(context.database, person);
  const invitedBy = joins === null ? await findInvitingSchool(context, person.email) : null;
  return addressed(person, welcomeEmail(productWords(context.config), token, { joins, invitedBy }));
}

async function invitation(
  context: AppContext,
  id: string,
  inviterId: string,
): Promise<AddressedEmail | null> {
  const renewed = await renewInvitationToken(context, id);
  if (renewed === null) return null;
  const inviter = await findUser(context.database, inviterId);
  const name = inviter && fullName(inviter);
  const { token, school } = renewed;
  const { role } = renewed.invitation;
  const about = { token, school, role, inviter: name || null };
  return addressed(renewed.invitation, invitationEmail(productWords(context.config), about));
}

async function confirmation(
  context: AppContext,
  person: User,
  { email, by }: Extract<PersonMail, { kind: 'confirm_email' }>,
): Promise<AddressedEmail | null> {
  // The change was cancelled or replaced before the job ran.
  if (person.pendingEmail !== email) return null;
  // Only the latest requested address can be confirmed.
  await deleteMailedTokens(context, person.id, ['confirm_email']);
  const token = await createMailedToken(context, person, 'confirm_email', email, LINK_LIFETIME.confirm_email);
  return addressed({ ...person, email }, confirmAddressEmail(productWords(context.config), token, by));
}

const unnamed = (email: string): Addressee => ({ firstName: '', lastName: '', email });

type Addressee = Pick<User, 'firstName' | 'lastName' | 'email'>;

function addressed(person: Addressee, content: ProductEmail): AddressedEmail {
  return { to: mailTo(person), ...content };
}
