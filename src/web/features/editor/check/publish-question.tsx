import '@mantine/core/styles/Overlay.layer.css';
import { Button, Modal } from '@mantine/core';
import type { Finding } from '#newsletter/check/finding.ts';
import { DEFINITIONS } from '#newsletter/document/document.ts';
import { findBlock } from '#newsletter/document/layout.ts';
import { DialogAnswers } from '#ui/dialogs/dialog-answers.tsx';
import { useEditor } from '#web/features/editor/editor-context.tsx';
import classes from './publish-question.module.css';

/** The answer to the question about errors: publish anyway, stay, or go to a finding. */
export type PublishAnswer = 'publish' | 'stay' | Finding;

/** The dialog that lists the errors before publishing. */
export function PublishQuestion({
  errors,
  answer,
}: {
  errors: readonly Finding[];
  answer: (answer: PublishAnswer) => void;
}) {
  const [first] = errors;
  if (first === undefined) return null;
  return (
    <Modal opened onClose={() => answer('stay')} title={titleOf(errors)} size={520}>
      <p className={classes.words}>
        {errors.length === 1 ? 'One thing keeps' : `${errors.length} things keep`} your newsletter from being
        ready for everyone. Click {errors.length === 1 ? 'it' : 'one'} to go there.
      </p>
      <ul className={classes.list}>
        {errors.map((error) => (
          <li key={error.id}>
            <button type="button" className={classes.error} onClick={() => answer(error)}>
              <strong>
                <PlaceName finding={error} />
              </strong>{' '}
              {error.message}
            </button>
          </li>
        ))}
      </ul>
      <DialogAnswers>
        <Button variant="default" onClick={() => answer('publish')}>
          Publish anyway
        </Button>
        <Button data-autofocus onClick={() => answer(first)}>
          Put it right
        </Button>
      </DialogAnswers>
    </Modal>
  );
}

// A deleted file is missing for everybody, not only for some readers.
function titleOf(errors: readonly Finding[]): string {
  return errors.every(({ rule }) => rule === 'file-missing')
    ? 'Something is missing from this'
    : 'Some people could not read this';
}

function PlaceName({ finding: { block } }: { finding: Finding }) {
  const type = useEditor((state) =>
    block === null ? null : (findBlock(state.document, block)?.type ?? null),
  );
  return type === null ? 'Title' : DEFINITIONS[type].label;
}
