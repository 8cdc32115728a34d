import { z } from 'zod';
import type { BlockCover, Design, DesignFonts, HeadingRole } from '#newsletter/designs/design.ts';
import { cleanText, type Markup, mjml } from '#newsletter/render/mjml.ts';
import type { Palette, SchoolBranding } from '#newsletter/values/branding.ts';
import { withoutInvisible } from '#newsletter/values/invisible.ts';
import type { NewsletterWords } from '#newsletter/words/newsletter-words.ts';
import type { SchoolDates } from './school-dates.ts';

/** The definition of a block type, and what all block types share. */

/** The longest text field of a block, in characters. Source: docs/requirements/screens.md 9.6. */
const TEXT_MAX = 200;
/** The longest inherited text, in characters. */
export const INHERITED_TEXT_MAX = 2000;
export const BLOCK_MESSAGES = {
  required: 'Required',
  limit: limitMessage(TEXT_MAX),
  name: 'A block needs a name',
  id: 'Each row needs an id of its own',
  group: 'Not a group',
  groups: 'The blocks of a newsletter can be for 60 groups at most',
} as const;
export const NAME_MAX = 100;

/** For example 'Limit is 200 symbols'. */
export function limitMessage(most: number): string {
  return `Limit is ${most} symbols`;
}

/** Whether a field's message is one of `limitMessage`. */
export function isLimitMessage(message: string | undefined): boolean {
  return /^Limit is \d+ symbols$/.test(message ?? '');
}

const cleanLine = (text: string) => cleanText(withoutInvisible(text));

/** One line of text that must not be empty; several lines with `cleanLines`. */
export function requiredText(most: number = TEXT_MAX, clean = cleanLine) {
  return z
    .string(BLOCK_MESSAGES.required)
    .overwrite((text) => clean(text).trim())
    .min(1, BLOCK_MESSAGES.required)
    .max(most, limitMessage(most));
}

/** Alternative text of a picture: `""` means decorative, absent or null means not described yet. */
export const altText = z.string().overwrite(cleanLine).max(TEXT_MAX, BLOCK_MESSAGES.limit).nullish();

/** The caption of a picture: one line, or none. */
export const captionText = z.string().overwrite(cleanLine).max(TEXT_MAX, BLOCK_MESSAGES.limit).optional();

/** The value without an empty caption; the canvas would otherwise ask for one. */
export function withoutEmptyCaption<Value extends { caption?: string | undefined }>(value: Value): Value {
  return value.caption === '' ? { ...value, caption: undefined } : value;
}

/** An object schema that rejects unknown keys and names them in the message. */
export function strict<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `Unknown field: ${issue.keys.join(', ').slice(0, TEXT_MAX)}`
        : undefined,
  });
}

/** A block's or a row's generated id. */
export const blockName = z
  .string(BLOCK_MESSAGES.name)
  .min(1, BLOCK_MESSAGES.name)
  .max(NAME_MAX, limitMessage(NAME_MAX));

/** Refuses each row with the id of an earlier one. */
export function uniqueIds(
  rows: readonly { readonly id: string }[],
  context: { addIssue: (issue: { code: 'custom'; message: string; path: (string | number)[] }) => void },
): void {
  const ids = new Set<string>();
  for (const [index, { id }] of rows.entries()) {
    if (ids.has(id)) context.addIssue({ code: 'custom', message: BLOCK_MESSAGES.id, path: [index, 'id'] });
    ids.add(id);
  }
}

/** The form in which a newsletter is read: the public page (and the canvas), or a mail. */
export type Target = 'page' | 'mail';

/** The facts about the newsletter that a block's `toMjml` and `toText` get. */
export type BlockContext = {
  readonly target: Target;
  readonly school: SchoolBranding;
  readonly design: Design;
  /** The colours that are readable on the background of the block. */
  readonly palette: Palette;
  readonly fonts: DesignFonts;
  /** The program's own texts, in the newsletter's language. */
  readonly words: NewsletterWords;
  /** The size class of a heading at this place. */
  readonly role: HeadingRole;
  /** Whole pixels for content, the block's own padding not included. */
  readonly width: number;
  /** Size and line height of running text, in pixels. */
  readonly text: { readonly size: number; readonly line: number };
  /** The block's CSS padding in its column. */
  readonly padding: string;
  /** The origin of uploaded files and assets, without a trailing slash. */
  readonly origin: string;
  /** The year of the issue: dates in another year show theirs. Null: no date does. */
  readonly year: string | null;
  /** The day of rendering, for an edition that of publication: events that are over then offer no calendar link. Null: all do. */
  readonly today: string | null;
  /** The public page. Mails link to it for what mail programs cannot show. */
  readonly pageUrl: string | null;
  /** The URL of an event's calendar file; null for no calendar links. */
  readonly calendarUrl: ((event: CalendarEvent) => string) | null;
  /** Whether empty content is shown as a placeholder: on the canvas only. */
  readonly placeholder: boolean;
};

/** Identifies an event in a newsletter: the block's name and the row's id. */
export type CalendarEvent = { readonly block: string; readonly row: string };

