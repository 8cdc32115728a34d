import type { AppContext } from '#server/context.ts';
import { readReportToken, tokensIn } from '#server/data/mail/report-tokens.ts';
import type { ReadReport } from '#server/platform/mail/reports/read-report.ts';
import { readReportApart } from '#server/platform/mail/reports/read-report-apart.ts';
import { applyReport, type CountBounce } from './apply-report.ts';

/** The functions of other features that reports need; the application supplies them. */
export interface ReportActs {
  readonly countBounce: CountBounce;
  /** Unsubscribes the owner of an unsubscribe link's token. False if the token is not ours. */
  unsubscribe(context: AppContext, token: string): Promise<boolean>;
}

/** Acts on a mail to the report address. False if it is not ours: then nothing happens. */
export async function handleMail(
  context: AppContext,
  acts: ReportActs,
  source: Uint8Array,
): Promise<boolean> {
  const read = await readReportApart(source);
  if (read === null) return false;
  if (read.kind === 'unsubscribe') return await acts.unsubscribe(context, read.token);
  const token = await tokenOf(context, read);
  if (token === null) return false;
  const { report, response } = read;
  return report === null || (await applyReport(context, acts.countBounce, { token, report, response }));
}

// A bounce is sent to the mail's own return path. A complaint, or a forwarded report, is not: there the quoted mail has the token.
async function tokenOf(context: AppContext, { own, about }: ReadReport): Promise<string | null> {
  const { bounceAddress } = context.config;
  if (bounceAddress === undefined) return null;
  for (const text of [own, about])
    for (const token of tokensIn(bounceAddress, text))
      if ((await readReportToken(context, token)) !== null) return token;
  return null;
}
