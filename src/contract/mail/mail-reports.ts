import { z } from 'zod';
import { idParams } from '#contract/resource.ts';
import { route } from '#contract/route.ts';
import { subscriberReply } from '#contract/subscribers.ts';

/** The message that the operator finds in the log of a provider whose reports are refused. */
export const FORGED_REPORT =
  'The password or signature of this report is wrong or missing. It is what MAIL_PROVIDER_SECRET says';

/** The calls about addresses whose mails come back. */
export const mailReportRoutes = {
  addressWorksAgain: route({
    method: 'PUT',
    path: '/subscribers/:id/works_again',
    access: 'owner',
    token: 'subscribers:write',
    needsOpenSchool: true,
    summary: 'Send newsletters again to an address that did not work; who has left stays so',
    params: idParams,
    status: 200,
    reply: subscriberReply,
  }),
  receiveMailReports: route({
    method: 'POST',
    path: '/mail_reports',
    access: 'provider',
    summary:
      'What the mail provider reports of newsletters’ mails, signed, or else 401; 404 where none is configured',
    rawBody: true,
    bodyLimit: 2 * 1024 * 1024,
    status: 200,
    reply: z.object({ received: z.literal(true) }),
  }),
} as const;
