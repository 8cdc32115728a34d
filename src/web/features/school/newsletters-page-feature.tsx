import { Anchor, Checkbox } from '@mantine/core';
import { IconWorld } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Listing, listingRoutes } from '#contract/families/listings.ts';
import { schoolPagePath } from '#contract/paths.ts';
import { call } from '#web/api/client.ts';
import { type Pages, pagesQuery, useSavePages } from '#web/features/school/pages/school-pages-data.ts';
import { formatDate } from '#web/words/dates.ts';
import classes from './feature-card.module.css';
import { FeatureCard } from './feature-card.tsx';
import { LoadedFeature } from './loaded-feature.tsx';

const LISTINGS_KEY = ['listings'];

/** Whether the school has a public page with its newsletters, and which are listed there. */
export function NewslettersPageFeature({ schoolId: id }: { schoolId: string }) {
  const pages = useQuery(pagesQuery(id));
  return (
    <LoadedFeature name="the newsletters’ page" loaded={pages}>
      {(loaded) => <NewslettersPage id={id} pages={loaded} />}
    </LoadedFeature>
  );
}

function NewslettersPage({ id, pages }: { id: string; pages: Pages }) {
  const save = useSavePages(id);
  const isOn = save.isPending ? (save.variables.lists_newsletters ?? false) : pages.lists_newsletters;
  const path = schoolPagePath(pages.address ?? pages.suggested_address, 'newsletters');
  return (
    <FeatureCard
      id="newsletters-page"
      name="Newsletters’ page"
      text="A page for everybody lists what you publish from now on, with search and feeds."
      Icon={IconWorld}
      isOn={isOn}
      onSwitch={(lists_newsletters) => {
        if (!save.isPending) save.mutate({ lists_newsletters });
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
