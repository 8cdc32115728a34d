import { type ReactNode, useState } from 'react';
import classes from './forms.module.css';

/** Accepts a file that is dropped on its children. */
export function FileDrop({
  label,
  onFile,
  children,
}: {
  /** Shown while a file is dragged over it. */
  label: string;
  onFile: (file: File) => void;
  children: ReactNode;
}) {
  const [isOver, setOver] = useState(false);
  return (
    <fieldset
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        const [file] = event.dataTransfer.files;
        setOver(false);
        if (file === undefined) return;
        event.preventDefault();
        onFile(file);
      }}
    >
      {children}
      {isOver && <span className={classes.dropLabel}>{label}</span>}
    </fieldset>
  );
}
