import { z } from 'zod';
import type { Fonts } from '#newsletter/render/fonts.ts';
import { cleanText, type Markup, mjml } from '#newsletter/render/mjml.ts';
import type { Palette, SchoolBranding } from '#newsletter/values/branding.ts';
import { withoutInvisible } from '#newsletter/values/invisible.ts';

/** What a block type is made of, and what all of them share. */

/** No text field of a block is longer. Source: docs/requirements/screens.md 9.6. */
const TEXT_MAX = 200;
/** Characters of a text that newsletters inherit. */
export const INHERITED_TEXT_MAX = 2000;
export const BLOCK_MESSAGES = {
  required: 'Required',
  limit: limitMessage(TEXT_MAX),
  name: 'A block needs a name',
} as const;
const NAME_MAX = 100;

/** 'Limit is 200 symbols' and its like. */
export function limitMessage(most: number): string {
  return `Limit is ${most} symbols`;
}

const cleanLine = (text: string) => cleanText(withoutInvisible(text));

/** One line of text that must not be empty; with `cleanLines`, several. */
export function requiredText(most: number = TEXT_MAX, clean = cleanLine) {
  return z
    .string(BLOCK_MESSAGES.required)
    .overwrite((text) => clean(text).trim())
    .min(1, BLOCK_MESSAGES.required)
    .max(most, limitMessage(most));
}

/** A text of pictures for those who don't see them: `""` is decorative, absent or null not said yet. */
export const altText = z.string().overwrite(cleanLine).max(TEXT_MAX, BLOCK_MESSAGES.limit).nullish();

/** An object schema without further keys; the message names the unknown key. */
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

/** Columns with this many pixels for content have room for larger type. */
export const WIDE_COLUMN = 300;

/** Where a newsletter is read: as the public page (and the canvas), or as a mail. */
export type Target = 'page' | 'mail';

/** What a block knows about the newsletter when it is compiled. */
export type BlockContext = {
  readonly target: Target;
  readonly school: SchoolBranding;
  readonly palette: Palette;
  readonly fonts: Fonts;
  /** Whole pixels for content, the block's own padding not included. */
  readonly width: number;
  /** Size and line height of running text, in pixels: narrow columns have smaller type. */
  readonly text: { readonly size: number; readonly line: number };
  /** CSS padding of the block in its column. */
  readonly padding: string;
  /** Where own files and assets are served, without a slash at the end. */
  readonly origin: string;
  /** The public page, where a mail leads for what mails can't do. */
  readonly pageUrl: string | null;
  /** The address of an event's calendar file; without it events have no calendar links. */
  readonly calendarUrl: ((event: CalendarEvent) => string) | null;
  /** On the canvas, what is still empty shows where it will be. */
  readonly placeholder: boolean;
};

/** Names one event of a newsletter: the block's name and the row's id in it. */
export type CalendarEvent = { readonly block: string; readonly row: string };

/** A text of a block that can be read, and put back changed. */
export type BlockText<Value> = {
  /** The field in the value, as forms name it: `rows.0.title`. */
  readonly path: string;
  /** `rich` is clean HTML, see rich-text.ts. */
  readonly format: 'plain' | 'rich';
  readonly text: string;
  readonly replace: (text: string) => Value;
};
/** A link that is the block itself; those in its rich text are found there. */
export type BlockLink = {
  /** The field of its words. */
  readonly path: string;
  readonly words: string;
  readonly address: string;
  /** What people call it. */
  readonly noun: 'button' | 'link';
};
/** A picture that means something to readers. */
export type BlockPicture<Value> = {
  /** The field of its description. */
  readonly path: string;
  /** For the start of a sentence: 'Picture 2 of this group'. */
  readonly label: string;
  readonly address: string;
  /** `""` is decorative, null or undefined not said yet. */
  readonly alt: string | null | undefined;
  readonly describe: (alt: string) => Value;
};
/** Words on a background, both in free colours. */
export type BlockColours<Value> = {
  /** The field of the words' colour. */
  readonly path: string;
  /** For the middle of a sentence: 'this box'. */
  readonly place: string;
  readonly color: string;
  readonly background: string;
  readonly recolour: (color: string) => Value;
};
/** A text that the school's next newsletter begins with, and that the newsletter's `footerContent` follows. */
export type InheritedText<Value> = {
  readonly text: string;
  readonly replace: (text: string) => Value;
};
/** A date to keep; `time` is `HH:mm` in the school's zone. */
export type BlockDate = {
  readonly row: string;
  readonly title: string;
  readonly description: string;
  readonly date: string;
  readonly time?: string | undefined;
};