/** A text of a block, with a function that replaces it. */
export type BlockText<Value> = {
  /** The field's path in the value: `rows.0.title`. */
  readonly path: string;
  /** `rich` is sanitised HTML, see rich-text.ts. */
  readonly format: 'plain' | 'rich';
  readonly text: string;
  /** The label of the field, if the block's own label is not enough. */
  readonly label?: string;
  /** Whether plain text keeps its line breaks. */
  readonly hasLines?: true;
  readonly replace: (text: string) => Value;
};
/** A caption among a block's texts; an empty list without a caption. */
export function captionTexts<Value>(
  { caption }: { readonly caption?: string | undefined },
  replace: (caption: string) => Value,
): readonly BlockText<Value>[] {
  return caption === undefined
    ? []
    : [{ path: 'caption', format: 'plain', text: caption, label: 'Caption', replace }];
}
/** A link of the block itself. Links in its rich text are not listed. */
export type BlockLink = {
  /** The path of the link text's field. */
  readonly path: string;
  readonly words: string;
  readonly address: string;
  /** The word for the link in messages. */
  readonly noun: 'button' | 'link';
};
/** A picture that needs a description. */
export type BlockPicture<Value> = {
  /** The path of the description's field. */
  readonly path: string;
  /** For the start of a sentence: 'Picture 2 of this group'. */
  readonly label: string;
  readonly address: string;
  /** See `altText`. */
  readonly alt: string | null | undefined;
  readonly describe: (alt: string | null) => Value;
};
/** An optional part that a block lacks and should have. */
export type Recommendation = {
  /** The path of its field. */
  readonly path: string;
  /** One or two sentences for the author. */
  readonly message: string;
};
/** Text on a background, both in freely chosen colours. */
export type BlockColours<Value> = {
  /** The path of the text colour's field. */
  readonly path: string;
  /** For the middle of a sentence: 'this box'. */
  readonly place: string;
  readonly color: string;
  readonly background: string;
  readonly recolour: (color: string) => Value;
};
/** A text that the school's next newsletter starts with; also the newsletter's `footerContent`. */
export type InheritedText<Value> = {
  readonly text: string;
  readonly replace: (text: string) => Value;
};
/** An event. Days are `YYYY-MM-DD`; times are `HH:mm` in the school's time zone. */
export type BlockDate = {
  readonly row: string;
  readonly title: string;
  readonly description: string;
  readonly date: string;
  /** The last day, for a date of several days. */
  readonly lastDay?: string | undefined;
  readonly time?: string | undefined;
  readonly end?: string | undefined;
  readonly place?: string | undefined;
  readonly isCancelled?: boolean | undefined;
  /** The school's dates from which it differs, by the ids of their rows. */
  readonly apart?: readonly string[] | undefined;
};

/** A row of a block: the key is that of its date, if it has one; copies have the same content. */
export type BlockRow = { readonly key: string; readonly content: unknown };

/**
 * Maps a URL. `link`: a link to a file or anything else; `offered`: a film or download, which may be on another host;
 * `original`: the uncropped original of a picture, which readers do not see; otherwise a picture that is shown.
 */
export type MapAddress = (address: string, use?: 'link' | 'offered' | 'original') => string;

/**
 * The traits by which layout, checks, summary, calendar, archive and file ownership handle a block type. All are
 * required; `null`: it has none.
 */
type BlockTraits<Value> = {
  /** `foot`: below everything else, across all columns. */
  readonly place: 'column' | 'foot';
  /** Whether it starts a section of the newsletter. */
  readonly isHeading: boolean;
  /** Whether it is content. A newsletter without such a block counts as empty. */
  readonly isContent: boolean;
  /** Whether it is too low to click easily. Its button on the canvas is then higher than the block. */
  readonly isThin: boolean;
  /**
   * Whether its content usually holds for one issue only. In a copy for the next issue it is marked until it changes.
   * 'until-kept': the content may also suit every issue, so it is not marked again once it was kept unchanged.
   */
  readonly isOfOneIssue: boolean | 'until-kept';
  /** The approximate height in pixels in a medium column, used to balance columns. */
  readonly height: (value: Value) => number;
  readonly words: BlockWords<Value> | null;
  readonly files: BlockFiles<Value> | null;
  readonly rows: BlockRows<Value> | null;
  /** Optional parts that readers miss. The check of the newsletter lists them as hints. */
  readonly recommendations: ((value: Value) => readonly Recommendation[]) | null;
  /** For a block that fills itself from the school's dates. */
  readonly filling: BlockFilling<Value> | null;
};

/** The typed texts, and the traits that concern them. */
type BlockWords<Value> = {
  readonly texts: (value: Value) => readonly BlockText<Value>[];
  readonly links?: (value: Value) => readonly BlockLink[];
  readonly colours?: (value: Value) => readonly BlockColours<Value>[];
  readonly inherited?: (value: Value) => InheritedText<Value>;
  /** Empty fields that the schema allows but Save changes does not. Source: docs/requirements/screens.md 5. */
  readonly emptyFields?: (value: Value) => readonly string[];
};

