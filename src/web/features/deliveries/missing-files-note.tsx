import { Link } from 'react-router';
import { NEWSLETTER_MESSAGES, type NewsletterResource } from '#contract/newsletters.ts';
import { screenPath } from '#contract/paths.ts';
import { missingIn } from '#newsletter/check/files.ts';
import { codeSchema, DEFINITIONS, isEmptySpace } from '#newsletter/document/document.ts';
import classes from './sending.module.css';

const MAX_NAMED = 3;

/** Sentences about deleted files that a newsletter uses, worded as when publishing; empty if none is missing. */
export function missingFileMessages({ attributes }: NewsletterResource): readonly string[] {
  const missing = new Set(attributes.missing_files);
  if (missing.size === 0) return [];
  const found = codeSchema
    .parse(attributes.code)
    .flatMap((block) => (isEmptySpace(block) ? [] : missingIn(block, missing)));
  const named = found
    .slice(0, MAX_NAMED)
    .map(({ block, message }) => `${block === null ? '' : DEFINITIONS[block.type].label}: ${message}`);
  const others = found.length - named.length;
  return [
    ...named,
    ...(others > 0 ? [`${others} more ${others === 1 ? 'was' : 'were'} deleted.`] : []),
    NEWSLETTER_MESSAGES.deletedLeftOut,
  ];
}

/** Warns before sending that files of the newsletter were deleted, with a link to the editor. */
export function MissingFilesNote({ newsletter }: { newsletter: NewsletterResource }) {
  const messages = missingFileMessages(newsletter);
  if (messages.length === 0) return null;
  return (
    <p className={classes.warning} role="note">
      {messages.join(' ')}{' '}
      <Link to={screenPath('editor', { id: newsletter.id })}>Choose another in the editor</Link>
    </p>
  );
}
