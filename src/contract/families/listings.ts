import { z } from 'zod';
import { idParams, resource, single, timestamp } from '#contract/resource.ts';
import { route } from '#contract/route.ts';

/** The listings: which newsletters are on their school's page. */

const listing = z.object({
  id: z.uuid(),
  title: z.string(),
  published_at: timestamp,
  is_listed: z.boolean(),
});
export type Listing = z.infer<typeof listing>;

const listingResource = resource(
  'listing',
  z.object({
    is_listed: z.boolean(),
    /** The address of the school's page with the list; null if the school does not list newsletters. */
    page_url: z.string().nullable(),
  }),
);
/** The id is that of the newsletter. */
export type ListingResource = z.infer<typeof listingResource>;

const ofNewsletter = { path: '/news_letters/:id/listing', access: 'member', params: idParams } as const;
const reply = z.object({ listing: single(listingResource) });

export const listingRoutes = {
  listListings: route({
    method: 'GET',
    path: '/schools/:id/listings',
    access: 'owner',
    params: idParams,
    summary: 'The published newsletters, the newest first, and which of them are listed',
    status: 200,
    reply: z.object({ listings: z.array(listing) }),
  }),
  getListing: route({
    ...ofNewsletter,
    method: 'GET',
    token: 'newsletters:read',
    summary: "Whether a published newsletter is listed on the school's page",
    status: 200,
    reply,
  }),
  setListing: route({
    ...ofNewsletter,
    method: 'PUT',
    token: 'newsletters:publish',
    needsOpenSchool: true,
    summary: "Put a published newsletter on the school's page, or take it off; its own page stays",
    wrapper: 'listing',
    body: z.strictObject({ is_listed: z.boolean() }),
    status: 200,
    reply,
  }),
} as const;
