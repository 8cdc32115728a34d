import '@mantine/core/styles/Input.layer.css';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ImportLine } from '#contract/subscribers.ts';
import classes from './import.module.css';

/** A line's wrong address, to be corrected before the import. */
export function MendAddress({ line, onMend }: { line: ImportLine; onMend: (email: string) => void }) {
  const [email, setEmail] = useState(line.email);
  return (
    <form
      className={classes.mend}
      onSubmit={(event) => {
        event.preventDefault();
        onMend(email);
      }}
    >
      <TextInput
        aria-label={`Email in line ${line.line}`}
        value={email}
        inputMode="email"
        spellCheck={false}
        autoComplete="off"
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
      />
      <Button
        type="submit"
        variant="default"
        disabled={email === line.email}
        aria-label={`Check again: line ${line.line}`}
      >
        Check again
      </Button>
    </form>
  );
}
