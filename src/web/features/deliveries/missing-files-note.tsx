import { Link } from 'react-router';
import { NEWSLETTER_MESSAGES, type NewsletterResource } from '#contract/newsletters.ts';
import { screenPath } from '#contract/paths.ts';
import { missingIn } from '#newsletter/check/files.ts';
import { codeSchema, DEFINITIONS, isEmptySpace } from '#newsletter/document/document.ts';
import classes from './sending.module.css';

const NAMED_MAX = 3;

/** What was deleted of what a newsletter shows, a sentence each and what becomes of it, as publishing says it; none where nothing is missing. */
export function missingFileWords({ attributes }: NewsletterResource): readonly string[] {
  const missing = new Set(attributes.missing_files);
  if (missing.size === 0) return [];
  const found = codeSchema
    .parse(attributes.code)
    .flatMap((block) => (isEmptySpace(block) ? [] : missingIn(block, missing)));
  const named = found
    .slice(0, NAMED_MAX)
    .map(({ block, message }) => `${block === null ? '' : DEFINITIONS[block.type].label}: ${message}`);
  const others = found.length - named.length;
  return [
    ...named,
    ...(others > 0 ? [`${others} more ${others === 1 ? 'was' : 'were'} deleted.`] : []),
    NEWSLETTER_MESSAGES.deletedLeftOut,
  ];
}

/** Says before a newsletter is sent that something in it was deleted, and leads to where another is chosen. */
export function MissingFilesNote({ newsletter }: { newsletter: NewsletterResource }) {
  const words = missingFileWords(newsletter);
  if (words.length === 0) return null;
  return (
    <p className={classes.warning} role="note">
      {words.join(' ')}{' '}
      <Link to={screenPath('editor', { id: newsletter.id })}>Choose another in the editor</Link>
    </p>
  );
}
