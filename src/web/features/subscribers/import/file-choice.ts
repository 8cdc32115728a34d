import type { GroupsInFile } from '#contract/groups/import-groups.ts';
import type { Charset, MendedAddress } from '#contract/groups/import-questions.ts';
import type { ImportLine, ImportReply } from '#contract/subscribers.ts';

/** A person's choices about a file: as the preview shows them, and with changes. Pure. */

type Shown = ImportReply['import'];

/** The choices that a preview shows. */
export function choiceIn(shown: Shown): GroupsInFile {
  const { columns, group_values, email_columns, unknown_words, leaves, letters, mended } = shown;
  return {
    columns: columns.filter(({ is_groups }) => is_groups).map(({ index }) => index),
    values: group_values.map(({ value, group }) => ({ value, group })),
    emails: email_columns.filter(({ is_used }) => is_used).map(({ index }) => index),
    words: unknown_words.flatMap(({ word, is_on }) => (is_on === null ? [] : [{ word, is_on }])),
    leaves,
    ...(mended.length > 0 && { mended }),
    ...(letters !== null && { charset: letters.charset }),
  };
}

/** The preview with another encoding. */
export function withCharset(shown: Shown, charset: Charset): Shown {
  return { ...shown, letters: shown.letters && { ...shown.letters, charset } };
}

/** The preview with a corrected address in a line. */
export function withAddress(shown: Shown, { line, file, email }: ImportLine, mended: string): Shown {
  // An address that was corrected before and is still wrong is identified by the file's own one.
  const isShown = (each: MendedAddress) => each.line === line && each.file === file && each.mended === email;
  const earlier = shown.mended.find(isShown);
  const own = { line, ...(file !== undefined && { file }), email: earlier?.email ?? email, mended };
  return { ...shown, mended: [...shown.mended.filter((each) => each !== earlier), own] };
}

/** The preview with a column of addresses used, or no longer used. */
export function withEmails(shown: Shown, index: number, is_used: boolean): Shown {
  return {
    ...shown,
    email_columns: shown.email_columns.map((column) =>
      column.index === index ? { ...column, is_used } : column,
    ),
  };
}

/** The preview with a meaning for an unknown word. */
export function withWord(shown: Shown, word: string, is_on: boolean | null): Shown {
  return {
    ...shown,
    unknown_words: shown.unknown_words.map((each) => (each.word === word ? { ...each, is_on } : each)),
  };
}

/** The preview with a column used for groups, or no longer used. */
export function withGroupColumn(shown: Shown, index: number, is_groups: boolean): Shown {
  return {
    ...shown,
    columns: shown.columns.map((column) => (column.index === index ? { ...column, is_groups } : column)),
  };
}

/** The preview with another group for a value; null for none. */
export function withGroup(shown: Shown, value: string, group: string | null, isNew: boolean): Shown {
  return {
    ...shown,
    group_values: shown.group_values.map((each) =>
      each.value === value ? { ...each, group, is_new: isNew } : each,
    ),
  };
}
