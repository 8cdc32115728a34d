import { settingsIn } from '#newsletter/settings/settings.ts';
import type { Newsletter } from '#server/features/newsletters/repo.ts';
import type { StoredEdition } from './rebranding-repo.ts';

/** The newsletter as it was published; null if its edition does not contain the blocks. */
export function publishedNewsletter(newsletter: Newsletter, edition: StoredEdition): Newsletter | null {
  const { title, slug, layoutType, shownDesign: design, code, codeVersion } = edition;
  if (layoutType !== null && code !== null && codeVersion !== null) {
    const version = newsletter.publishedVersion ?? newsletter.version;
    return {
      ...newsletter,
      ...settingsIn(edition),
      title,
      slug,
      layoutType,
      design,
      code,
      codeVersion,
      version,
    };
  }
  // The program's first version did not store an edition's blocks; those of an unchanged draft are the same.
  return newsletter.publishedVersion === newsletter.version ? newsletter : null;
}
