import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { useProfile } from '#web/api/account.ts';
import type { ApiError } from '#web/api/api-error.ts';
import type { MessageForm } from './message-fields.tsx';
import classes from './sending.module.css';
import { useTestMail } from './sending-data.ts';
import { sendLabel } from './sending-words.ts';
import { TestAs, testedReading } from './test-as.tsx';
import type { SendTarget } from './use-send-to.ts';

/** Buttons that send to the families, or a test to the signed-in person. */
export function SendButtons({
  id,
  form,
  to,
  isLater,
  isSending,
  handles,
}: {
  /** The newsletter's id. */
  id: string;
  form: MessageForm;
  to: SendTarget;
  isLater: boolean;
  isSending: boolean;
  handles: (error: ApiError) => boolean;
}) {
  const address = useProfile()?.attributes.email ?? 'you';
  const [testAs, setTestAs] = useState<string | null>(null);
  const test = useTestMail(id, handles);
  const sendTest = () => {
    if (form.validate().hasErrors) return;
    const groups = testedReading(to.readings, testAs)?.groups ?? [];
    test.mutate(groups.length === 0 ? form.getValues() : { ...form.getValues(), groups }, {
      onSuccess: () => toast.success(`A test is on its way to ${address}`),
    });
  };
  return (
    <>
      <div className={classes.buttons}>
        <BusyButton
          busy={isSending}
          busyLabel={isLater ? 'Planning…' : 'Sending…'}
          disabled={to.recipients + to.withDigest === 0 && !to.isMissing}
          leftSection={<IconSend size={20} stroke={1.75} aria-hidden="true" />}
        >
          {to.isMissing ? 'Send' : sendLabel(isLater, to.recipients, to.withDigest)}
        </BusyButton>
        <BusyButton
          type="button"
          variant="default"
          busy={test.isPending}
          busyLabel="Sending a test…"
          onClick={sendTest}
        >
          Send me a test
        </BusyButton>
      </div>
      <TestAs readings={to.readings} value={testAs} onChange={setTestAs} />
      <p className={classes.hint}>A test goes to {address} only.</p>
    </>
  );
}
