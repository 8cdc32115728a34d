import type { IfBegun, NewsletterResource } from '#contract/newsletters.ts';
import { choose } from '#ui/dialogs/confirm.ts';
import { type ApiError, isApiError } from '#web/api/api-error.ts';

interface Begun {
  readonly id: string;
  readonly title: string;
}

/** Whether an error says that the same draft exists already: `beginOnce` asks about it, so nothing else is shown. */
export const isBegun = ({ body }: ApiError) => body.begun !== undefined;

/** Begins a draft, by a call that handles `isBegun`. If the same one exists, asks whether to open that; null: neither. */
export async function beginOnce(
  begin: (ifBegun: IfBegun) => Promise<NewsletterResource>,
): Promise<Begun | null> {
  const beginNew = async (ifBegun: IfBegun) => {
    const { id, attributes } = await begin(ifBegun);
    return { id, title: attributes.title };
  };
  try {
    return await beginNew('ask');
  } catch (error) {
    if (!isApiError(error, 409) || error.body.begun === undefined) throw error;
    const { begun } = error.body;
    const answer = await choose({
      title: error.message,
      message: `“${begun.title}” is a draft that has not been published.`,
      confirmLabel: 'Open it',
      otherLabel: 'Make another',
    });
    if (answer === 'other') return await beginNew('another');
    return answer ? begun : null;
  }
}
