import { z } from 'zod';
import { deliveryState } from './deliveries.ts';
import { many, resource, timestamp } from './resource.ts';
import { route } from './route.ts';

/** What the dashboard shows besides the newsletters themselves. */

/** So many coming events are shown. */
export const COMING_EVENTS = 6;
/** So many newsletters are shown of each kind. */
export const LATEST_NEWSLETTERS = 5;
/** So many sendings that are planned or under way are shown. */
export const SENDINGS_SHOWN = 10;

const comingEvent = z.object({
  title: z.string(),
  /** A moment in ISO 8601, or a day where the event has no time. */
  start: z.string(),
  newsletter_id: z.uuid(),
  newsletter_title: z.string(),
  /** The event's newsletter is public under it. */
  slug: z.string(),
});
export type ComingEvent = z.infer<typeof comingEvent>;

const publication = z.object({
  newsletter_id: z.uuid(),
  /** As readers see it. */
  title: z.string(),
  published_at: timestamp,
  has_unpublished_changes: z.boolean(),
});
/** A newsletter that readers see. */
export type Publication = z.infer<typeof publication>;

const sending = deliveryState.extend({
  newsletter_id: z.uuid(),
  title: z.string(),
  /** Without that it does not go out. */
  is_published: z.boolean(),
});
/** A newsletter whose sending is planned or under way. */
export type Sending = z.infer<typeof sending>;

const dashboardReply = z.object({
  dashboard: z.object({
    numbers: z.object({
      published: z.number().int(),
      drafts: z.number().int(),
      /** Who is subscribed now. */
      subscribers: z.number().int(),
      /** Those who were added in the last 30 days. */
      new_subscribers: z.number().int(),
    }),
    /** What readers see, the last one published first. */
    last_published: z.array(publication),
    /** Held, running or planned: those that wait for somebody first, then by the time they are planned for. */
    sendings: z.array(sending),
    /** From today on, the next first. */
    events: z.array(comingEvent),
  }),
});
export type Dashboard = z.infer<typeof dashboardReply>['dashboard'];

const newsResource = resource(
  'news',
  z.object({ title: z.string(), body: z.string(), published_on: z.iso.date() }),
);
/** Something new in the product. */
export type NewsResource = z.infer<typeof newsResource>;

export const dashboardRoutes = {
  dashboard: route({
    method: 'GET',
    path: '/dashboard',
    access: 'member',
    summary: "The school's numbers, and the coming events of its published newsletters",
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
