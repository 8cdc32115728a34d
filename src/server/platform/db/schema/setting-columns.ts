import { jsonb, text } from 'drizzle-orm/pg-core';
import type { OwnColours } from '#newsletter/designs/colours.ts';
import type { SettingName } from '#newsletter/settings/settings.ts';

/** The columns of a newsletter's settings, in each table that has them. Null: nobody has set it. */
export const settingColumns = () =>
  ({
    design: text('design'),
    colours: jsonb('colours').$type<OwnColours>(),
    issueDate: text('issue_date'),
  }) satisfies Record<SettingName, unknown>;
