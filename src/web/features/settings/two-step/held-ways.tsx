import { IconKey } from '@tabler/icons-react';
import { wayOf } from '#contract/sign-in/ways.ts';
import { MethodRow } from './method-row.tsx';

/** A row for each of these ways, which the person holds, but which have no row of their own to set them up. */
export function HeldWays({ ways }: { ways: readonly string[] }) {
  return ways
    .flatMap((id) => wayOf(id) ?? [])
    .map(({ id, words }) => (
      <MethodRow
        key={id}
        icon={<IconKey size={20} aria-hidden="true" />}
        title={words.name}
        text="Asked for after the password"
        action={null}
      />
    ));
}
