import { Anchor, Checkbox } from '@mantine/core';
import { IconWorld } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Listing, listingRoutes } from '#contract/families/listings.ts';
import { type SchoolPagesResource, schoolPageRoutes } from '#contract/families/school-pages.ts';
import { schoolPagePath } from '#contract/paths.ts';
import { call } from '#web/api/client.ts';
import { formatDate } from '#web/words/dates.ts';
import classes from './feature-card.module.css';
import { FeatureCard } from './feature-card.tsx';
import { LoadedFeature } from './loaded-feature.tsx';

const PAGES_KEY = ['school-pages'];
const LISTINGS_KEY = ['listings'];

type Pages = SchoolPagesResource['attributes'];

/** Whether the school has a public page with its newsletters, and which stand there. */
export function NewslettersPageFeature({ schoolId: id }: { schoolId: string }) {
  const pages = useQuery({
    queryKey: PAGES_KEY,
    queryFn: async ({ signal }) =>
      (await call(schoolPageRoutes.getSchoolPages, { params: { id }, signal })).school_pages.data.attributes,
  });
  return (
    <LoadedFeature name="the newsletters’ page" loaded={pages}>
      {(loaded) => <NewslettersPage id={id} pages={loaded} />}
    </LoadedFeature>
  );
}

function NewslettersPage({ id, pages }: { id: string; pages: Pages }) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: async (lists_newsletters: boolean) =>
      (await call(schoolPageRoutes.updateSchoolPages, { params: { id }, body: { lists_newsletters } }))
        .school_pages.data.attributes,
    onSuccess: (saved) => client.setQueryData(PAGES_KEY, saved),
  });
  const isOn = save.isPending ? save.variables : pages.lists_newsletters;
  const path = schoolPagePath(pages.address ?? pages.suggested_address, 'newsletters');
  return (
    <FeatureCard
      id="newsletters-page"
      name="Newsletters’ page"
      text="A page for everybody lists what you publish from now on, with search and feeds."
      Icon={IconWorld}
      isOn={isOn}
      onSwitch={(next) => {
        if (!save.isPending) save.mutate(next);
      }}
    >
      {pages.lists_newsletters && (
        <div className={classes.people}>
          <Anchor href={path} target="_blank" rel="noreferrer">
            {window.location.host}
            {path}
          </Anchor>
          <Listings id={id} />
        </div>
      )}
    </FeatureCard>
  );
}

function Listings({ id }: { id: string }) {
  const client = useQueryClient();
  const listings = useQuery({
    queryKey: LISTINGS_KEY,
    queryFn: async ({ signal }) =>
      (await call(listingRoutes.listListings, { params: { id }, signal })).listings,
  });
  const save = useMutation({
    mutationFn: ({ newsletter, is_listed }: { newsletter: string; is_listed: boolean }) =>
      call(listingRoutes.setListing, { params: { id: newsletter }, body: { is_listed } }),
    onSettled: () => client.invalidateQueries({ queryKey: LISTINGS_KEY }),
  });
  return (
    <LoadedFeature name="what is listed" loaded={listings}>
      {(loaded) =>
        loaded.length > 0 && (
          <fieldset className={classes.people}>
            <legend className={classes.legend}>
              {loaded.filter(({ is_listed }) => is_listed).length} of {loaded.length} listed
            </legend>
            {loaded.map((one) => (
              <Checkbox
                key={one.id}
                label={`${one.title} · ${formatDate(one.published_at)}`}
                checked={isListed(one, save.isPending ? save.variables : undefined)}
                onChange={({ currentTarget }) => {
                  if (!save.isPending) save.mutate({ newsletter: one.id, is_listed: currentTarget.checked });
                }}
              />
            ))}
          </fieldset>
        )
      }
    </LoadedFeature>
  );
}

function isListed(one: Listing, saving: { newsletter: string; is_listed: boolean } | undefined): boolean {
  return saving?.newsletter === one.id ? saving.is_listed : one.is_listed;
}
