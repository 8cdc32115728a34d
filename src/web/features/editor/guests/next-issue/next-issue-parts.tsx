import { loadable } from '#ui/loadable.tsx';
import { DesignPanel } from '#web/features/editor/design/design-panel.tsx';
import panel from '#web/features/editor/fields/field-editor.module.css';
import type { CarriedOver } from './carried-over.ts';
import classes from './next-issue-notice.module.css';

/** Whether anything came along from an issue before. */
export function hasCarriedOver(carriedOver: CarriedOver | null): boolean {
  return (
    carriedOver !== null &&
    (carriedOver.blocks.size > 0 ||
      carriedOver.dates.length > 0 ||
      carriedOver.fields.size > 0 ||
      [...carriedOver.rows.values()].some(({ size }) => size > 0))
  );
}

/** See `next-issue-notice.tsx`. */
export const NextIssueNotice = loadable(
  async () => (await import('./next-issue-notice.tsx')).NextIssueNotice,
  // Keeps its place. Without it the marks are still there, and Publish lists the same.
  () => <div className={classes.notice} />,
);

/** See `next-issue-panel.tsx`. */
export const NextIssuePanel = loadable(
  async () => (await import('./next-issue-panel.tsx')).NextIssuePanel,
  ({ hasFailed }) => (hasFailed ? <DesignPanel /> : <div className={panel.panel} />),
);
