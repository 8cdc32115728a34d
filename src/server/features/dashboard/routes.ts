import {
  COMING_EVENTS,
  type Dashboard,
  dashboardRoutes,
  LATEST_NEWSLETTERS,
  SENDINGS_SHOWN,
} from '#contract/dashboard.ts';
import type { House } from '#server/house.ts';
import { type Handler, handle } from '#server/http/handle.ts';
import { NEWS } from './news.ts';
import {
  countNewsletters,
  countSubscribers,
  listEvents,
  listPublished,
  listSendings,
  timeZoneOf,
} from './repo.ts';

const MONTH_MS = 30 * 86_400_000;

/** The dashboard's numbers, dates and news. */
export function dashboard(house: House): readonly Handler[] {
  return [
    handle(dashboardRoutes.dashboard, async ({ caller }) => ({
      dashboard: await dashboardOf(house, caller.schoolId),
    })),
    handle(dashboardRoutes.news, async () => ({ news: { data: [...NEWS] } })),
  ];
}

async function dashboardOf(house: House, schoolId: string): Promise<Dashboard> {
  const now = house.clock.now();
  return await house.database.forSchool(schoolId, async () => {
    const today = dayIn(await timeZoneOf(house, schoolId), now);
    return {
      numbers: {
        ...(await countNewsletters(house, schoolId)),
        ...(await countSubscribers(house, schoolId, new Date(now.getTime() - MONTH_MS))),
      },
      last_published: (await listPublished(house, schoolId, LATEST_NEWSLETTERS)).map(
        ({ id, title, publishedAt, edited }) => ({
          newsletter_id: id,
          title,
          published_at: publishedAt.toISOString(),
          has_unpublished_changes: edited,
        }),
      ),
      sendings: (await listSendings(house, schoolId, SENDINGS_SHOWN)).map(
        ({ id, title, newsletterStatus, status, sendAt, finishedAt }) => ({
          newsletter_id: id,
          title,
          is_published: newsletterStatus === 'published',
          status,
          send_at: sendAt?.toISOString() ?? null,
          finished_at: finishedAt?.toISOString() ?? null,
        }),
      ),
      events: await listEvents(house, schoolId, today, COMING_EVENTS),
    };
  });
}

/** The day of a moment in a time zone, `YYYY-MM-DD`. */
function dayIn(timeZone: string, moment: Date): string {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  return new Intl.DateTimeFormat('en-CA', { ...parts, timeZone }).format(moment);
}
