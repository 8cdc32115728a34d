import { Button } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { ImportAgreement, ImportResource } from '#contract/subscribers.ts';
import { families } from '#contract/texts/people-count.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { announce } from '#ui/feedback/announce.ts';
import { Loading } from '#ui/feedback/states.tsx';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { UploadField } from '#ui/uploads/upload-field.tsx';
import { useSchool } from '#web/api/account.ts';
import { subscriberBreadcrumbs } from '#web/features/subscribers/subscribers-address.ts';
import { useUnsavedFormGuard } from '#web/forms/use-unsaved-form-guard.ts';
import { BackToSending } from '#web/newsletter-ui/audience/back-to-sending.tsx';
import { formatDate } from '#web/words/dates.ts';
import { withAddress } from './file-choice.ts';
import classes from './import.module.css';
import { AgreementChoice } from './import-agreement.tsx';
import { GroupColumns, GroupValues } from './import-groups.tsx';
import { ImportLines } from './import-lines.tsx';
import { countsOf, DoneImport, FollowedImport, ImportBar, outcomeText } from './import-progress.tsx';
import { ImportQuestions } from './import-questions.tsx';
import { AfterImport } from './undo-import.tsx';
import { type ImportResult, type ImportStep, useFollowedImport, useImport } from './use-import.ts';
import { zipFiles } from './zip-files.ts';

/** Imports subscribers from a CSV file, after a dry run that shows what each line would do. */
export function Component() {
  const { state, choose, regroup, run, startOver, stopChecking } = useImport();
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
      <BackToSending />
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
        <DoneImport
          counts={countsOf(state.result)}
          result={state.result}
          done={last?.attributes.status === 'done' ? last : null}
          onOther={restart}
        />
      )}
      {!followed && state.step === 'checking' && <Checking state={state} onCancel={stopChecking} />}
      {!followed && state.step === 'review' && (
        <Review
          state={state}
          onRegroup={(result) => void regroup(state.file, result)}
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

// The files of OneRoster belong together, and so do those of a mail program with one file for each state.
async function oneOf(files: readonly [File, ...File[]]): Promise<File> {
  return files.length === 1 ? files[0] : await zipFiles(files, `${files.length} files.zip`);
}

const UPLOADING = {
  title: 'Leave while the file is sent?',
  message: 'The file is still on its way. If you leave now, nothing may be imported.',
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
        accept=".csv,.tsv,.txt,.ods,.zip,text/csv,application/vnd.oasis.opendocument.spreadsheet,application/zip"
        multiple
        error={error}
        hint="Up to 20,000 lines, 5 MB. CSV (from Excel, Google Sheets) or .ods. OneRoster, Mailchimp: their files or ZIP."
        onFiles={(files) => void oneOf(files).then(onFile)}
      />
      <div className={classes.help}>
        <h2 className={classes.helpTitle}>What the file looks like</h2>
        <table className={classes.example}>
          <thead>
            <tr>
              <th scope="col">First name</th>
              <th scope="col">Last name</th>
              <th scope="col">Email</th>
              <th scope="col">Group</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>Amelia</td>
              <td>Okafor</td>
              <td>
                amelia@
                <wbr />
                example.org
              </td>
              <td>Choir</td>
            </tr>
          </tbody>
        </table>
        <p>Columns in any order. Siblings are one family; unsubscribed families stay off.</p>
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
      <AfterImport done={last} />
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
  state: { file, result, error, isStale = false },
  onRegroup,
  onImport,
  onOther,
}: {
  state: Extract<ImportStep, { step: 'review' }>;
  onRegroup: (result: ImportResult) => void;
  onImport: (agreement: ImportAgreement) => void;
  onOther: () => void;
}) {
  const leaving = result.leaves ? result.marked_on_list : 0;
  const count = result.added + result.updated - leaving;
  // Addresses of people who have left are stored even if nobody is added.
  const isToImport = count > 0 || result.leaves;
  useEffect(() => {
    if (!isStale) announce(previewText(file.name, result));
  }, [file, result, isStale]);
  const [agreement, setAgreement] = useState<ImportAgreement | null>(null);
  const [isMissing, setMissing] = useState(false);
  const begin = () => {
    // If nobody is added, nobody needs to have agreed.
    if (result.added === 0) return onImport(agreement ?? 'moved');
    return agreement === null ? setMissing(true) : onImport(agreement);
  };
  return (
    <>
      <section className={classes.card} aria-label={file.name}>
        <p className={classes.file}>
          <IconFileSpreadsheet size={20} stroke={1.75} aria-hidden="true" />
          <span>{file.name}</span>
        </p>
        <ImportQuestions result={result} onChange={onRegroup} />
        <GroupColumns result={result} onChange={onRegroup} />
        {result.ignored_columns.length > 0 && (
          <p className={classes.note}>Left out: {result.ignored_columns.join(', ')}.</p>
        )}
        {result.missing > 0 && (
          <p className={classes.note}>
            {families(result.missing)} on your list {result.missing === 1 ? 'is' : 'are'} not in this file.
            They stay, and you can list them afterwards.
          </p>
        )}
        {error !== undefined && (
          <p className={classes.broken} role="alert">
            {error}
          </p>
        )}
        {!isToImport && <p className={classes.note}>There is nothing in this file to add or to change.</p>}
        {result.added > 0 && (
          <AgreementChoice
            value={agreement}
            isMissing={isMissing && agreement === null}
            onChange={setAgreement}
          />
        )}
        <div className={classes.buttons}>
          {isToImport && (
            <BusyButton busy={isStale} busyLabel="Checking…" onClick={begin}>
              {count > 0 ? `Import ${families(count)}` : `Keep ${families(result.marked)} off the list`}
            </BusyButton>
          )}
          <Button variant="default" onClick={onOther}>
            Choose another file
          </Button>
        </div>
      </section>
      <GroupValues result={result} onChange={onRegroup} />
      <div className={isStale ? classes.stale : undefined}>
        <ImportLines result={result} onMend={(line, email) => onRegroup(withAddress(result, line, email))} />
      </div>
    </>
  );
}

function previewText(name: string, { added, updated, skipped, joined, errors }: ImportResult): string {
  return `${name} is checked: ${added} to add, ${updated} to change, ${skipped - joined} left out, ${errors.length} cannot be read`;
}
