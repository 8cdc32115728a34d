import { Button } from '@mantine/core';
import { IconCloudCheck, IconCloudExclamation, IconCloudUp } from '@tabler/icons-react';
import { useSaveState, useTools } from './editor-context.tsx';
import classes from './editor-subheader.module.css';

/** 'Saved 14:02', 'Saving…', or what keeps it from being saved. */
export function SaveStatus() {
  const { saver } = useTools().editing;
  const state = useSaveState();
  // Read out when it goes wrong, and when it goes right again; not at every save.
  const trouble = state.step === 'failed' || state.step === 'conflict';
  return (
    <div className={classes.saving} data-step={state.step}>
      {trouble ? (
        <>
          <IconCloudExclamation size={20} stroke={1.75} aria-hidden="true" />
          <span role="alert" title={state.step === 'failed' ? state.message : undefined}>
            {state.step === 'failed' ? failureWords(state.message) : 'Changed elsewhere'}
          </span>
          {state.step === 'failed' && (
            <Button variant="danger-quiet" size="sm" onClick={() => void saver.flush()}>
              Try again
            </Button>
          )}
        </>
      ) : (
        <Peace step={state.step} at={state.at} />
      )}
    </div>
  );
}

function Peace({ step, at }: { step: 'saved' | 'waiting' | 'saving'; at: Date }) {
  const Icon = step === 'saved' ? IconCloudCheck : IconCloudUp;
  return (
    <>
      <Icon size={20} stroke={1.75} aria-hidden="true" />
      <span className={classes.peace}>{step === 'saved' ? `Saved ${timeOf(at)}` : 'Saving…'}</span>
    </>
  );
}

function failureWords(message: string): string {
  return navigator.onLine ? `Not saved. ${message}` : 'Offline. Your changes are kept here';
}

/** '14:02' today, else '19/11'. */
function timeOf(at: Date): string {
  const isToday = at.toDateString() === new Date().toDateString();
  return (isToday ? TIME : DAY).format(at);
}

const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const DAY = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: '2-digit' });
