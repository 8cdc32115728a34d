import { Button, Checkbox, FileButton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useState } from 'react';
import { SCHOOL_MESSAGES } from '#contract/school.ts';
import { useAsyncResult } from '#ui/use-async-result.ts';
import { type ChosenLogo, isCrest } from './chosen-logo.ts';
import { LogoCropper } from './logo-cropper.tsx';
import classes from './logo-field.module.css';
import { isPalePicture, LOGO_ACCEPT, LOGO_KINDS, LogoError, openPicture } from './logo-image.ts';

/** The field for the logo: choosing a picture by button or drag and drop, and cropping it. */
export function LogoField({
  logo,
  current,
  refusal,
  onChange,
}: {
  logo: ChosenLogo | null;
  /** The URL of the current logo, shown until another is chosen. */
  current?: string | null;
  refusal: string | undefined;
  onChange: (logo: ChosenLogo) => void;
}) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isDragOver, setDragOver] = useState(false);
  const open = async (file: File | null | undefined) => {
    if (!file) return;
    try {
      onChange(await openPicture(file));
      setProblem(null);
    } catch (error) {
      setProblem(error instanceof LogoError ? error.message : SCHOOL_MESSAGES.logo);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDragOver(false);
    void open(event.dataTransfer.files[0]);
  };
  const error = problem ?? refusal;
  const shown = logo?.picture ?? current ?? null;
  const pale = useAsyncResult(shown, isPalePicture);
  return (
    <fieldset
      aria-describedby="logo-hint"
      onDragOver={(event) => {
        event.preventDefault();
        setDragOver(true);
      }}
      onDragLeave={() => setDragOver(false)}
      onDrop={drop}
    >
      <legend className="mantine-InputWrapper-label">Logo</legend>
      {logo ? (
        <ChosenPicture logo={logo} onChange={onChange}>
          <ChooseButton label="Replace" onFile={open} />
        </ChosenPicture>
      ) : (
        <div className={classes.area} data-over={isDragOver || undefined}>
          {current && <img className={classes.current} src={current} alt="The logo now" />}
          <ChooseButton label={current ? 'Replace' : 'Select file'} onFile={open} />
          <span className={`${classes.quiet} with-mouse`}>or drop it here</span>
        </div>
      )}
      <p id="logo-hint" className={classes.hint}>
        {logo ? hintOf(logo) : LOGO_KINDS}
      </p>
      <p className={classes.pale} role="status">
        {pale?.input === shown && pale.result && PALE}
      </p>
      {error !== null && error !== undefined && (
        <p className="mantine-InputWrapper-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

const PALE =
  'This logo is white, so it cannot be seen on a white newsletter. Choose one in colour, or one on a dark ground.';

function hintOf({ name, isWhole }: ChosenLogo): string {
  return isWhole
    ? `${name} · shown as a crest beside the name of your school.`
    : `${name} · drag to move, use the slider to zoom.`;
}

/** A crest as it is, or the crop of a wide logo. */
function ChosenPicture({
  logo,
  onChange,
  children,
}: {
  logo: ChosenLogo;
  onChange: (logo: ChosenLogo) => void;
  children: ReactNode;
}) {
  return (
    <>
      {logo.isWhole ? (
        <div className={classes.area}>
          <img className={classes.crest} src={logo.picture} alt="The chosen logo" />
          {children}
        </div>
      ) : (
        <LogoCropper logo={logo} onFrame={(frame) => onChange({ ...logo, frame })}>
          {children}
        </LogoCropper>
      )}
      {isCrest(logo) && (
        <Checkbox
          className={classes.keep ?? ''}
          label="Keep it whole"
          checked={logo.isWhole ?? false}
          onChange={({ currentTarget }) => onChange({ ...logo, isWhole: currentTarget.checked })}
        />
      )}
    </>
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
