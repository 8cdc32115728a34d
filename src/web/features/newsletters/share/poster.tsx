import { createPortal } from 'react-dom';
import type { QrCode } from '#newsletter/values/qr-code.ts';
import { directionOf } from '#newsletter/values/right-to-left.ts';
import { shareWords } from '#newsletter/words/share-words.ts';
import classes from './poster.module.css';

/** Set on the root element while the poster is printed instead of the screen. */
const PRINTING = 'data-prints-poster';

interface PosterProps {
  code: QrCode;
  title: string;
  address: string;
  school: { readonly name: string; readonly logo: string | null; readonly language: string };
}

/** A poster for the gate, in the newsletter's language: only on paper, one page of A4. */
export function Poster({ code, title, address, school }: PosterProps) {
  const { words, lang } = shareWords(school.language);
  return createPortal(
    <section
      ref={stopsPrinting}
      className={classes.poster}
      lang={lang}
      dir={directionOf(lang)}
      aria-label="Poster"
    >
      {school.logo !== null && <img className={classes.logo} src={school.logo} alt="" />}
      <p className={classes.school} dir="auto">
        {school.name}
      </p>
      <p className={classes.title} dir="auto">
        {title}
      </p>
      <svg
        className={classes.code}
        viewBox={`0 0 ${code.size} ${code.size}`}
        aria-hidden="true"
        shapeRendering="crispEdges"
      >
        <path d={code.path} />
      </svg>
      <p className={classes.address}>
        {words.readOnline} <span dir="ltr">{address.replace(/^https?:\/\//, '')}</span>
      </p>
    </section>,
    document.body,
  );
}

export function printPoster(): void {
  document.documentElement.setAttribute(PRINTING, '');
  window.addEventListener('afterprint', stopPrinting, { once: true });
  window.print();
}

// The person may leave the page before closing the browser's dialog.
const stopsPrinting = () => stopPrinting;

function stopPrinting(): void {
  document.documentElement.removeAttribute(PRINTING);
}
