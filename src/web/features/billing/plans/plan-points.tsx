import { IconCheck } from '@tabler/icons-react';
import classes from '#web/features/billing/billing.module.css';

const POINTS = [
  'Every block, layout and ready-made newsletter',
  'Staff and subscribers without limit',
  'Invoices as PDF for the office',
  'Download everything as one ZIP, any time',
];

/** The list of what both plans include. */
export function PlanPoints() {
  return (
    <ul className={classes.points}>
      {POINTS.map((point) => (
        <li key={point}>
          <IconCheck size={20} stroke={1.75} aria-hidden="true" />
          {point}
        </li>
      ))}
    </ul>
  );
}
