import { type Timing, timingResource, timingRoutes } from '#contract/timing/timings.ts';
import type { AppContext } from '#server/context.ts';
import { announceNotes } from '#server/data/newsletter-news.ts';
import { requireOwnPart } from '#server/data/parts.ts';
import { staffNames } from '#server/data/staff.ts';
import { loadNewsletter } from '#server/features/newsletters/drafts/service.ts';
import type { Newsletter } from '#server/features/newsletters/repo.ts';
import { resourceOf } from '#server/platform/columns.ts';
import { type Handler, handle, type Member } from '#server/platform/http/handle.ts';
import { isChanged } from './content.ts';
import { cancelTiming, planTiming, restoreTiming } from './planning.ts';
import { listTimings, type TimingRow } from './repo.ts';
import { defineTimings, type Effects } from './run.ts';
import type { TimedSending } from './sending.ts';
import { findTrouble } from './troubles.ts';

/** Publishing and unpublishing at a time. */
export function newsletterTimings(context: AppContext, effects: Effects): readonly Handler[] {
  const { sending } = effects;
  defineTimings(context, effects);
  const answer = async (caller: Member, timing: TimingRow) => {
    announceNotes(context.database, caller.schoolId, timing.newsletterId);
    const draft = await loadNewsletter(context, caller, timing.newsletterId);
    return { timing: { data: await presentTiming(context, sending, timing, draft) } };
  };
  return [
    handle(timingRoutes.listTimings, async ({ caller, params: { id } }) => {
      await requireOwnPart(context, caller, id);
      const draft = await loadNewsletter(context, caller, id);
      const found = await listTimings(context.database, caller.schoolId, id);
      const data: Timing[] = [];
      for (const timing of found) data.push(await presentTiming(context, sending, timing, draft));
      if (caller.role === 'contributor') return { timing: { data: data.map(withoutMail) } };
      return { timing: { data } };
    }),
    handle(timingRoutes.planTiming, async ({ caller, params: { id }, body }) =>
      answer(caller, await planTiming(context, sending, caller, id, body)),
    ),
    handle(timingRoutes.cancelTiming, async ({ caller, params: { id } }) => {
      const { newsletterId } = await cancelTiming(context, caller, id);
      announceNotes(context.database, caller.schoolId, newsletterId);
    }),
    handle(timingRoutes.restoreTiming, async ({ caller, params: { id } }) =>
      answer(caller, await restoreTiming(context, sending, caller, id)),
    ),
  ];
}

// Contributors do not see the recipients of a mail, nor why it cannot be sent.
function withoutMail({ attributes, ...timing }: Timing): Timing {
  return { ...timing, attributes: { ...attributes, mail: null, audience: null, trouble: null } };
}

async function presentTiming(
  context: AppContext,
  sending: TimedSending,
  timing: TimingRow,
  draft: Newsletter,
): Promise<Timing> {
  const nameOf = await staffNames(context.database, timing.schoolId);
  const { audience = null, ...mail } = timing.mail ?? {};
  const foreseen = timing.status === 'planned' ? await findTrouble(context, sending, timing) : null;
  return resourceOf(timingResource, timing, {
    news_letter_id: timing.newsletterId,
    sends: timing.mail !== null,
    mail: timing.mail && mail,
    audience,
    is_changed: timing.kind === 'publish' && isChanged(timing, draft),
    trouble: timing.trouble ?? foreseen,
    planner: nameOf(timing.plannedBy) ?? '',
  });
}
