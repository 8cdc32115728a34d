import { Button, Checkbox } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { type EmbedPart, embedPath, schoolPagePath } from '#contract/paths.ts';
import { COPY_MESSAGES } from '#contract/rules/copying.ts';
import { copyText } from '#ui/copy-text.ts';
import { toast } from '#ui/feedback/toast.ts';
import { useSchool } from '#web/api/account.ts';
import card from '#web/features/school/feature-card.module.css';
import { frameCode, linkCode } from './embed-code.ts';
import { EmbedWebsites } from './embed-websites.tsx';
import classes from './pages.module.css';

const NAMES = { newsletters: 'Newsletters', diary: 'Next dates', signUp: 'Sign-up' } as const;

/** The pages in the school's own website: which parts, on which websites, the code, and a preview. */
export function OwnWebsite({
  id,
  address,
  origins,
  parts,
}: {
  id: string;
  address: string;
  origins: readonly string[];
  /** The parts that are switched on. */
  parts: readonly EmbedPart[];
}) {
  const [omitted, setOmitted] = useState<readonly EmbedPart[]>([]);
  const school = useSchool()?.attributes.name ?? '';
  const shown = parts.filter((part) => !omitted.includes(part));
  const { origin } = window.location;
  const path = embedPath(address, shown.length === parts.length ? [] : shown);
  const codes = [
    { name: 'Frame', code: frameCode(origin + path, school) },
    { name: 'Link', code: linkCode(origin + schoolPagePath(address), school) },
  ];
  const toggle = (part: EmbedPart, isShown: boolean) =>
    setOmitted(isShown ? omitted.filter((one) => one !== part) : [...omitted, part]);
  return (
    <div className={`${card.people} ${classes.website}`}>
      <div className={classes.setUp}>
        <h3 className={classes.name}>On your own website</h3>
        <EmbedWebsites id={id} origins={origins} />
        {parts.length > 1 && (
          <fieldset className={classes.parts}>
            <legend className={classes.legend}>Shows</legend>
            {parts.map((part) => (
              <Checkbox
                key={part}
                label={NAMES[part]}
                checked={shown.includes(part)}
                // A frame without any part would show all of them.
                disabled={shown.length === 1 && shown.includes(part)}
                onChange={({ currentTarget }) => toggle(part, currentTarget.checked)}
              />
            ))}
          </fieldset>
        )}
        {codes.map(({ name, code }) => (
          <Code key={name} name={name} code={code} />
        ))}
        <p className={card.text}>
          Paste one where it should stand. It has no script and sets no cookies. The frame shows itself on the
          websites above only.
        </p>
      </div>
      <iframe key={path} className={classes.preview} src={path} title="Preview of the frame" />
    </div>
  );
}

function Code({ name, code }: { name: string; code: string }) {
  const copy = async () => {
    if (await copyText(code)) toast.success(COPY_MESSAGES.copied);
    else toast.error('This browser does not let us copy. Please select the code and copy it');
  };
  return (
    <div className={classes.code}>
      <div className={classes.line}>
        <h4 className={classes.legend}>{name}</h4>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconCopy size={18} stroke={1.75} aria-hidden="true" />}
          onClick={() => void copy()}
        >
          Copy<span className="visually-hidden"> the {name.toLowerCase()}</span>
        </Button>
      </div>
      <pre>
        <code>{code}</code>
      </pre>
    </div>
  );
}
