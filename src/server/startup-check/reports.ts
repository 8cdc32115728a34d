import type { Config } from '#server/config.ts';
import { notice, ok, type StartupFinding, wrong } from './finding.ts';

/** Whether reports about newsletters are read. Opens the mailbox, and changes nothing in it. */
export async function checkReports({
  bounceAddress,
  bounceImapUrl,
  mailProvider,
}: Pick<Config, 'bounceAddress' | 'bounceImapUrl' | 'mailProvider'>): Promise<
  StartupFinding | readonly StartupFinding[]
> {
  if (bounceAddress === undefined) return [];
  if (bounceImapUrl === undefined && mailProvider !== undefined) return [];
  if (bounceImapUrl === undefined)
    return notice(
      'BOUNCE_ADDRESS',
      'is set, but nobody reads what comes back there',
      'Set BOUNCE_IMAP_URL to its mailbox (docs/sending.md)',
    );
  const { checkMailbox } = await import('#server/platform/mail/reports/imap-mailbox.ts');
  try {
    await checkMailbox(bounceImapUrl);
    return ok('BOUNCE_IMAP_URL', `${new URL(bounceImapUrl).host} opens the mailbox of ${bounceAddress}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return wrong(
      'BOUNCE_IMAP_URL',
      `cannot be read: ${reason}`,
      'Until this is put right nobody hears of mail that comes back',
    );
  }
}
