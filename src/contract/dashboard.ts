import { z } from 'zod';
import { nextIssueState } from '#contract/rhythm/next-issue.ts';
import { timingState } from '#contract/timing/timing-state.ts';
import { deliveryState } from './delivery-state.ts';
import { many, resource, timestamp } from './resource.ts';
import { route } from './route.ts';

/** The dashboard's numbers, deliveries, upcoming events and news. */

/** How many upcoming events the dashboard shows. */
export const UPCOMING_EVENTS_SHOWN = 6;
/** How many newsletters of each kind the dashboard shows. */
export const LATEST_NEWSLETTERS_SHOWN = 5;
/** How many open deliveries, and how many timings, the dashboard shows. */
export const DELIVERIES_SHOWN = 10;

const upcomingEvent = z.object({
  title: z.string(),
  /** An ISO 8601 timestamp, or a date if the event has no time. */
  start: z.string(),
  /** The newsletter that announced it last; null if it is only in the calendar. */
  newsletter_id: z.uuid().nullable(),
  newsletter_title: z.string().nullable(),
  slug: z.string().nullable(),
});
export type UpcomingEvent = z.infer<typeof upcomingEvent>;

const publication = z.object({
  newsletter_id: z.uuid(),
  /** The title as readers see it. */
  title: z.string(),
  published_at: timestamp,
  has_unpublished_changes: z.boolean(),
});
/** A newsletter that readers see. */
export type Publication = z.infer<typeof publication>;

const sending = deliveryState.extend({
  newsletter_id: z.uuid(),
  title: z.string(),
  /** An unpublished newsletter is not sent. */
  is_published: z.boolean(),
});
/** A newsletter with a planned, running or paused delivery. */
export type OpenDelivery = z.infer<typeof sending>;

const timing = timingState.extend({
  newsletter_id: z.uuid(),
  title: z.string(),
  /** Whether the newsletter is published now. */
  is_published: z.boolean(),
});
/** A newsletter with a planned change. */
export type OpenTiming = z.infer<typeof timing>;

const dashboardReply = z.object({
  dashboard: z.object({
    numbers: z.object({
      published: z.number().int(),
      drafts: z.number().int(),
      /** Currently subscribed. */
      subscribers: z.number().int(),
      /** Added in the last 30 days. */
      new_subscribers: z.number().int(),
      /** Families who have signed up and wait for the school's decision. */
      waiting: z.number().int(),
    }),
    /** Published newsletters, latest first. */
    last_published: z.array(publication),
    /** Open deliveries: paused ones first, then by planned time. */
    sendings: z.array(sending),
    /** Open timings: held ones first, then by planned time. */
    timings: z.array(timing),
    /** The next issue of the rhythm; null if there is no rhythm, or it is off. */
    next_issue: nextIssueState.nullable(),
    /** From today on, soonest first. */
    events: z.array(upcomingEvent),
  }),
});
export type Dashboard = z.infer<typeof dashboardReply>['dashboard'];

const newsResource = resource(
  'news',
  z.object({ title: z.string(), body: z.string(), published_on: z.iso.date() }),
);
export type NewsResource = z.infer<typeof newsResource>;

export const dashboardRoutes = {
  dashboard: route({
    method: 'GET',
    path: '/dashboard',
    access: 'member',
    summary: "The school's numbers, and its coming events",
    status: 200,
    reply: dashboardReply,
  }),
  news: route({
    method: 'GET',
    path: '/news',
    access: 'member',
    summary: 'What is new in the product, the newest first',
    status: 200,
    reply: z.object({ news: many(newsResource) }),
  }),
} as const;