/** The files that it shows or links to, and its links to other addresses. */
type BlockFiles<Value> = {
  /** The value with all URLs mapped, including hidden and linked ones. */
  readonly map: (value: Value, map: MapAddress) => Value;
  readonly pictures?: (value: Value) => readonly BlockPicture<Value>[];
  /** The picture that a design may take into its masthead; null unless the block is a single picture. */
  readonly cover?: (value: Value) => BlockCover | null;
};

/** The parts that are filled in one by one: dates, classes, lines of a table. */
type BlockRows<Value> = {
  readonly list: (value: Value) => readonly BlockRow[];
  /** The value without these rows; null if nothing is left. */
  readonly without: (value: Value, keys: ReadonlySet<string>) => Value | null;
  /** For rows with ids: the value with a new id for each row, as a copy beside the original is a different thing. */
  readonly withNewIds?: (value: Value, makeId: () => string) => Value;
  readonly dates?: {
    readonly list: (value: Value) => readonly BlockDate[];
    /** The value with the date of one of its rows changed. The new date has all that the row needs. */
    readonly with: (value: Value, date: BlockDate) => Value;
  };
};

/** How a block fills itself from the school's dates. Drafts are stored empty, editions as filled at publishing. */
type BlockFilling<Value> = {
  /** `audience`: that of the block. */
  readonly fill: (value: Value, dates: SchoolDates, audience: readonly string[] | undefined) => Value;
  readonly empty: (value: Value) => Value;
  readonly isFilled: (value: Value) => boolean;
};

/** A block type. `toMjml` must also accept invalid working copies; only stored values are sure to fit the schema. */
export type BlockDefinition<Type extends string, Value> = {
  readonly type: Type;
  /** The name in the picker. */
  readonly label: string;
  /** The value of a new block. It is empty and usually not valid yet. */
  readonly defaults: () => Value;
  /** Children of an mj-column. An edition keeps them until it is rendered again: see docs/decisions/016-branding-follows.md. */
  readonly toMjml: (value: Value, context: BlockContext, name: string) => Markup;
  /** The block as plain text, for mails. */
  readonly toText: (value: Value, context: BlockContext, name: string) => string;
  readonly traits: BlockTraits<Value>;
};

/** The tints that the section of a block may have: a quiet one, and one in the school's colours. */
const TINTS = ['soft', 'bold'] as const;
export type Tint = (typeof TINTS)[number];
/** The most groups that one newsletter's blocks are for: as many as a school has in use, and each takes one bit of a 64-bit number. */
export const AUDIENCE_GROUPS_MAX = 60;
/** The properties that any block may have beside its value. */
export type BlockEnvelope = {
  /** Spans both columns. In one column it changes nothing. */
  readonly wide?: true | undefined;
  /** The background of the section that the block begins. */
  readonly tint?: Tint | undefined;
  /** The ids of the groups that see it, in order. Absent: everyone. Empty, or none of them left: nobody. See `audience.ts`. */
  readonly audience?: string[] | undefined;
};
/** Parses the envelope of a stored block, whatever its value. */
export const blockEnvelope = z.object({
  wide: z.literal(true).optional(),
  tint: z.enum(TINTS, 'Not a known tint').optional(),
  audience: z
    .array(z.uuid(BLOCK_MESSAGES.group))
    .overwrite((ids) => [...new Set(ids)].sort())
    .max(AUDIENCE_GROUPS_MAX, BLOCK_MESSAGES.groups)
    .optional(),
});

/** Defines a block type; adds the schema of its stored form `{name, type, value}`. */
export function defineBlock<const Type extends string, Schema extends z.ZodType>(
  definition: BlockDefinition<Type, z.output<Schema>> & { readonly schema: Schema },
) {
  return {
    ...definition,
    block: strict({
      name: blockName,
      type: z.literal(definition.type),
      value: definition.schema,
      ...blockEnvelope.shape,
    }),
  };
}

/** A placeholder for empty content on the canvas; nothing on the page or in mails. */
export function placeholder(context: BlockContext, words: string): Markup {
  if (!context.placeholder) return mjml``;
  return mjml`<mj-text padding="${context.padding}"><div style="padding:28px 12px;border:1.5px dashed #9aa5b4;border-radius:6px;background:#f6f7f8;color:#55605f;font-size:14px;line-height:20px;text-align:center">${words}</div></mj-text>`;
}

/** Marks words on the canvas as a field's text, which is typed in place. Elsewhere returns the words only. */
export function editable(
  context: Pick<BlockContext, 'placeholder'>,
  path: string,
  words: Markup | string,
): Markup {
  return context.placeholder ? mjml`<span data-field="${path}">${words}</span>` : mjml`${words}`;
}

/** The URL of one of our icons, as PNG because mail programs do not show SVG. */
export function assetUrl(context: Pick<BlockContext, 'origin'>, name: string): string {
  return `${context.origin}/assets/newsletter/${name}.png`;
}
