import { WAITING_MAIL_EVERY_MS } from '#contract/families/sign-up.ts';
import { READER_PATH, SUBSCRIBERS_ADDRESS, schoolPagePath } from '#contract/paths.ts';
import { newsletterWords } from '#newsletter/words/newsletter-words.ts';
import { subscribingWords } from '#newsletter/words/subscribing/subscribing-words.ts';
import type { AppContext } from '#server/context.ts';
import { type FamilyMail, renderFamilyMail } from '#server/data/families/family-mail.ts';
import { countWaiting, findFamilySettings, noteNotified } from '#server/data/families/family-settings.ts';
import { changeMove, findMove } from '#server/data/families/moves.ts';
import { findSchoolPages } from '#server/data/families/school-pages.ts';
import { changeSignUp, deleteSignUp, findByAddress, findSignUp } from '#server/data/families/sign-ups.ts';
import { mayMail } from '#server/data/mail-limits.ts';
import { findSchool, type School } from '#server/data/schools.ts';
import { listMembers } from '#server/data/staff.ts';
import { findSubscriber, type Subscriber } from '#server/data/subscribers.ts';
import { tokenMaker } from '#server/data/unsubscribe-tokens.ts';
import { newToken } from '#server/platform/http/tokens.ts';
import { type AddressedEmail, defineMail } from '#server/platform/mail/define-mail.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { mailTo } from '#server/platform/mail/mail.ts';
import { say } from '#server/platform/mail/words.ts';
import { enqueueFamilyMail, type FamilyMailOrder, familyMail } from './queue.ts';

/** Sends the mails of signing up and choosing. They contain no words typed by the person who caused them. */

export function defineFamilyMails(context: AppContext): void {
  defineMail(context, familyMail, async (order) => {
    const school = await findSchool(context.database, order.schoolId);
    if (school === undefined || school.closesAt !== null) return null;
    return await mailFor(context, school, order);
  });
}

async function mailFor(
  context: AppContext,
  school: School,
  order: FamilyMailOrder,
): Promise<Mail | AddressedEmail | null> {
  switch (order.kind) {
    case 'asked':
      return await answerRequest(context, school, order.id);
    case 'accepted':
      return await welcomeMail(context, school, order.subscriberId);
    case 'waiting':
      return await waitingFamiliesMail(context, school);
    case 'move':
      return await confirmMoveMail(context, school, order.id);
    case 'moved':
      return await addressMovedMail(context, school, order.id);
  }
}

/** Mails a link to confirm; a reader already on the list gets the link to their choices. */
async function answerRequest(context: AppContext, school: School, id: string): Promise<Mail | null> {
  const { database, config } = context;
  const key = { schoolId: school.id, id };
  const { token, hash } = newToken();
  const found = await database.forSchool(school.id, async () => {
    const request = await findSignUp(database, key);
    if (request?.state !== 'asked') return null;
    const known = await findByAddress(database, request);
    const isReached = known?.status === 'subscribed' && known.bouncedAt === null;
    if (isReached) await deleteSignUp(database, key);
    else await changeSignUp(database, key, { tokenHash: hash });
    const { approval } = await findFamilySettings(database, school.id);
    // Former readers come back without approval.
    return { request, known: isReached ? known : null, waits: approval && known === null };
  });
  if (found === null) return null;
  const { request, known, waits } = found;
  const language = request.language ?? known?.language ?? school.language;
  if (known !== null) return await alreadyOnListMail(context, school, { ...known, language });
  const pages = await findSchoolPages(database, school.id);
  if (pages === null) return null;
  const { words } = subscribingWords(language);
  return await familyMailTo(context, school, request.email, {
    language,
    subject: words.confirmSubject,
    parts: [
      { is: 'words', text: words.confirmText },
      {
        is: 'button',
        text: words.itWasMe,
        url: `${config.publicUrl}${schoolPagePath(pages.address, 'signUp')}/${token}`,
      },
      ...(waits ? [{ is: 'words' as const, text: words.waitingText }] : []),
      { is: 'quiet', text: words.ifNotYou },
    ],
  });
}

type Reader = Pick<Subscriber, 'schoolId' | 'id' | 'email' | 'language'>;

async function alreadyOnListMail(context: AppContext, school: School, reader: Reader): Promise<Mail | null> {
  const { words } = subscribingWords(reader.language ?? school.language);
  return await mailReader(context, school, reader, { subject: words.knownSubject, text: words.knownText });
}

async function welcomeMail(context: AppContext, school: School, subscriberId: string): Promise<Mail | null> {
  const reader = await findSubscriber(context.database, school.id, subscriberId);
  if (reader?.status !== 'subscribed') return null;
  const { words } = subscribingWords(reader.language ?? school.language);
  return await mailReader(context, school, reader, {
    subject: words.welcomeSubject,
    text: words.welcomeText,
  });
}