/**
 * Gives an address back changed. `link`: one that people follow, of a file or of anything else; `original`: the whole picture
 * of a crop, which readers do not see; otherwise a file that is shown or offered.
 */
export type MapAddress = (address: string, use?: 'link' | 'original') => string;

/** What the rest of the program asks of a block: layout, checks, summary, calendar, archive, files. All are required. */
type BlockTraits<Value> = {
  /** `foot`: across all columns below everything else. */
  readonly place: 'column' | 'foot';
  /** Whether it begins a part, as a heading does. */
  readonly isHeading: boolean;
  /** Whether it holds content: a newsletter without any such block counts as empty. */
  readonly isContent: boolean;
  /** Whether it is too low to click easily: then its button on the canvas is higher than the block. */
  readonly isThin: boolean;
  /** Approximate height in pixels in a column of medium width: enough to balance columns. */
  readonly height: (value: Value) => number;
  readonly texts: (value: Value) => readonly BlockText<Value>[];
  readonly links: (value: Value) => readonly BlockLink[];
  readonly pictures: (value: Value) => readonly BlockPicture<Value>[];
  readonly colours: (value: Value) => readonly BlockColours<Value>[];
  readonly dates: (value: Value) => readonly BlockDate[];
  readonly inheritedText: (value: Value) => InheritedText<Value> | null;
  /** Fields that are empty, as the schema allows and the editor's Save changes does not. Source: docs/requirements/screens.md 5. */
  readonly emptyFields: (value: Value) => readonly string[];
  /** The value with each address of a file, hidden and linked ones too, as `map` gives it back. */
  readonly mapFiles: (value: Value, map: MapAddress) => Value;
};

/** For traits that list nothing. */
export const none = (): [] => [];
/** For `mapFiles` of a block without files and links. */
export const withoutFiles = <Value>(value: Value): Value => value;

/** A block type. `toMjml` takes unfinished working copies too; `schema` is for what is stored. */
export type BlockDefinition<Type extends string, Value> = {
  readonly type: Type;
  /** For people, as in the picker. */
  readonly label: string;
  /** The value of a new block: empty, so not valid yet. */
  readonly defaults: () => Value;
  /** Children of an mj-column. */
  readonly toMjml: (value: Value, context: BlockContext, name: string) => Markup;
  /** The block in words, for the plain-text part of mails. */
  readonly toText: (value: Value, context: BlockContext) => string;
  readonly traits: BlockTraits<Value>;
};

/** Makes a block type whose stored form is `{name, type, value}`. */
export function defineBlock<const Type extends string, Schema extends z.ZodType>(
  definition: BlockDefinition<Type, z.output<Schema>> & { readonly schema: Schema },
) {
  return {
    ...definition,
    block: strict({ name: blockName, type: z.literal(definition.type), value: definition.schema }),
  };
}

/** On the canvas, a placeholder for empty content; nothing on the page or in mails. */
export function placeholder(context: BlockContext, words: string): Markup {
  if (!context.placeholder) return mjml``;
  return mjml`<mj-text padding="${context.padding}"><div style="padding:28px 12px;border:1.5px dashed #9aa5b4;border-radius:6px;background:#f6f7f8;color:#55605f;font-size:14px;line-height:20px;text-align:center">${words}</div></mj-text>`;
}

/** A picture of ours, as mails need it: PNG. */
export function assetUrl(context: Pick<BlockContext, 'origin'>, name: string): string {
  return `${context.origin}/assets/newsletter/${name}.png`;
}
