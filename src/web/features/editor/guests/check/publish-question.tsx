import { Button } from '@mantine/core';
import type { Finding } from '#newsletter/check/finding.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { DialogAnswers } from '#ui/dialogs/dialog-answers.tsx';
import { usePlaceLabel } from '#web/features/editor/kernel/places/block-labels.ts';
import classes from './publish-question.module.css';

/** The answer to the question about errors: publish anyway, stay, or go to a finding. */
export type PublishAnswer = 'publish' | 'stay' | Finding;

/** The dialog that lists the errors before publishing. */
export function PublishQuestion({
  errors,
  when,
  answer,
}: {
  errors: readonly Finding[];
  /** When it is planned to go out; null: now. */
  when: string | null;
  answer: (answer: PublishAnswer) => void;
}) {
  const [first] = errors;
  if (first === undefined) return null;
  return (
    <Dialog isReadOut opened onClose={() => answer('stay')} title={titleOf(errors)} size={520} zIndex={300}>
      <p className={classes.words}>
        {errors.length === 1 ? 'One thing keeps' : `${errors.length} things keep`} your newsletter from being
        ready for everyone{when !== null && `, and it goes out ${when}`}. Choose{' '}
        {errors.length === 1 ? 'it' : 'one'} to go there.
      </p>
      <ul className={classes.list}>
        {errors.map((error) => (
          <li key={error.id}>
            <button type="button" className={classes.error} onClick={() => answer(error)}>
              <strong>
                <PlaceName block={error.block} />
              </strong>{' '}
              {error.message}
            </button>
          </li>
        ))}
      </ul>
      <DialogAnswers>
        <Button variant="default" onClick={() => answer('publish')}>
          {when === null ? 'Publish anyway' : 'Plan it as it is'}
        </Button>
        <Button data-autofocus onClick={() => answer(first)}>
          Put it right
        </Button>
      </DialogAnswers>
    </Dialog>
  );
}

// A deleted file is missing for everybody, not only for some readers.
function titleOf(errors: readonly Finding[]): string {
  return errors.every(({ rule }) => rule === 'file-missing')
    ? 'Something is missing from this'
    : 'Some people could not read this';
}

function PlaceName({ block }: Pick<Finding, 'block'>) {
  return usePlaceLabel(block);
}
