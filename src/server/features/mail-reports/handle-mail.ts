import type { AppContext } from '#server/context.ts';
import { readReportToken, tokensIn } from '#server/data/mail/report-tokens.ts';
import type { ReadReport } from '#server/platform/mail/reports/read-report.ts';
import { readReportApart } from '#server/platform/mail/reports/read-report-apart.ts';
import { applyReport, type CountBounce } from './apply-report.ts';

/** What reports need of other features, which the application supplies. */
export interface ReportActs {
  readonly countBounce: CountBounce;
  /** Unsubscribes whoever an unsubscribe link's token belongs to. False if it is none of ours. */
  unsubscribe(context: AppContext, token: string): Promise<boolean>;
}

/** Acts on a mail to the address of reports. False if it is none of ours: then nothing happens. */
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
  const { report, said } = read;
  return report === null || (await applyReport(context, acts.countBounce, { token, report, said }));
}

// The address that the report was sent to is the return path of the mail. A complaint goes elsewhere: there, and where the report
// was sent on, what it quotes tells.
async function tokenOf(context: AppContext, { own, about }: ReadReport): Promise<string | null> {
  const { bounceAddress } = context.config;
  if (bounceAddress === undefined) return null;
  for (const text of [own, about])
    for (const token of tokensIn(bounceAddress, text))
      if ((await readReportToken(context, token)) !== null) return token;
  return null;
}
