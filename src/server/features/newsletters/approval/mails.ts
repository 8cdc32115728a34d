import { z } from 'zod';
import { APPROVE_PATH } from '#contract/approval/approval.ts';
import { screenPath } from '#contract/paths.ts';
import type { AppContext } from '#server/context.ts';
import { type Approval, listCandidates } from '#server/data/approvals.ts';
import { mayMail } from '#server/data/mail-limits.ts';
import { findSchool, type School } from '#server/data/schools.ts';
import { findMember, nameInMails } from '#server/data/staff.ts';
import type { User } from '#server/data/users.ts';
import { mailOf, readersDocument } from '#server/features/newsletters/publishing/rendering.ts';
import { findNewsletter } from '#server/features/newsletters/repo.ts';
import { audienceMarks } from '#server/features/newsletters/variants/audience-marks.ts';
import { staffAddresses } from '#server/platform/files/own-addresses.ts';
import { newToken } from '#server/platform/http/tokens.ts';
import { mailQueue } from '#server/platform/jobs/jobs.ts';
import { type AddressedEmail, defineMail } from '#server/platform/mail/define-mail.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { mailTo } from '#server/platform/mail/mail.ts';
import { asTyped, say } from '#server/platform/mail/words.ts';
import { asInCalendar, contentOf, neededWords } from './content.ts';
import { changesSinceAnswer, sinceWords } from './earlier.ts';
import { changeWaiting, findAnsweredBefore, findApprovalRequest } from './repo.ts';
import { withRequest } from './request-mail.ts';

/** The mails of approval: the request to the approver, with the newsletter in it, and the answer to the person who asked. */

export const approvalMail = mailQueue(
  'approval_mail',
  z.object({ kind: z.enum(['ask', 'answer']), schoolId: z.uuid(), id: z.uuid() }),
);

/** Registers the job that makes and sends them. */
export function defineApprovalMail(context: AppContext): void {
  defineMail(context, approvalMail, async ({ kind, schoolId, id }) => {
    const school = await findSchool(context.database, schoolId);
    const request = await context.database.forSchool(schoolId, () =>
      findApprovalRequest(context.database, schoolId, id),
    );
    // The school or the request was deleted meanwhile.
    if (school === undefined || request === null) return null;
    return await (kind === 'ask' ? requestMail : answerMail)(context, school, request);
  });
}

async function requestMail(context: AppContext, school: School, request: Approval): Promise<Mail | null> {
  const { database, config } = context;
  const candidates = await listCandidates(database, school.id);
  const approver = candidates.find(({ id }) => id === request.approverId);
  if (approver === undefined) return null;
  const asker = await memberOf(context, school, request.askedBy);
  const draft = await findNewsletter(database, school.id, request.newsletterId);
  // The newsletter was deleted meanwhile.
  if (draft === null) return null;
  const content = await asInCalendar(context, draft, contentOf(request));
  const document = await readersDocument(context, school, content);
  const marks = await audienceMarks(context, school.id, content);
  const of = { title: content.title, document, date: request.askedAt, marks, isForStaff: true };
  const { mailHtml, mailText } = await mailOf(context, school, of);
  // Unpublished files need staff's signed addresses.
  const { inMail } = await staffAddresses(context, school.id);
  const newsletter = { html: inMail(mailHtml), text: inMail(mailText) };
  // Made here, so that no job's stored data contains the token. A repeated job makes another one.
  const { token, hash } = newToken();
  const isWaiting = await database.forSchool(school.id, () =>
    changeWaiting(database, request, { tokenHash: hash }),
  );
  if (isWaiting === null) return null;
  const from = say`${asker === undefined ? school.name : nameInMails(asker)}`.toString();
  return {
    to: mailTo(approver),
    subject: say`Please approve ‘${content.title}’`.toString(),
    fromName: `${from} via ${config.product.name}`,
    ...(asker !== undefined && { replyTo: { name: from, address: asker.email } }),
    ...withRequest(newsletter, {
      from,
      title: content.title,
      message: request.message,
      needed: neededWords(request),
      since: await changedSinceAnswer(context, school, request),
      url: config.publicUrl + APPROVE_PATH + token,
    }),
  };
}

// More would not be read in a mail; the link shows all of them.
const CHANGES_MAILED = 12;

async function changedSinceAnswer(context: AppContext, school: School, request: Approval) {
  const { database } = context;
  const before = await database.forSchool(school.id, () => findAnsweredBefore(database, request));
  const changes = before === null ? [] : changesSinceAnswer(before, request);
  if (before === null || changes.length === 0) return null;
  const isOwn = before.decidedBy === request.approverId;
  const who = isOwn ? 'you' : nameInMails(await memberOf(context, school, before.decidedBy));
  const listed = changes.slice(0, CHANGES_MAILED).map(({ words }) => say`${words}`.toString());
  const more = changes.length > listed.length ? [`and ${changes.length - listed.length} more`] : [];
  return { words: `Changed ${sinceWords(before, who)}`, changes: [...listed, ...more] };
}

async function answerMail(
  context: AppContext,
  school: School,
  request: Approval,
): Promise<AddressedEmail | null> {
  const asker = await memberOf(context, school, request.askedBy);
  const decider = await memberOf(context, school, request.decidedBy);
  if (asker === undefined || decider === undefined) return null;
  if (!(await mayMail(context, 'approval', { to: asker.email, schoolId: school.id }))) return null;
  const who = nameInMails(decider);
  const { title } = request.settings;
  const isApproved = request.status === 'approved';
  const editor = screenPath('editor', { id: request.newsletterId });
  return {
    to: mailTo(asker),
    subject: isApproved ? say`${who} approved ‘${title}’` : say`${who} asks for changes to ‘${title}’`,
    paragraphs: [
      ...(request.words === '' ? [] : [asTyped(request.words)]),
      isApproved
        ? say`You can publish it now. If anything changes first, please ask again.`
        : say`Please ask again when it is done.`,
    ],
    button: { text: 'Open the newsletter', url: context.config.publicUrl + editor },
  };
}

async function memberOf(
  { database }: AppContext,
  { id }: School,
  personId: string | null,
): Promise<User | undefined> {
  return personId === null ? undefined : await findMember(database, id, personId);
}
