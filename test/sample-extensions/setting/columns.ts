/** The columns of a setting of one newsletter, which exists in tests alone. */

import { text } from 'drizzle-orm/pg-core';

/** The line of the riddle in the columns of settings. */
export const riddleColumn = () => text('riddle');

/** The migration that `npm run migration` would write for it. */
export const RIDDLE_MIGRATION = ['newsletters', 'editions', 'saved_items'].map(
  (table) => `alter table ${table} add column riddle text`,
);
