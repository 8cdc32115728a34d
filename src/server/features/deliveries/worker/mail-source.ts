import type { AppContext } from '#server/context.ts';

/** The source of a newsletter's mails. Both parts contain the placeholder of the reader's unsubscribe token. */
export interface MailSource {
  readonly title: string;
  readonly html: string;
  readonly text: string;
  /** The first words, which inboxes show. */
  readonly description: string;
  readonly published: boolean;
  /** The ids of the groups that its blocks are for, in order; empty if all of them are for everyone. */
  readonly targets: readonly string[];
  readonly variants: VariantMails;
  /** The readings of families in each of these sets of groups, whose ids are those in the blocks. */
  readings(sets: readonly (readonly string[])[]): Promise<readonly Reading[]>;
  /** The id of the mail's edition, which is stored for good; null for a draft. Call it in the sending's transaction. */
  recordEdition(): Promise<string | null>;
}

/**
 * Loads a newsletter's mail source; null if there is no such newsletter. The newsletters feature supplies it. With groups: the mail of a
 * family in them; otherwise everyone's.
 */
export type LoadMailSource = (
  context: AppContext,
  schoolId: string,
  id: string,
  groups?: readonly string[],
) => Promise<MailSource | null>;

/** The part of a newsletter that some families read: the names of its blocks for groups, and a description of the audience. */
interface Reading {
  readonly blocks: readonly string[];
  readonly words: string;
  readonly sets: readonly (readonly string[])[];
}

/** The mails with blocks for groups. The newsletters feature supplies it. */
export interface VariantMails {
  /** The variant of a stored edition for each of these sets of groups, whose ids are those in the blocks; null: everyone's mail. */
  assign(
    context: AppContext,
    edition: { readonly schoolId: string; readonly editionId: string },
    sets: readonly (readonly string[])[],
  ): Promise<readonly (string | null)[] | 'too many'>;
  /** The slug of each variant's page, by the variant's id. */
  slugs(
    context: AppContext,
    schoolId: string,
    variantIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>>;
  /** Both parts of a variant's mail. */
  mail(
    context: AppContext,
    schoolId: string,
    variantId: string,
  ): Promise<{ readonly html: string; readonly text: string }>;
  /** Stores the current pages of an edition's variants that nobody has read yet. Does nothing if it has been corrected since. */
  keepPages(context: AppContext, schoolId: string, editionId: string): Promise<void>;
}
