import { Button, FileButton } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { acceptedTypes } from '#ui/uploads/accepted-types.ts';
import { addsBelow } from '#web/features/editor/kernel/commands/adds-below.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { addFiles } from './add-photos.ts';
import classes from './add-photos-button.module.css';
import { placeBelow } from './file-commands.ts';

/** Chooses any number of photos, which become blocks below the selected one or at the end. */
export function AddPhotosButton() {
  const { editing } = useTools();
  const add = (files: readonly File[]) => {
    const above = addsBelow(editing);
    if (files.length > 0) addFiles(editing, files, above === null ? undefined : placeBelow(editing, above));
  };
  return (
    <FileButton
      multiple
      accept={acceptedTypes('image')}
      onChange={add}
      inputProps={{ 'aria-label': 'Photos', tabIndex: -1 }}
    >
      {(props) => (
        <Button
          {...props}
          className={classes.button}
          leftSection={<IconCamera size={20} stroke={1.75} aria-hidden="true" />}
        >
          Add photos
        </Button>
      )}
    </FileButton>
  );
}
