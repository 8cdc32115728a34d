import { Button, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import {
  IconBrandWhatsapp,
  IconCopy,
  IconDownload,
  IconExternalLink,
  IconMessage,
  IconPrinter,
  IconShare,
} from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { COPY_MESSAGES } from '#contract/rules/copying.ts';
import type { SchoolResource } from '#contract/school.ts';
import { qrCodeOf } from '#newsletter/values/qr-code.ts';
import { directionOf } from '#newsletter/values/right-to-left.ts';
import { copyText } from '#ui/copy-text.ts';
import { toast } from '#ui/feedback/toast.ts';
import { Choice } from '#ui/forms/choice.tsx';
import { copyAddress } from '#web/forms/copy-address.ts';
import { Poster, printPoster } from './poster.tsx';
import { pngFile, svgFile } from './qr-files.ts';
import type { TextUse } from './ready-text.ts';
import classes from './share.module.css';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** The address of the public page, to copy or open. `children`: other places where it is listed. */
export function LinkPart({ address, children }: { address: string; children?: ReactNode }) {
  return (
    <section className={classes.part} aria-label="Link">
      <div className={classes.address}>
        <TextInput
          className={classes.field ?? ''}
          label="Public address"
          value={address}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          variant="default"
          leftSection={<IconCopy {...icon} />}
          onClick={() => void copyAddress(address)}
        >
          Copy
        </Button>
        <Button
          component="a"
          variant="subtle"
          aria-label="Open the public page (in a new tab)"
          href={address}
          target="_blank"
          rel="noopener"
          leftSection={<IconExternalLink {...icon} />}
        >
          Open
        </Button>
      </div>
      {children}
    </section>
  );
}

const USES = [
  { value: 'messaging', words: 'Messaging apps' },
  { value: 'sms', words: 'Text message' },
  { value: 'website', words: 'Website' },
] as const satisfies readonly { readonly value: TextUse; readonly words: string }[];

/** Ready texts for messaging apps, a text message and the school's website, in its language, to change and copy or send. */
export function TextPart({
  texts,
  title,
  language,
}: {
  texts: Readonly<Record<TextUse, string>>;
  title: string;
  language: string;
}) {
  const [use, setUse] = useState<TextUse>('messaging');
  const [changed, setChanged] = useState<Partial<Record<TextUse, string>>>({});
  const words = changed[use] ?? texts[use];
  const copy = async () => {
    if (await copyText(words)) toast.success(COPY_MESSAGES.copied);
    else toast.error('This browser does not let us copy. Please select the text and copy it');
  };
  return (
    <section className={classes.part} aria-label="Ready text">
      <Choice label="Text for" options={USES} value={use} onChange={setUse} />
      <Textarea
        label="Ready text"
        lang={language}
        dir={directionOf(language)}
        autosize
        minRows={4}
        value={words}
        onChange={(event) => setChanged({ ...changed, [use]: event.currentTarget.value })}
      />
      <div className={classes.buttons}>
        <Button variant="default" leftSection={<IconCopy {...icon} />} onClick={() => void copy()}>
          Copy text
        </Button>
        {'share' in navigator && (
          <Button
            variant="default"
            leftSection={<IconShare {...icon} />}
            // Rejects if the person chooses nothing.
            onClick={() => void navigator.share({ title, text: words }).catch(() => undefined)}
          >
            Share
          </Button>
        )}
        <Button
          component="a"
          variant="default"
          href={`https://wa.me/?text=${encodeURIComponent(words)}`}
          target="_blank"
          rel="noopener"
          leftSection={<IconBrandWhatsapp {...icon} />}
        >
          WhatsApp
          <span className="visually-hidden">(in a new tab)</span>
        </Button>
        <Button
          component="a"
          className={classes.phone ?? ''}
          variant="default"
          href={`sms:?&body=${encodeURIComponent(words)}`}
          leftSection={<IconMessage {...icon} />}
        >
          SMS
        </Button>
      </div>
    </section>
  );
}

/** The address as a QR code, to download, or to print as a poster. */
export function QrPart({
  address,
  title,
  school,
}: {
  address: string;
  title: string;
  school: SchoolResource['attributes'];
}) {
  const code = useMemo(() => qrCodeOf(address), [address]);
  const name = fileNameOf(title);
  return (
    <section className={classes.part} aria-label="QR code">
      <svg
        className={classes.code}
        viewBox={`0 0 ${code.size} ${code.size}`}
        role="img"
        aria-label="QR code of the link"
        shapeRendering="crispEdges"
      >
        <path d={code.path} />
      </svg>
      <p className={classes.hint}>For the gate and the noticeboard</p>
      <Button variant="default" leftSection={<IconPrinter {...icon} />} onClick={printPoster}>
        Print a poster, A4
      </Button>
      <Poster code={code} title={title} address={address} school={school} />
      <div className={classes.files}>
        <Button
          variant="default"
          leftSection={<IconDownload {...icon} />}
          onClick={() =>
            pngFile(code).then(
              (file) => download(file, `${name}.png`),
              () => toast.error('This browser cannot make the PNG. Please take the SVG'),
            )
          }
        >
          Picture (PNG)
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload {...icon} />}
          onClick={() => download(svgFile(code), `${name}.svg`)}
        >
          For print (SVG)
        </Button>
      </div>
    </section>
  );
}

function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Later, because the browser may read it only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

// Leaves out characters that a file system may refuse.
function fileNameOf(title: string): string {
  const words = title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '');
  return `${words || 'newsletter'}-qr-code`.slice(0, 100);
}
