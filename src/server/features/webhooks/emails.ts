import { z } from 'zod';
import { screenPath } from '#contract/paths.ts';
import { nameOrEmail } from '#contract/rules/names.ts';
import type { AppContext } from '#server/context.ts';
import { findSchool } from '#server/data/schools.ts';
import { findOwner } from '#server/data/staff.ts';
import { mailQueue } from '#server/platform/jobs/jobs.ts';
import { defineMail } from '#server/platform/mail/define-mail.ts';
import { say } from '#server/platform/mail/words.ts';

/** The mails to the owner about webhooks. */

export const webhookMail = mailQueue(
  'webhook_mail',
  z.object({ schoolId: z.uuid(), host: z.string(), kind: z.enum(['added', 'moved', 'stopped']) }),
);

const WORDS = {
  added: (host: string, school: string) => ({
    subject: say`A new webhook for ${school}`,
    paragraphs: [
      say`From now on ${host} is told what happens at ${school}, as it was chosen just now.`,
      say`If it was not you, remove the webhook, and choose a new password: that ends all sessions.`,
    ],
  }),
  moved: (host: string, school: string) => ({
    subject: say`A webhook of ${school} has a new address`,
    paragraphs: [
      say`From now on ${host} is told what happens at ${school}, in place of the address before.`,
      say`If it was not you, remove the webhook, and choose a new password: that ends all sessions.`,
    ],
  }),
  stopped: (host: string, school: string) => ({
    subject: say`A webhook of ${school} is switched off`,
    paragraphs: [
      say`The webhook to ${host} has taken nothing for days, or has said that it is gone, so we have switched it off. Whatever relied on it hears nothing any more.`,
      say`Once it works again, switch it on. What it had not taken can be sent again for 30 days. What happens while it is switched off is not sent later.`,
    ],
  }),
} as const;

/** Defines the job. */
export function defineWebhookMails(context: AppContext): void {
  const { database, config } = context;
  defineMail(context, webhookMail, async ({ schoolId, host, kind }) => {
    const school = await findSchool(database, schoolId);
    const owner = await findOwner(database, schoolId);
    if (school === undefined || owner === undefined) return null;
    return {
      to: { name: nameOrEmail(owner), address: owner.email },
      ...WORDS[kind](host, school.name),
      button: { text: 'See the webhooks', url: config.publicUrl + screenPath('apiSettings') },
    };
  });
}
