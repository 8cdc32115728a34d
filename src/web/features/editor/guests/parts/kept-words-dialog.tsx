import { Dialog } from '#ui/dialogs/dialog.tsx';
import '@mantine/core/styles/Input.layer.css';
import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { toast } from '#ui/feedback/toast.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { currentSession } from '#web/session/session.ts';
import classes from './kept-words.module.css';
import { type KeptBlock, keptWordsOf, openKeptWords } from './kept-words.ts';

/** The dialog in the editor. */
export function KeptInEditor() {
  return <KeptWordsDialog kept={keptWordsOf(useTools().editing)} />;
}

/** The dialog where the editor does not open: words typed before a reload, in a part that was taken back. */
export function KeptHere({ id }: { id: string }) {
  const [kept] = useState(() => openKeptWords(currentSession()?.user.id ?? 'nobody', id));
  return <KeptWordsDialog kept={kept} />;
}

/** Shows the unsaved words of a contributor whose part was taken back, until they close it. */
function KeptWordsDialog({ kept }: { kept: ReturnType<typeof openKeptWords> }) {
  const blocks = useStore(kept.state);
  if (blocks.length === 0) return null;
  const copy = () =>
    navigator.clipboard.writeText(blocks.map(({ words }) => words).join('\n\n')).then(
      () => toast.success('Your words are copied'),
      () => toast.error('This browser does not copy by itself. Please select the words and copy them'),
    );
  return (
    <Dialog
      opened
      onClose={kept.forget}
      title="This is no longer yours to write"
      size={520}
      closeOnClickOutside={false}
    >
      <p className={classes.why}>
        This part was given to somebody else, taken back, or reaches less far now. It is for reading. What you
        had typed last is not in the newsletter: copy it if you need it.
      </p>
      {blocks.map((block) => (
        <Words key={block.id} {...block} />
      ))}
      <div className={classes.answers}>
        <Button variant="default" onClick={kept.forget}>
          Close
        </Button>
        <Button leftSection={<IconCopy size={18} aria-hidden="true" />} onClick={() => void copy()}>
          Copy my words
        </Button>
      </div>
    </Dialog>
  );
}

function Words({ label, words }: KeptBlock) {
  return (
    <section aria-label={label} className={classes.block}>
      <h3 className={classes.label}>{label}</h3>
      <p className={classes.words}>{words}</p>
    </section>
  );
}
