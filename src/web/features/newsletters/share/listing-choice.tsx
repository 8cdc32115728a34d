import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listingQuery, useSetListing } from '#web/features/newsletters/listing.ts';
import classes from './share.module.css';

/** Whether a published newsletter is listed on the school's page. Renders nothing until that is known. */
export function ListingChoice({ id, title, pageUrl }: { id: string; title: string; pageUrl: string }) {
  const listing = useQuery(listingQuery(id));
  const save = useSetListing({ id, title });
  if (listing.data === undefined) return null;
  return (
    <Checkbox
      className={classes.listing ?? ''}
      label="List it on the school’s page"
      description={pageUrl.replace(/^https?:\/\//, '')}
      checked={save.isPending ? save.variables : listing.data.is_listed}
      onChange={({ currentTarget }) => {
        if (!save.isPending) save.mutate(currentTarget.checked);
      }}
    />
  );
}
