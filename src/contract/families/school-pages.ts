import { z } from 'zod';
import { idParams, resource, single } from '#contract/resource.ts';
import { route } from '#contract/route.ts';

/** A school's pages for families: their address, and which of them are switched on. */

const ADDRESS_MAX = 60;
/** The most addresses that a school can use over time. Each one remains reserved for it. */
export const ADDRESSES_MAX = 10;

export const PAGE_MESSAGES = {
  address: `Please use 3 to ${ADDRESS_MAX} letters from a to z, digits and single hyphens`,
  addressTaken: 'This address is taken. Please choose another one',
  addressesUsed: `The address has been changed too often. Please choose one of the ${ADDRESSES_MAX} that you had before`,
  origin: 'Please enter the address of a website, such as https://www.oakfield.example',
  origins: 'Please enter ten websites at most',
} as const;

// Families would take these for the product's own pages.
const RESERVED: readonly string[] = ['admin', 'app', 'help', 'inkwell', 'login', 'security', 'support'];

/** An address as stored, such as `oakfield-primary`, in lower case. */
export const pageAddress = z
  .string(PAGE_MESSAGES.address)
  .max(10_000, PAGE_MESSAGES.address)
  .transform((text) => text.trim().toLowerCase())
  .pipe(
    z
      .string()
      .min(3, PAGE_MESSAGES.address)
      .max(ADDRESS_MAX, PAGE_MESSAGES.address)
      .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, PAGE_MESSAGES.address)
      .refine((address) => !RESERVED.includes(address), PAGE_MESSAGES.addressTaken),
  );

/** The switches, each a column of `school_pages`. A new switch needs a line here and its column. */
const SWITCHES = {
  /** Newly published newsletters are listed. */
  lists_newsletters: z.boolean(),
  /** The calendar: its screen, and the diary that families see and follow. */
  shows_diary: z.boolean(),
  /** Families can sign up. */
  takes_sign_ups: z.boolean(),
} as const;

/** The most websites that may show the pages in a frame. */
export const EMBED_ORIGINS_MAX = 10;

/** A website's origin, such as `https://www.oakfield.example`; the rest of the typed address is dropped. */
export const embedOrigin = z
  .string(PAGE_MESSAGES.origin)
  .max(2000, PAGE_MESSAGES.origin)
  .transform((text) => originOf(text.trim()))
  .pipe(z.string().regex(/^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?$/, PAGE_MESSAGES.origin));

// Only characters that cannot end a source in the content security policy pass the pattern above.
function originOf(text: string): string {
  const [, scheme = 'https://', host = ''] = /^(https?:\/\/)?([^/?#]*)/i.exec(text) ?? [];
  return `${scheme}${host}`.toLowerCase();
}

const embedOrigins = z
  .array(embedOrigin)
  .max(EMBED_ORIGINS_MAX, PAGE_MESSAGES.origins)
  .transform((origins) => [...new Set(origins)]);

const schoolPagesForm = z
  .strictObject({ address: pageAddress, embed_origins: embedOrigins, ...SWITCHES })
  .partial();
export type SchoolPagesForm = z.output<typeof schoolPagesForm>;

/** The names of the switches. */
export const PAGE_SWITCHES = z.object(SWITCHES).keyof().options;

/** The stored settings, as the resource and the archive show them. */
export const shownPages = z.object({
  /** Null until something is switched on or an address is chosen. */
  address: z.string().nullable(),
  /** The websites that may show the pages in a frame. */
  embed_origins: z.array(z.string()).readonly(),
  ...SWITCHES,
});

export const schoolPagesResource = resource(
  'school_pages',
  /** Includes the address that the pages get if none is chosen. */
  shownPages.extend({ suggested_address: z.string() }),
);
/** The id is that of the school. */
export type SchoolPagesResource = z.infer<typeof schoolPagesResource>;

const ofSchool = { path: '/schools/:id/pages', access: 'owner', params: idParams } as const;
const reply = z.object({ school_pages: single(schoolPagesResource) });

export const schoolPageRoutes = {
  getSchoolPages: route({
    ...ofSchool,
    method: 'GET',
    summary: "The address of the school's pages for families, and what is switched on",
    status: 200,
    reply,
  }),
  updateSchoolPages: route({
    ...ofSchool,
    method: 'PATCH',
    needsOpenSchool: true,
    summary: "Change the address of the school's pages, or switch them on or off; off deletes nothing",
    wrapper: 'school_pages',
    body: schoolPagesForm,
    status: 200,
    reply,
  }),
} as const;
