import { useEffect } from 'react';
import { useStore } from 'zustand';
import { insteadOf, loadable } from '#ui/loadable.tsx';
import type { Guest } from '#web/features/editor/kernel/guest.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { CheckButton } from './check-button.tsx';
import { checkerOf, loadRules } from './checker.ts';
import { CHECK_PANEL } from './open-check.ts';

const CheckPanel = loadable(async () => (await import('./check-panel.tsx')).CheckPanel, insteadOf('check'));
const loadQuestion = async () => (await import('./ask-over-errors.tsx')).askOverErrors;

/** Finds obstacles for some readers of a newsletter, and unfinished blocks. */
export const CHECK: Guest = {
  name: CHECK_PANEL,
  beforePublishing: loadQuestion,
  preload: { later: [loadRules, CheckPanel.preload] },
  Button: () => !useTools().editing.isContributor && <CheckButton />,
  Panel: CheckPanel,
  StillOpen() {
    const found = useStore(checkerOf(useTools().editing).findings, (findings) => findings.length);
    return found > 0 && <li>{`Check still finds ${found} ${found === 1 ? 'thing' : 'things'}`}</li>;
  },
  Root() {
    const { editing, school } = useTools();
    const { name, language } = school;
    useEffect(() => checkerOf(editing).start({ name, language }), [editing, name, language]);
    return null;
  },
};
