import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { reportMailboxes } from '#server/platform/db/schema/deliveries.ts';
import { queue } from '#server/platform/jobs/jobs.ts';
import type { MailboxPosition } from '#server/platform/mail/reports/imap-mailbox.ts';
import { handleMail, type ReportActs } from './handle-mail.ts';

/** Reads the mailbox of reports each minute, in one process at a time. */

const mailboxQueue = queue('report_mailbox', z.object({}));

/** Defines the job, if a mailbox is configured. */
export function defineMailbox(context: AppContext, acts: ReportActs): void {
  const { bounceImapUrl } = context.config;
  if (bounceImapUrl === undefined) return;
  const { warnOnce, worksAgain } = outageWarnings(context);
  const read = async () => await readReports(context, acts, bounceImapUrl).then(worksAgain, warnOnce);
  // The next minute is the retry.
  context.jobs.define(mailboxQueue, read, { exclusive: true, retries: 0 });
  context.jobs.schedule(mailboxQueue, '* * * * *', 'UTC', {});
}

/** Handles the mails that have come since the last reading. Throws if the mailbox cannot be read. */
async function readReports(context: AppContext, acts: ReportActs, url: string): Promise<void> {
  // Loaded only when needed, for its size.
  const { readMailbox } = await import('#server/platform/mail/reports/imap-mailbox.ts');
  const { hostname, username, pathname } = new URL(url);
  const mailbox = `${username}@${hostname}${pathname}`;
  await readMailbox(url, await findPosition(context, mailbox), {
    handle: async (source) => await handleMail(context, acts, source),
    reached: async (position) => await savePosition(context, mailbox, position),
  });
}

// Once for each outage: the job runs each minute.
function outageWarnings(context: AppContext) {
  let isAway = false;
  return {
    worksAgain: () => {
      isAway = false;
    },
    warnOnce: (error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      if (!isAway) context.warn({ reason }, 'The mailbox of BOUNCE_IMAP_URL cannot be read');
      isAway = true;
    },
  };
}

async function findPosition({ database }: AppContext, mailbox: string): Promise<MailboxPosition | null> {
  const [row] = await database
    .orm()
    .select()
    .from(reportMailboxes)
    .where(eq(reportMailboxes.mailbox, mailbox));
  return row ?? null;
}

async function savePosition(
  { database }: AppContext,
  mailbox: string,
  position: MailboxPosition,
): Promise<void> {
  await database
    .orm()
    .insert(reportMailboxes)
    .values({ mailbox, ...position })
    .onConflictDoUpdate({ target: reportMailboxes.mailbox, set: position });
}
