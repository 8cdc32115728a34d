import { z } from 'zod';
import { isTokenScope, TOKEN_SCOPES } from '#contract/api/scopes.ts';
import { screenPath } from '#contract/paths.ts';
import { nameOrEmail } from '#contract/rules/names.ts';
import { longDateIn } from '#newsletter/values/dates.ts';
import type { AppContext } from '#server/context.ts';
import { findSchool } from '#server/data/schools.ts';
import { findOwner } from '#server/data/staff.ts';
import { mailQueue } from '#server/platform/jobs/jobs.ts';
import { defineMail } from '#server/platform/mail/define-mail.ts';
import { say } from '#server/platform/mail/words.ts';

/** The mail to the owner about a new API token: otherwise an intruder in an open session could make one unnoticed. */

export const tokenMail = mailQueue(
  'api_token_mail',
  z.object({ schoolId: z.uuid(), name: z.string(), scopes: z.array(z.string()), endsAt: z.iso.datetime() }),
);

/** Defines the job. */
export function defineTokenMails(context: AppContext): void {
  const { database, config } = context;
  defineMail(context, tokenMail, async ({ schoolId, name, scopes, endsAt }) => {
    const school = await findSchool(database, schoolId);
    const owner = await findOwner(database, schoolId);
    if (school === undefined || owner === undefined) return null;
    const may = scopes.flatMap((scope) => (isTokenScope(scope) ? [`${TOKEN_SCOPES[scope]}.`] : []));
    const ends = longDateIn(school.timeZone, new Date(endsAt));
    return {
      to: { name: nameOrEmail(owner), address: owner.email },
      subject: say`A new API token for ${school.name}`,
      paragraphs: [
        say`The API token “${name}” was made for ${school.name} just now. Until ${ends}, a program that has it can do this: ${may.join(' ')}`,
        say`If it was not you, remove the token, and choose a new password: that ends all sessions.`,
      ],
      button: { text: 'See the API tokens', url: config.publicUrl + screenPath('apiSettings') },
    };
  });
}