/** A mail to somebody on the list, with the link to their choices. */
async function mailReader(
  context: AppContext,
  school: School,
  { id, email, language: chosen }: Reader,
  { subject, text }: { readonly subject: string; readonly text: string },
): Promise<Mail | null> {
  const { publicUrl } = context.config;
  const reader = { schoolId: school.id, subscriberId: id };
  const preferencesUrl = publicUrl + READER_PATH + (await tokenMaker(context, 'preferences'))(reader);
  const unsubscribeUrl = `${publicUrl}/unsubscribe/${(await tokenMaker(context))(reader)}`;
  const language = chosen ?? school.language;
  return await familyMailTo(context, school, email, {
    language,
    subject,
    parts: [
      { is: 'words', text },
      { is: 'button', text: newsletterWords(language).words.whatYouGet, url: preferencesUrl },
    ],
    links: { unsubscribeUrl, preferencesUrl },
  });
}

// Mails at most once a day. Families who came since are in the next mail.
async function waitingFamiliesMail(context: AppContext, school: School): Promise<AddressedEmail | null> {
  const { database, clock, config } = context;
  const now = clock.now();
  const waiting = await countWaiting(database, school.id);
  if (waiting === 0) return null;
  const before = new Date(now.getTime() - WAITING_MAIL_EVERY_MS);
  const isFirst = await database.forSchool(school.id, () =>
    noteNotified(database, school.id, { at: now, before }),
  );
  if (!isFirst) {
    const singletonKey = `waiting ${school.id}`;
    const later = { after: WAITING_MAIL_EVERY_MS, singletonKey };
    await enqueueFamilyMail(context, { kind: 'waiting', schoolId: school.id }, later);
    return null;
  }
  const owner = (await listMembers(database, school.id)).find(({ role }) => role === 'owner');
  if (owner === undefined || !(await mayMail(context, 'notice', { to: owner.email }))) return null;
  return {
    to: mailTo(owner),
    subject: waiting === 1 ? say`A family waits for you` : say`${waiting} families wait for you`,
    paragraphs: [
      say`${waiting === 1 ? 'A family has' : `${waiting} families have`} signed up for the newsletters of ${school.name} and ${waiting === 1 ? 'waits' : 'wait'} to be put on the list.`,
    ],
    button: { text: 'See who waits', url: config.publicUrl + SUBSCRIBERS_ADDRESS },
  };
}

async function confirmMoveMail(context: AppContext, school: School, id: string): Promise<Mail | null> {
  const { database, config } = context;
  const { token, hash } = newToken();
  const found = await database.forSchool(school.id, async () => {
    const move = await findMove(database, { schoolId: school.id, id });
    if (move === null || move.confirmedAt !== null) return null;
    await changeMove(database, move, { confirmHash: hash });
    return { move, reader: await findSubscriber(database, school.id, move.subscriberId) };
  });
  if (found?.reader === undefined) return null;
  const language = found.reader.language ?? school.language;
  const { words } = subscribingWords(language);
  return await familyMailTo(context, school, found.move.email, {
    language,
    subject: words.moveSubject,
    parts: [
      { is: 'words', text: words.moveText },
      { is: 'button', text: words.yesHere, url: `${config.publicUrl}${READER_PATH}address/${token}` },
      { is: 'quiet', text: words.ifNotYou },
    ],
  });
}

async function addressMovedMail(context: AppContext, school: School, id: string): Promise<Mail | null> {
  const { database, config } = context;
  const { token, hash } = newToken();
  const found = await database.forSchool(school.id, async () => {
    const move = await findMove(database, { schoolId: school.id, id });
    if (move === null || move.confirmedAt === null || move.undoneAt !== null) return null;
    await changeMove(database, move, { undoHash: hash });
    return { move, reader: await findSubscriber(database, school.id, move.subscriberId) };
  });
  if (found?.reader === undefined) return null;
  const language = found.reader.language ?? school.language;
  const { words } = subscribingWords(language);
  return await familyMailTo(context, school, found.move.before, {
    language,
    subject: words.movedSubject,
    parts: [
      { is: 'words', text: words.movedText },
      { is: 'button', text: words.takeBack, url: `${config.publicUrl}${READER_PATH}address/${token}/undo` },
    ],
  });
}

/** Renders a mail to a family. Throws the errors of the renderer; the calling job retries. */
async function familyMailTo(
  context: AppContext,
  school: School,
  to: string,
  mail: FamilyMail,
): Promise<Mail> {
  return {
    to: { name: '', address: to },
    subject: mail.subject,
    fromName: school.name,
    ...(await renderFamilyMail(context, school, mail)),
  };
}
