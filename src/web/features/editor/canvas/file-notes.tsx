import { missingIn } from '#newsletter/check/files.ts';
import type { Block } from '#newsletter/document/document.ts';
import type { MissingFiles } from '#newsletter/document/missing-files.ts';

/** A note for each deleted file of a block: 'This picture was deleted. Choose another.' */
export function FileNotes(props: { block: Block; missing: MissingFiles; className: string | undefined }) {
  const messages = missingIn(props.block, props.missing).map(({ message }) => message);
  return [...new Set(messages)].map((message) => (
    <p key={message} className={props.className}>
      {message}
    </p>
  ));
}
