import { Button } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Breadcrumbs } from '../../kit/breadcrumbs.tsx';
import { PageTitle } from '../../kit/page-title.tsx';
import { UploadField } from '../../kit/upload-field.tsx';
import classes from './import.module.css';
import { ImportLines } from './import-lines.tsx';
import { above, SUBSCRIBERS_ADDRESS } from './subscribers-address.ts';
import { type ImportResult, type ImportState, useImport } from './use-import.ts';

/** Brings subscribers from a CSV file: first what would happen, line by line, then the import. */
export function Component() {
  const { state, choose, run, startOver, cancel } = useImport();
  return (
    <>
      <Breadcrumbs above={above()} here="Import subscribers" />
      <PageTitle lead={LEADS[state.step]}>Import subscribers</PageTitle>
      {state.step === 'choose' && <ChooseFile error={state.error} onFile={(file) => void choose(file)} />}
      {state.step === 'working' && <Working state={state} onCancel={cancel} />}
      {state.step === 'review' && (
        <Review state={state} onImport={() => void run(state.file, state.result)} onOther={startOver} />
      )}
      {state.step === 'done' && <Done result={state.result} onOther={startOver} />}
    </>
  );
}

const LEADS = {
  choose: 'You see what will happen before anything is changed.',
  working: undefined,
  review: 'Nothing is changed yet.',
  done: undefined,
} as const;

function ChooseFile({ error, onFile }: { error: string | undefined; onFile: (file: File) => void }) {
  return (
    <div className={classes.card}>
      <UploadField
        label="CSV file"
        accept=".csv,.tsv,.txt,text/csv"
        error={error}
        hint="Up to 20,000 people and 5 MB. In Excel: File, Save As, ‘CSV UTF-8’. In Google Sheets: File, Download, ‘Comma-separated values’."
        onFiles={([file]) => onFile(file)}
      />
      <div className={classes.help}>
        <h2 className={classes.helpTitle}>What the file looks like</h2>
        <p>
          The first line names the columns, in any order: a first name, a last name and an email address.
          Other columns are left out.
        </p>
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
        <p>
          Who is on your list already stays there and gets the name in the file. Who has unsubscribed stays
          off your list.
        </p>
      </div>
    </div>
  );
}

function Working({
  state: { file, dryRun, share },
  onCancel,
}: {
  state: Extract<ImportState, { step: 'working' }>;
  onCancel: () => void;
}) {
  const percent = Math.floor((share ?? 0) * 100);
  const doing = dryRun ? 'Checking' : 'Importing';
  return (
    <div className={classes.card}>
      <p className={classes.file}>
        <IconFileSpreadsheet size={20} stroke={1.75} aria-hidden="true" />
        <span>{file.name}</span>
      </p>
      <progress
        className={classes.bar}
        max={1}
        {...(share === null ? {} : { value: share })}
        aria-label={`${doing} ${file.name}`}
      />
      <div className={classes.buttons}>
        <p className={classes.figures} role="status">
          {share === null ? `${doing}…` : `${doing}… ${percent}%`}
        </p>
        {dryRun && (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </div>
  );
}

function Review({
  state: { file, result, error },
  onImport,
  onOther,
}: {
  state: Extract<ImportState, { step: 'review' }>;
  onImport: () => void;
  onOther: () => void;
}) {
  const people = result.added + result.updated;
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
        {people === 0 && <p className={classes.note}>There is nothing in this file to add or to change.</p>}
        <div className={classes.buttons}>
          {people > 0 && <Button onClick={onImport}>Import {peopleText(people)}</Button>}
          <Button variant="default" onClick={onOther}>
            Choose another file
          </Button>
        </div>
      </section>
      <ImportLines result={result} />
    </>
  );
}

function Done({ result, onOther }: { result: ImportResult; onOther: () => void }) {
  const { added, updated } = result;
  const changed = updated > 0 ? `, and ${peopleText(updated)} changed` : '';
  return (
    <>
      <section className={classes.card} aria-label="Done">
        <p className={classes.done} role="status">
          {peopleText(added)} added{changed}.
        </p>
        <div className={classes.buttons}>
          <Button component={Link} to={SUBSCRIBERS_ADDRESS}>
            Show all subscribers
          </Button>
          <Button variant="default" onClick={onOther}>
            Import another file
          </Button>
        </div>
      </section>
      <ImportLines result={result} />
    </>
  );
}

function peopleText(count: number): string {
  return count === 1 ? '1 person' : `${count.toLocaleString('en-GB')} people`;
}
