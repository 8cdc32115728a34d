import { Button } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { ImportAgreement, ImportResource } from '#contract/subscribers.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { announce } from '#ui/feedback/announce.ts';
import { Loading } from '#ui/feedback/states.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { UploadField } from '#ui/uploads/upload-field.tsx';
import { useSchool } from '#web/api/account.ts';
import { useUnsavedFormGuard } from '#web/forms/use-unsaved-form-guard.ts';
import { formatDate } from '#web/words/dates.ts';
import { people } from '#web/words/people-count.ts';
import classes from './import.module.css';
import { AgreementChoice } from './import-agreement.tsx';
import { ImportLines } from './import-lines.tsx';
import { countsOf, DoneImport, FollowedImport, ImportBar, outcomeText } from './import-progress.tsx';
import { subscriberBreadcrumbs } from './subscribers-address.ts';
import { type ImportResult, type ImportStep, useFollowedImport, useImport } from './use-import.ts';

/** Imports subscribers from a CSV file, after a dry run that shows what each line would do. */
export function Component() {
  const { state, choose, run, startOver, stopChecking } = useImport();
  const isSending = state.step === 'sending';
  const { isKnown, last, show, dismiss, ...polled } = useFollowedImport(isSending);
  // The reply to this screen's own call is newer than the last poll.
  const followed = state.step === 'done' ? null : polled.followed;
  // Once the server has the file, the import no longer needs this page.
  useUnsavedFormGuard(() => isSending && followed === null, UPLOADING);
  const restart = () => {
    dismiss();
    startOver();
  };
  return (
    <>
      <Breadcrumbs above={subscriberBreadcrumbs()} here="Import subscribers" />
      <PageTitle lead={followed || !isKnown ? undefined : LEADS[state.step]}>Import subscribers</PageTitle>
      {followed && <FollowedImport followed={followed} onOther={restart} />}
      {!isKnown && (
        <Loading label="Loading">
          <div className={classes.card} />
        </Loading>
      )}
      {isKnown && !followed && state.step === 'choose' && (
        <>
          <ChooseFile error={state.error} onFile={(file) => void choose(file)} />
          {last && <LastImport last={last} onShow={() => show(last.id)} />}
        </>
      )}
      {state.step === 'done' && (
        <DoneImport counts={countsOf(state.result)} result={state.result} onOther={restart} />
      )}
      {!followed && state.step === 'checking' && <Checking state={state} onCancel={stopChecking} />}
      {!followed && state.step === 'review' && (
        <Review
          state={state}
          onImport={(agreement) => void run(state.file, state.result, agreement)}
          onOther={startOver}
        />
      )}
      {!followed && state.step === 'sending' && (
        <div className={classes.card}>
          <ImportBar name={state.file.name} doing="Importing" share={null} />
        </div>
      )}
    </>
  );
}

const UPLOADING = {
  title: 'Leave while the file is sent?',
  message: 'The file is still on its way. If you leave now, nobody may be imported.',
};

const LEADS = {
  choose: 'A preview comes first.',
  checking: undefined,
  review: 'Nothing is changed yet.',
  sending: undefined,
  done: undefined,
} as const;

function ChooseFile({ error, onFile }: { error: string | undefined; onFile: (file: File) => void }) {
  return (
    <div className={classes.card}>
      <UploadField
        label="CSV file"
        accept=".csv,.tsv,.txt,text/csv"
        error={error}
        hint="Up to 20,000 people, 5 MB. Excel and Google Sheets save as CSV."
        onFiles={([file]) => onFile(file)}
      />
      <div className={classes.help}>
        <h2 className={classes.helpTitle}>What the file looks like</h2>
        <table className={classes.example}>
          <thead>
            <tr>
              <th scope="col">First name</th>
              <th scope="col">Last name</th>
              <th scope="col">Email</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>Amelia</td>
              <td>Okafor</td>
              <td>amelia@example.org</td>
            </tr>
          </tbody>
        </table>
        <p>Columns in any order. Names of known addresses are updated; who unsubscribed stays off.</p>
      </div>
    </div>
  );
}

function LastImport({ last, onShow }: { last: ImportResource; onShow: () => void }) {
  const zone = useSchool()?.attributes.time_zone;
  const { file_name, created_at, has_result } = last.attributes;
  return (
    <section className={classes.last} aria-label="Last import">
      <p>
        Last import: {file_name}, {formatDate(created_at, zone)}. {outcomeText(last.attributes)}
      </p>
      {has_result && (
        <Button variant="default" onClick={onShow}>
          Show its lines
        </Button>
      )}
    </section>
  );
}

function Checking({
  state: { file, share },
  onCancel,
}: {
  state: Extract<ImportStep, { step: 'checking' }>;
  onCancel: () => void;
}) {
  return (
    <div className={classes.card}>
      <ImportBar name={file.name} doing="Checking" share={share}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </ImportBar>
    </div>
  );
}

function Review({
  state: { file, result, error },
  onImport,
  onOther,
}: {
  state: Extract<ImportStep, { step: 'review' }>;
  onImport: (agreement: ImportAgreement) => void;
  onOther: () => void;
}) {
  const count = result.added + result.updated;
  useEffect(() => announce(previewText(file.name, result)), [file, result]);
  const [agreement, setAgreement] = useState<ImportAgreement | null>(null);
  const [isMissing, setMissing] = useState(false);
  const begin = () => (agreement === null ? setMissing(true) : onImport(agreement));
  return (
    <>
      <section className={classes.card} aria-label={file.name}>
        <p className={classes.file}>
          <IconFileSpreadsheet size={20} stroke={1.75} aria-hidden="true" />
          <span>{file.name}</span>
        </p>
        {result.ignored_columns.length > 0 && (
          <p className={classes.note}>Columns that are left out: {result.ignored_columns.join(', ')}.</p>
        )}
        {error !== undefined && (
          <p className={classes.broken} role="alert">
            {error}
          </p>
        )}
        {count === 0 && <p className={classes.note}>There is nothing in this file to add or to change.</p>}
        {count > 0 && (
          <AgreementChoice
            value={agreement}
            isMissing={isMissing && agreement === null}
            onChange={setAgreement}
          />
        )}
        <div className={classes.buttons}>
          {count > 0 && <Button onClick={begin}>Import {people(count)}</Button>}
          <Button variant="default" onClick={onOther}>
            Choose another file
          </Button>
        </div>
      </section>
      <ImportLines result={result} />
    </>
  );
}

function previewText(name: string, { added, updated, skipped, errors }: ImportResult): string {
  return `${name} is checked: ${added} to add, ${updated} to change, ${skipped} left out, ${errors.length} cannot be read`;
}
