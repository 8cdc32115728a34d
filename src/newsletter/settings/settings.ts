import { z } from 'zod';
import { designId } from '#newsletter/designs/index.ts';
import { SETTINGS } from './list.ts';

/** The types, schemas and helpers that derive from the list of settings. */

export type SettingName = keyof typeof SETTINGS;
/** A newsletter's own settings, beside its title and layout. */
export type NewsletterSettings = {
  readonly [Name in SettingName]: z.output<(typeof SETTINGS)[Name]>;
};
/** Something for each of them. */
export type EachSetting<Value> = Readonly<Record<SettingName, Value>>;

/** The schemas of settings, each with null for a setting that is absent. */
export function orNull<Schemas extends Readonly<Record<string, z.ZodNullable>>>(
  schemas: Schemas,
): { [Name in keyof Schemas & string]: z.ZodDefault<Schemas[Name]> };
export function orNull(schemas: Readonly<Record<string, z.ZodNullable>>): object {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, schema.default(null)]));
}

/** Settings as browsers store them; entries of older versions lack some, and a day may be half typed. */
export const settingsSchema = z.object(orNull({ ...SETTINGS, issueDate: z.string().nullable() }));
/** Their names, in the order in which questions ask about them. */
export const SETTING_NAMES: readonly SettingName[] = settingsSchema.keyof().options;
/** The settings of a new newsletter. */
export const DEFAULT_SETTINGS: NewsletterSettings = settingsSchema.parse({});

/** The settings of a row, form or document, as they are. */
export function settingsIn<From extends EachSetting<unknown>>(from: From): Pick<From, SettingName>;
export function settingsIn(from: EachSetting<unknown>): object {
  return Object.fromEntries(SETTING_NAMES.map((name) => [name, from[name]]));
}

/** The settings with those that are given; undefined: as before. */
export function withSettings<Before extends EachSetting<unknown>>(
  before: Before,
  given: { readonly [Name in SettingName]?: Before[Name] | undefined },
): Pick<Before, SettingName>;
export function withSettings(before: EachSetting<unknown>, given: Partial<EachSetting<unknown>>): object {
  return Object.fromEntries(
    SETTING_NAMES.map((name) => [name, given[name] === undefined ? before[name] : given[name]]),
  );
}

/** The settings of a row, whose design may be one that there was once. */
export function settingsOf(
  row: Omit<NewsletterSettings, 'design'> & { readonly design: string | null },
): NewsletterSettings {
  return { ...settingsIn(row), design: designId(row.design) };
}

/** Settings by the names that calls have for them: but for the day they are the same. */
export function asFields<Each extends { readonly issueDate: unknown }>({
  issueDate,
  ...others
}: Each): Omit<Each, 'issueDate'> & { readonly issue_date: Each['issueDate'] } {
  return { ...others, issue_date: issueDate };
}

/** The settings in the fields of a reply: the inverse of `asFields`. */
export function settingsOfFields<Fields extends Omit<Parameters<typeof settingsOf>[0], 'issueDate'>>(
  fields: Fields & { readonly issue_date: NewsletterSettings['issueDate'] },
): NewsletterSettings {
  return settingsOf({ ...fields, issueDate: fields.issue_date });
}
