import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { FieldReports } from './block-editor.ts';

const RichTextEditor = lazy(async () => ({
  default: (await import('./rich-text-editor.tsx')).RichTextEditor,
}));

/** The `html` field of a block. Its editor is large, so it is loaded when the first one is opened. */
export function RichTextField({
  html,
  reports,
  onHtml,
}: {
  readonly html: string;
  readonly reports: FieldReports;
  readonly onHtml: (html: string) => void;
}) {
  return (
    <Suspense fallback={<Skeleton height={252} radius="md" aria-label="Loading the text editor" />}>
      <RichTextEditor
        label="Text"
        html={html}
        error={reports.errorOf('html')}
        onHtml={onHtml}
        onLeave={() => reports.onLeave('html')}
      />
    </Suspense>
  );
}
