import type { AppContext } from '#server/context.ts';
import type { Handler } from '#server/platform/http/handle.ts';
import type { ReportActs } from './handle-mail.ts';
import { defineMailbox } from './mailbox.ts';

/** What receiving mail servers report about newsletters' mails. */
export function mailReports(context: AppContext, acts: ReportActs): readonly Handler[] {
  defineMailbox(context, acts);
  return [];
}
