import type { z } from 'zod';
import {
  type Dashboard,
  DELIVERIES_SHOWN,
  dashboardRoutes,
  LATEST_NEWSLETTERS_SHOWN,
  UPCOMING_EVENTS_SHOWN,
} from '#contract/dashboard.ts';
import type { nextIssueState } from '#contract/rhythm/next-issue.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { dayIn, momentIn } from '#newsletter/values/time-zone.ts';
import type { AppContext } from '#server/context.ts';
import { listOpenDeliveries } from '#server/data/deliveries.ts';
import { listPublished } from '#server/data/editions.ts';
import { listComing } from '#server/data/events/coming.ts';
import { countOf } from '#server/data/numbers/school-numbers.ts';
import { nextIssueOf } from '#server/data/rhythm/issue-states.ts';
import { findRhythm } from '#server/data/rhythm/rhythm.ts';
import { listOpenTimings } from '#server/data/timing/timings.ts';
import type { Database } from '#server/platform/db/client.ts';
import { type Handler, handle } from '#server/platform/http/handle.ts';
import { NEWS } from './news.ts';

const MONTH_MS = 30 * DAY_MS;

/** The dashboard's numbers, newsletters, deliveries and events, and the product's news. */
export function dashboardHandlers(context: AppContext): readonly Handler[] {
  return [
    handle(dashboardRoutes.dashboard, async ({ caller }) => ({
      dashboard: await dashboardOf(context, caller.schoolId),
    })),
    handle(dashboardRoutes.news, async () => ({ news: { data: [...NEWS] } })),
  ];
}

/** The school's dates from today on in its time zone, next first; an all-day date comes before others of its day. */
async function comingEvents(context: AppContext, schoolId: string, timeZone: string, now: Date) {
  const found = await listComing(context.database, schoolId, dayIn(timeZone, now), UPCOMING_EVENTS_SHOWN);
  return found.map(({ date, time, ...event }) => ({
    ...event,
    start: time === null ? date : momentIn(timeZone, date, time).toISOString(),
  }));
}

async function dashboardOf(context: AppContext, schoolId: string): Promise<Dashboard> {
  const now = context.clock.now();
  return await context.database.forSchool(schoolId, async () => {
    const since = new Date(now.getTime() - MONTH_MS);
    const numbers = await countOf(context.database, schoolId, since);
    const { timeZone, published, drafts, subscribed, added, waiting } = numbers;
    return {
      numbers: { published, drafts, subscribers: subscribed, new_subscribers: added, waiting },
      last_published: (await listPublished(context.database, schoolId, LATEST_NEWSLETTERS_SHOWN)).map(
        ({ id, title, publishedAt, edited }) => ({
          newsletter_id: id,
          title,
          published_at: publishedAt.toISOString(),
          has_unpublished_changes: edited,
        }),
      ),
      sendings: (await listOpenDeliveries(context.database, schoolId, DELIVERIES_SHOWN)).map(
        ({ id, title, newsletterStatus, status, sendAt, finishedAt, waiting }) => ({
          newsletter_id: id,
          title,
          is_published: newsletterStatus === 'published',
          status,
          send_at: sendAt?.toISOString() ?? null,
          finished_at: finishedAt?.toISOString() ?? null,
          waiting,
        }),
      ),
      timings: (await listOpenTimings(context.database, schoolId, DELIVERIES_SHOWN)).map(
        ({ id, at, newsletterStatus, ...timing }) => ({
          newsletter_id: id,
          at: at.toISOString(),
          is_published: newsletterStatus === 'published',
          ...timing,
        }),
      ),
      next_issue: await findNextIssue(context.database, schoolId, now),
      events: await comingEvents(context, schoolId, timeZone, now),
    };
  });
}

/** The next issue by the school's rhythm; null if there is no rhythm, or it is off. */
async function findNextIssue(
  database: Database,
  schoolId: string,
  now: Date,
): Promise<z.infer<typeof nextIssueState> | null> {
  const rhythm = await findRhythm(database, schoolId);
  return rhythm?.isOn ? { next: await nextIssueOf(database, rhythm, now) } : null;
}
