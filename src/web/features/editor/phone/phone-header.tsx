import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { PeopleHere } from '#web/features/editor/header/people-here-part.ts';
import { PublishButton } from '#web/features/editor/header/publish-button.tsx';
import { TitleField } from '#web/features/editor/header/title-field.tsx';
import { UndoButton } from '#web/features/editor/header/undo-buttons.tsx';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { SaveStatus } from '#web/features/editor/saving/save-status.tsx';
import classes from './phone-header.module.css';

/** A phone's only row above the newsletter. While the title is edited, it has the row to itself. */
export function PhoneHeader() {
  const { isContributor } = useTools().editing;
  return (
    <div className={classes.header}>
      <Link
        to={isContributor ? SCREENS.dashboard : SCREENS.newsletters}
        className={classes.exit}
        aria-label="Exit"
      >
        <IconArrowLeft size={20} stroke={1.75} aria-hidden="true" />
      </Link>
      <div className={classes.title}>
        <TitleField />
      </div>
      <PeopleHere />
      <SaveStatus />
      <UndoButton />
      {!isContributor && <PublishButton />}
    </div>
  );
}
