import { approvalRoutes } from '#contract/approval/approval.ts';
import type { AppContext } from '#server/context.ts';
import { type Handler, handle, type Member } from '#server/platform/http/handle.ts';
import { defineApprovalMail } from './mails.ts';
import { askForApproval, decide, showApproval, takeBack } from './requests.ts';
import { changeSettings, readSettings } from './settings.ts';

/** Approval of drafts for people who are signed in; `mailed-pages.ts` serves the mailed link. */
export function approval(context: AppContext): readonly Handler[] {
  defineApprovalMail(context);
  const answer = async (caller: Member, id: string) => ({
    approval: { data: await showApproval(context, caller, id) },
  });
  const settings = (id: string, attributes: Awaited<ReturnType<typeof readSettings>>) => ({
    approval_settings: { data: { id, type: 'approval_settings', attributes } as const },
  });
  return [
    handle(approvalRoutes.getApprovalSettings, async ({ caller, params: { id } }) =>
      settings(id, await readSettings(context, caller, id)),
    ),
    handle(approvalRoutes.updateApprovalSettings, async ({ caller, params: { id }, body }) =>
      settings(id, await changeSettings(context, caller, id, body)),
    ),
    handle(approvalRoutes.getApproval, ({ caller, params }) => answer(caller, params.id)),
    handle(approvalRoutes.askApproval, async ({ caller, params: { id }, body }) => {
      await askForApproval(context, caller, id, body);
      return await answer(caller, id);
    }),
    handle(approvalRoutes.takeBackApproval, async ({ caller, params: { id } }) => {
      await takeBack(context, caller, id);
      return await answer(caller, id);
    }),
    handle(approvalRoutes.decideApproval, async ({ caller, params: { id }, body }) => {
      await decide(context, caller, id, body);
      return await answer(caller, id);
    }),
  ];
}
