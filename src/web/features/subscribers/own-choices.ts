import type { SubscriberResource } from '#contract/subscribers.ts';
import { languageName } from '#newsletter/values/language-names.ts';
import { formatDate } from '#web/words/dates.ts';

/** A family's own actions and choices, in words: 'Signed up 03/05/2026', 'Polish'. */
export function ownChoices(
  {
    signed_up_at,
    language,
    monthly_digest,
    own_groups_only,
  }: Pick<
    SubscriberResource['attributes'],
    'signed_up_at' | 'language' | 'monthly_digest' | 'own_groups_only'
  >,
  zone: string | undefined,
): readonly string[] {
  return [
    signed_up_at !== null && `Signed up ${formatDate(signed_up_at, zone)}`,
    language !== null && languageName(language),
    monthly_digest && 'Monthly digest',
    own_groups_only && 'Only for their groups',
  ].filter((choice) => choice !== false);
}
