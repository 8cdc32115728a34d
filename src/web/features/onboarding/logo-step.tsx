import { Button, FileButton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { SCHOOL_MESSAGES } from '#contract/school.ts';
import { paletteOf } from '#newsletter/branding.ts';
import type { Answers } from './answers.ts';
import { ColourField } from './colour-field.tsx';
import { LogoCropper } from './logo-cropper.tsx';
import { LOGO_ACCEPT, LogoError, openPicture } from './logo-image.ts';
import classes from './logo-step.module.css';

type Change = (change: Partial<Answers>) => void;

/** The logo, cropped to 32:9, and the two colours. */
export function LogoStep({
  answers,
  refusal,
  onChange,
}: {
  answers: Answers;
  refusal: string | undefined;
  onChange: Change;
}) {
  const palette = paletteOf({
    primary_color: answers.primary || null,
    secondary_color: answers.secondary || null,
  });
  return (
    <div className={classes.fields}>
      <LogoField answers={answers} refusal={refusal} onChange={onChange} />
      <div className={classes.colours}>
        <ColourField
          label="Primary colour"
          value={answers.primary}
          used={palette.heading}
          purpose="headings"
          fallback="newsletters take our sky blue"
          onChange={(primary) => onChange({ primary })}
        />
        <ColourField
          label="Secondary colour"
          value={answers.secondary}
          used={palette.link}
          purpose="links"
          fallback="it goes with the primary one"
          onChange={(secondary) => onChange({ secondary })}
        />
      </div>
    </div>
  );
}

function LogoField({
  answers: { logo },
  refusal,
  onChange,
}: {
  answers: Answers;
  refusal: string | undefined;
  onChange: Change;
}) {
  const [problem, setProblem] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const open = async (file: File | null | undefined) => {
    if (!file) return;
    try {
      onChange({ logo: await openPicture(file) });
      setProblem(null);
    } catch (error) {
      setProblem(error instanceof LogoError ? error.message : SCHOOL_MESSAGES.logo);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void open(event.dataTransfer.files[0]);
  };
  const wrong = problem ?? refusal;
  return (
    <fieldset
      className={classes.logo}
      aria-describedby="logo-hint"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <legend className="mantine-InputWrapper-label">Logo</legend>
      {logo ? (
        <LogoCropper logo={logo} onFrame={(frame) => onChange({ logo: { ...logo, frame } })}>
          <ChooseButton label="Replace" onFile={open} />
        </LogoCropper>
      ) : (
        <div className={classes.area} data-over={over || undefined}>
          <ChooseButton label="Select file" onFile={open} />
          <span className={classes.quiet}>or drag it here</span>
        </div>
      )}
      <p id="logo-hint" className={classes.hint}>
        {logo
          ? `${logo.name} · drag to move, use the slider to zoom.`
          : 'PNG, JPEG, WebP or SVG. You choose what of it is shown.'}
      </p>
      {wrong !== null && wrong !== undefined && (
        <p className="mantine-InputWrapper-error" role="alert">
          {wrong}
        </p>
      )}
    </fieldset>
  );
}

function ChooseButton({ label, onFile }: { label: string; onFile: (file: File | null) => Promise<void> }) {
  return (
    <FileButton
      accept={LOGO_ACCEPT}
      onChange={(file) => void onFile(file)}
      inputProps={{ 'aria-label': 'Logo' }}
    >
      {(props) => (
        <Button
          {...props}
          variant="default"
          leftSection={<IconUpload size={18} stroke={1.75} aria-hidden="true" />}
        >
          {label}
        </Button>
      )}
    </FileButton>
  );
}
