import { text } from 'drizzle-orm/pg-core';

/** The line of the motto in the columns of settings. */
export const mottoColumn = () => text('motto');

/** The migration that `npm run migration` would write for it. */
export const MOTTO_MIGRATION = ['newsletters', 'editions', 'saved_items'].map(
  (table) => `alter table ${table} add column motto text`,
);
