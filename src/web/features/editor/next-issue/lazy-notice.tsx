import { useState } from 'react';
import { loadable } from '#ui/loadable.tsx';
import { useTools } from '#web/features/editor/editor-context.tsx';
import classes from './next-issue-notice.module.css';

const Notice = loadable(async () => (await import('./next-issue-notice.tsx')).NextIssueNotice, Instead);

/** The notice about a next issue, if anything came along from the issue before. */
export function LazyNextIssueNotice() {
  const { editing } = useTools();
  const [isWanted] = useState(() => {
    const carriedOver = editing.carriedOver.getState();
    return carriedOver !== null && (carriedOver.blocks.size > 0 || carriedOver.dates.length > 0);
  });
  return isWanted && <Notice />;
}

// Keeps its place. Without it the marks are still there, and Publish lists the same.
function Instead() {
  return <div className={classes.notice} />;
}
