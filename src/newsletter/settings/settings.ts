import { z } from 'zod';
import { designId } from '#newsletter/designs/index.ts';
import { SETTINGS, type SettingRow } from './list.ts';

/** The types, schemas and helpers that derive from the list of settings. */

export type SettingName = keyof typeof SETTINGS;
/** A newsletter's own settings, beside its title and layout. */
export type NewsletterSettings = {
  readonly [Name in SettingName]: z.output<(typeof SETTINGS)[Name]['schema']>;
};
type Of<Value> = Readonly<Record<SettingName, Value>>;

/** Their names, in the order in which questions ask about them. */
export const SETTING_NAMES: readonly SettingName[] = Object.keys(SETTINGS).filter(isSetting);

function isSetting(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}

/** The schemas of rows of the list. */
function schemasOf<Rows extends Readonly<Record<string, SettingRow>>>(
  rows: Rows,
): { [Name in keyof Rows & string]: Rows[Name]['schema'] };
function schemasOf(rows: Readonly<Record<string, SettingRow>>): object {
  return Object.fromEntries(Object.entries(rows).map(([name, { schema }]) => [name, schema]));
}

/** The schema of each setting, as forms take it. */
export const SETTING_SCHEMAS = schemasOf(SETTINGS);

/** The schemas of settings, each with null for a setting that is absent. */
export function orNull<Schemas extends Readonly<Record<string, z.ZodNullable>>>(
  schemas: Schemas,
): { [Name in keyof Schemas & string]: z.ZodDefault<Schemas[Name]> };
export function orNull(schemas: Readonly<Record<string, z.ZodNullable>>): object {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, schema.default(null)]));
}

/** Settings as browsers store them; entries of older versions lack some, and a day may be half typed. */
export const settingsSchema = z.object(orNull({ ...SETTING_SCHEMAS, issueDate: z.string().nullable() }));
/** The settings of a new newsletter. */
export const DEFAULT_SETTINGS: NewsletterSettings = settingsSchema.parse({});

/** The settings of a row, form or document, as they are. */
export function settingsIn<From extends Of<unknown>>(from: From): Pick<From, SettingName>;
export function settingsIn(from: Of<unknown>): object {
  return Object.fromEntries(SETTING_NAMES.map((name) => [name, from[name]]));
}

/** The settings with those that are given; undefined: as before. */
export function withSettings<Before extends Of<unknown>>(
  before: Before,
  given: { readonly [Name in SettingName]?: Before[Name] | undefined },
): Pick<Before, SettingName>;
export function withSettings(before: Of<unknown>, given: Partial<Of<unknown>>): object {
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

/** The settings that copies and templates take along: the day is that of one issue. */
export const LASTING = z.object(SETTING_SCHEMAS).omit({ issueDate: true }).shape;
export type LastingName = keyof typeof LASTING;

/** The settings of a row that copies and templates take along. */
export function lastingOf(
  row: Omit<Parameters<typeof settingsOf>[0], 'issueDate'>,
): Pick<NewsletterSettings, LastingName> {
  const { issueDate: _, ...lasting } = settingsOf({ ...DEFAULT_SETTINGS, ...row });
  return lasting;
}

/** Everything that a newsletter has beside its blocks. */
export type Setting = 'title' | 'layout' | SettingName;
/** All of them, in the order in which questions ask about them. */
export const ALL_SETTINGS: readonly Setting[] = ['title', 'layout', ...SETTING_NAMES];
/** The words for each of them. */
export const SETTING_WORDS: Readonly<Record<Setting, Omit<SettingRow, 'schema'>>> = {
  title: { called: 'Title', inSentence: 'title', isRead: true },
  layout: { called: 'Layout', inSentence: 'layout' },
  ...SETTINGS,
};

/** All of them, those that families read first. */
export const SETTINGS_AS_READ: readonly Setting[] = [
  ...ALL_SETTINGS.filter((setting) => SETTING_WORDS[setting].isRead),
  ...ALL_SETTINGS.filter((setting) => !SETTING_WORDS[setting].isRead),
];

/** The value of a setting. */
export function settingOf(
  {
    title,
    document,
  }: { readonly title: string; readonly document: Of<unknown> & { readonly layout: string } },
  setting: Setting,
): unknown {
  return setting === 'title' ? title : document[setting];
}
