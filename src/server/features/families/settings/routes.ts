import { listingRoutes } from '#contract/families/listings.ts';
import { schoolPageRoutes } from '#contract/families/school-pages.ts';
import type { AppContext } from '#server/context.ts';
import { type Handler, handle } from '#server/platform/http/handle.ts';
import { changeListing, readListing, readListings } from './listings.ts';
import { changePages, readPages } from './settings.ts';

/** The settings of a school's pages for families. Calls `changed` when families see something else. */
export function familySettingsHandlers(context: AppContext, changed: () => void): readonly Handler[] {
  return [
    handle(schoolPageRoutes.getSchoolPages, async ({ caller, params: { id } }) => ({
      school_pages: { data: await readPages(context, caller, id) },
    })),
    handle(schoolPageRoutes.updateSchoolPages, async ({ caller, params: { id }, body }) => {
      await changePages(context, caller, id, body);
      changed();
      return { school_pages: { data: await readPages(context, caller, id) } };
    }),
    handle(listingRoutes.listListings, async ({ caller, params: { id } }) => ({
      listings: [...(await readListings(context, caller, id))],
    })),
    handle(listingRoutes.getListing, async ({ caller, params: { id } }) => ({
      listing: { data: await readListing(context, caller, id) },
    })),
    handle(listingRoutes.setListing, async ({ caller, params: { id }, body }) => {
      await changeListing(context, caller, id, body);
      changed();
      return { listing: { data: await readListing(context, caller, id) } };
    }),
  ];
}
