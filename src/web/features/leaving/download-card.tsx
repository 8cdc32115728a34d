import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { leavingRoutes } from '#contract/leaving.ts';
import type { SchoolResource } from '#contract/school.ts';
import { download } from '../../api/download.ts';
import { toast } from '../../kit/toast.ts';
import classes from './leaving.module.css';

const MB = 1024 * 1024;

/** Everything of the school as one file. How large it gets is known only at its end, so what has come is shown. */
export function DownloadCard({ school }: { school: SchoolResource }) {
  const [received, setReceived] = useState(0);
  const leaving = useRef<AbortController | null>(null);
  const save = useMutation({
    mutationFn: () => {
      const controller = new AbortController();
      leaving.current = controller;
      setReceived(0);
      return download(leavingRoutes.exportSchool, {
        params: { id: school.id },
        fallbackName: 'school.zip',
        onReceived: setReceived,
        signal: controller.signal,
      });
    },
    onSuccess: () => toast.success('Everything is in your downloads'),
  });
  return (
    <section className={classes.card} aria-labelledby="download">
      <h2 className={classes.title} id="download">
        Download everything
      </h2>
      <p className={classes.text}>
        All newsletters as pages and as JSON, your files, and your people and subscribers as spreadsheets, in
        one ZIP file. Unpack it and open <code>index.html</code>: it needs no internet.
      </p>
      <div className={classes.row}>
        <Button
          variant="default"
          leftSection={<IconDownload size={20} stroke={1.75} aria-hidden="true" />}
          aria-disabled={save.isPending}
          data-disabled={save.isPending}
          onClick={() => save.isPending || save.mutate()}
        >
          Download everything
        </Button>
        {save.isPending && (
          <>
            <p className={classes.figures} role="status">
              {(received / MB).toFixed(1)} MB so far
            </p>
            <Button variant="subtle" onClick={() => leaving.current?.abort()}>
              Cancel
            </Button>
          </>
        )}
      </div>
    </section>
  );
}
