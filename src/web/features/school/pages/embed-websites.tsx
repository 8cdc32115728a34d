import { Button, TextInput } from '@mantine/core';
import { type RefObject, useId, useRef, useState } from 'react';
import { z } from 'zod';
import { EMBED_ORIGINS_MAX, embedOrigin, PAGE_MESSAGES } from '#contract/families/school-pages.ts';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useSchool } from '#web/api/account.ts';
import classes from './pages.module.css';
import { useSavePages } from './school-pages-data.ts';

const website = z.object({ website: embedOrigin });

/** The websites that may show the pages in a frame. Each change is saved at once. */
export function EmbedWebsites({ id, origins }: { id: string; origins: readonly string[] }) {
  const save = useSavePages(id);
  const heading = useId();
  const field = useRef<HTMLInputElement>(null);
  // Changes after each saved website, which empties the field.
  const [added, setAdded] = useState(0);
  const set = (embed_origins: readonly string[], onSuccess: () => void) => {
    if (!save.isPending) save.mutate({ embed_origins: [...embed_origins] }, { onSuccess });
  };
  const remove = (origin: string) =>
    set(
      origins.filter((one) => one !== origin),
      () => {
        toast.success(`${nameOf(origin)} no longer shows the frame`, {
          action: { label: 'Undo', run: () => save.mutate({ embed_origins: [...origins] }) },
        });
        field.current?.focus();
      },
    );
  return (
    <div className={classes.form}>
      {origins.length > 0 && (
        <>
          <h4 id={heading} className={classes.legend}>
            Websites that may show it
          </h4>
          <ul className={classes.websites} aria-labelledby={heading}>
            {origins.map((origin) => (
              <li key={origin} className={classes.line}>
                <span>{nameOf(origin)}</span>
                <Button variant="default" size="compact-md" onClick={() => remove(origin)}>
                  Remove<span className="visually-hidden"> {nameOf(origin)}</span>
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {origins.length < EMBED_ORIGINS_MAX ? (
        <AddWebsite
          key={added}
          field={field}
          origins={origins}
          isBusy={save.isPending}
          onAdd={(origin) =>
            set([...origins, origin], () => {
              setAdded(added + 1);
              requestAnimationFrame(() => field.current?.focus());
            })
          }
        />
      ) : (
        <p className={classes.legend}>{PAGE_MESSAGES.origins}</p>
      )}
    </div>
  );
}

function AddWebsite({
  field,
  origins,
  isBusy,
  onAdd,
}: {
  field: RefObject<HTMLInputElement | null>;
  origins: readonly string[];
  isBusy: boolean;
  onAdd: (origin: string) => void;
}) {
  const own = useSchool()?.attributes.website ?? '';
  const suggested = origins.length === 0 ? (embedOrigin.safeParse(own).data ?? '') : '';
  const { form, props } = useSchemaForm(website, { website: suggested }, ({ website: origin }) => {
    if (!origins.includes(origin)) onAdd(origin);
    else form.setFieldError('website', `${nameOf(origin)} is on the list`);
  });
  return (
    // Adding one is optional, so leaving the field is no error.
    <form {...props} onBlur={undefined} className={classes.add}>
      <TextInput
        ref={field}
        className={classes.field ?? ''}
        label="Website that may show it"
        placeholder="https://"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        key={form.key('website')}
        {...form.getInputProps('website')}
      />
      <BusyButton variant="default" busy={isBusy} busyLabel="Saving…">
        Add
      </BusyButton>
    </form>
  );
}

// Hides the usual `https://`; any other scheme is shown.
function nameOf(origin: string): string {
  return origin.replace(/^https:\/\//, '');
}
