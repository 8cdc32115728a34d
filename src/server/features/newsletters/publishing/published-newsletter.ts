import type { Newsletter } from '#server/features/newsletters/repo.ts';
import type { StoredEdition } from './rebranding-repo.ts';

/** The newsletter as it was published; null where that is no longer known. */
export function publishedForm(newsletter: Newsletter, edition: StoredEdition): Newsletter | null {
  const { title, slug, layoutType, code, codeVersion } = edition;
  if (layoutType !== null && code !== null && codeVersion !== null) {
    const version = newsletter.publishedVersion ?? newsletter.version;
    return { ...newsletter, title, slug, layoutType, code, codeVersion, version };
  }
  // Editions of the first version of the program do not hold it, but an unchanged draft is it.
  return newsletter.publishedVersion === newsletter.version ? newsletter : null;
}
