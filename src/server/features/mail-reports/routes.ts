import { ERROR_MESSAGES } from '#contract/errors.ts';
import { FORGED_REPORT, mailReportRoutes } from '#contract/mail/mail-reports.ts';
import type { AppContext } from '#server/context.ts';
import { badRequest, notFound, notProved } from '#server/platform/http/errors.ts';
import { type Handler, handle } from '#server/platform/http/handle.ts';
import {
  ForgedCall,
  type ProviderCall,
  type ProviderNews,
  UnreadableCall,
} from '#server/platform/mail/reports/providers/provider.ts';
import { PROVIDER_READERS } from '#server/platform/mail/reports/providers/providers.ts';
import { applyReport } from './apply-report.ts';
import type { ReportActs } from './handle-mail.ts';
import { defineMailbox } from './mailbox.ts';

/** The handlers for what mail servers and the mail provider report about newsletters' mails. */
export function mailReportHandlers(context: AppContext, acts: ReportActs): readonly Handler[] {
  defineMailbox(context, acts);
  return [
    handle(mailReportRoutes.receiveMailReports, async ({ request: { body, headers } }) => {
      if (!Buffer.isBuffer(body)) throw badRequest(ERROR_MESSAGES.malformed);
      for (const news of await readCall(context, { body, headers, now: context.clock.now() }))
        await applyReport(context, acts.countBounce, news);
      return { received: true as const };
    }),
  ];
}

async function readCall({ config }: AppContext, call: ProviderCall): Promise<readonly ProviderNews[]> {
  const { mailProvider } = config;
  if (mailProvider === undefined) throw notFound('Page');
  try {
    return await PROVIDER_READERS[mailProvider.name](mailProvider.secret, call);
  } catch (error) {
    if (error instanceof ForgedCall) throw notProved(FORGED_REPORT);
    if (error instanceof UnreadableCall) throw badRequest(ERROR_MESSAGES.malformed);
    throw error;
  }
}
