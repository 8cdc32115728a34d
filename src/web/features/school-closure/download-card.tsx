import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { SchoolResource } from '#contract/school.ts';
import classes from './school-closure.module.css';
import { useDownload } from './school-closure-data.ts';

/** Downloads all of the school's data as one ZIP file. */
export function DownloadCard({ school }: { school: SchoolResource }) {
  const download = useDownload(school.id);
  return (
    <section className={classes.card} aria-labelledby="download">
      <h2 className={classes.title} id="download">
        Download everything
      </h2>
      <p className={classes.text}>
        All newsletters as pages and as JSON, your files, your people and subscribers as spreadsheets, and
        your invoices, in one ZIP file. Unpack it and open <code>index.html</code>: it needs no internet.
      </p>
      <div className={classes.row}>
        <Button
          variant="default"
          leftSection={<IconDownload size={20} stroke={1.75} aria-hidden="true" />}
          aria-disabled={download.isPending}
          data-disabled={download.isPending}
          onClick={() => download.isPending || download.mutate()}
        >
          Download everything
        </Button>
      </div>
    </section>
  );
}
