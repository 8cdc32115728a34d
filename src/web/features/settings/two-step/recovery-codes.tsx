import { Button } from '@mantine/core';
import { useState } from 'react';
import { COPY_MESSAGES } from '#contract/rules/copying.ts';
import { copyText } from '#ui/copy-text.ts';
import { toast } from '#ui/feedback/toast.ts';
import { saveFile } from '#web/api/download.ts';
import { useUnkeptGuard } from '#web/forms/use-unsaved-form-guard.ts';
import { currentSession } from '#web/session/session.ts';
import { formatDate } from '#web/words/dates.ts';
import { productName } from '#web/words/product.ts';
import classes from './two-step.module.css';

const UNKEPT = {
  title: 'Leave without your recovery codes?',
  message: 'They are not shown again. Without your phone they are the way in.',
};

/** Recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const [isKept, setIsKept] = useState(false);
  useUnkeptGuard(() => !isKept, UNKEPT);
  const email = currentSession()?.user.attributes.email ?? '';
  const madeOn = formatDate(new Date().toISOString());
  const text = `${productName()}: recovery codes for ${email}\nMade on ${madeOn}, each works once\n\n${codes.join('\n')}\n`;
  const copy = async () => {
    if (!(await copyText(text))) return;
    setIsKept(true);
    toast.success(COPY_MESSAGES.copied);
  };
  const download = () => {
    saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt');
    setIsKept(true);
  };
  return (
    <div className={classes.inner} ref={bringIntoView}>
      <h3 className={classes.title} tabIndex={-1}>
        Keep these recovery codes
      </h3>
      <p className={classes.why}>
        Without your phone each of them lets you in once. They are not shown again: print them, or keep them
        in a password manager.
      </p>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes.answers}>
        <Button size="sm" onClick={download}>
          Download
        </Button>
        <Button variant="default" size="sm" onClick={() => void copy()}>
          Copy
        </Button>
        <Button variant="default" size="sm" onClick={onKept}>
          I have kept them
        </Button>
      </div>
    </div>
  );
}

// They are shown only once, and the toast and the lower edge of the window may have hidden them.
function bringIntoView(codes: HTMLElement | null): void {
  codes?.querySelector('h3')?.focus({ preventScroll: true });
  codes?.scrollIntoView({ block: 'center' });
}
