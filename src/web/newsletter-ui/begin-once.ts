import type { IfBegun, NewsletterResource } from '#contract/newsletters.ts';
import { choose } from '#ui/dialogs/confirm.ts';
import { isApiError } from '#web/api/api-error.ts';

interface Begun {
  readonly id: string;
  readonly title: string;
}

/** Begins a draft. If there is the same one already, asks whether to open that; null: neither. */
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
