import classes from './step-pictures.module.css';

// Drawings of the three steps; the words beside them say the same.
const SHEET = { rx: 6, fill: 'var(--paper-white)' } as const;

/** Layouts to choose from. */
export function CreatePicture() {
  return (
    <svg viewBox="0 0 400 260" className={classes.sky} aria-hidden="true">
      <g transform="rotate(-5 120 150)">
        <rect x="60" y="70" width="110" height="150" {...SHEET} />
        <rect x="72" y="84" width="40" height="10" rx="3" fill="#1f5d45" />
        <rect x="72" y="104" width="86" height="40" rx="4" fill="#ffe08a" />
        <path d="M76 160h78M76 172h66M76 184h74M76 196h40" className={classes.lines} />
      </g>
      <g transform="rotate(5 280 150)">
        <rect x="230" y="70" width="110" height="150" {...SHEET} />
        <rect x="242" y="84" width="86" height="34" rx="4" fill="#cfe9dc" />
        <path d="M246 134h78M246 146h60" className={classes.lines} />
        <rect x="242" y="160" width="38" height="44" rx="4" fill="#ffe08a" />
        <path d="M294 168h32M294 180h32M294 192h20" className={classes.lines} />
      </g>
      <rect
        x="136"
        y="48"
        width="128"
        height="176"
        rx="8"
        fill="var(--paper-white)"
        stroke="#0a729b"
        strokeWidth="3"
      />
      <rect x="152" y="64" width="54" height="12" rx="3" fill="#1f5d45" />
      <rect x="152" y="88" width="44" height="52" rx="4" fill="#ffc408" />
      <path d="M210 94h36M210 108h36M210 122h28M156 160h88M156 176h88M156 192h52" className={classes.lines} />
    </svg>
  );
}

/** A block on its way to its place. */
export function BuildPicture() {
  return (
    <svg viewBox="0 0 400 260" className={classes.sun} aria-hidden="true">
      <rect x="100" y="36" width="180" height="240" rx="8" fill="var(--paper-white)" />
      <rect x="120" y="56" width="80" height="14" rx="4" fill="#1f5d45" />
      <rect x="120" y="84" width="140" height="66" rx="5" fill="#bfe6f5" />
      <circle cx="236" cy="104" r="10" fill="#ffc408" />
      <path d="M120 150l40-34 30 22 26-16 44 28z" fill="#1f5d45" opacity=".75" />
      <path d="M124 172h132" stroke="#0a729b" strokeWidth="4" strokeLinecap="round" />
      <circle cx="124" cy="172" r="5" fill="#fff" stroke="#0a729b" strokeWidth="3" />
      <circle cx="256" cy="172" r="5" fill="#fff" stroke="#0a729b" strokeWidth="3" />
      <path d="M124 196h128M124 212h110M124 228h120" className={classes.lines} />
      <g transform="rotate(-3 290 178)">
        <rect
          x="240"
          y="140"
          width="104"
          height="76"
          rx="12"
          fill="var(--paper-white)"
          className={classes.lifted}
        />
        <rect
          x="278"
          y="154"
          width="28"
          height="26"
          rx="5"
          fill="none"
          stroke="#46546d"
          strokeWidth="2.500"
        />
        <path
          d="M278 163h28M286 150v8M298 150v8"
          stroke="#46546d"
          strokeWidth="2.500"
          strokeLinecap="round"
        />
        <path d="M272 198h40" stroke="#16243d" strokeWidth="6" strokeLinecap="round" />
      </g>
    </svg>
  );
}

/** One link, on its way to every phone. */
export function SharePicture() {
  return (
    <svg viewBox="0 0 400 260" className={classes.paper} aria-hidden="true">
      <path
        d="M150 130C205 70 235 70 286 92M150 138c60 20 90 34 136 30"
        fill="none"
        stroke="#7d889c"
        strokeWidth="2.500"
        strokeDasharray="2 8"
        strokeLinecap="round"
      />
      <rect
        x="56"
        y="98"
        width="132"
        height="66"
        rx="14"
        fill="var(--paper-white)"
        className={classes.lifted}
      />
      <circle cx="88" cy="131" r="16" fill="#34c3ee" />
      <path
        d="M82 134l12-6M82 131a5 5 0 0 1 0-6l3-3a5 5 0 0 1 7 0M94 131a5 5 0 0 1 0 6l-3 3a5 5 0 0 1-7 0"
        fill="none"
        stroke="#16243d"
        strokeWidth="2.500"
        strokeLinecap="round"
      />
      <path d="M116 124h52M116 138h36" className={classes.lines} />
      <g className={classes.lifted}>
        <rect x="284" y="42" width="62" height="100" rx="12" fill="#16243d" />
        <rect x="289" y="48" width="52" height="88" rx="8" fill="#fff" />
      </g>
      <rect x="296" y="58" width="38" height="26" rx="3" fill="#ffc408" />
      <path d="M298 96h34M298 106h34M298 116h20" className={classes.lines} />
      <rect x="284" y="156" width="62" height="76" rx="12" fill="#16243d" />
      <rect x="289" y="162" width="52" height="64" rx="8" fill="#fff" />
      <rect x="296" y="172" width="38" height="16" rx="3" fill="#1f5d45" />
      <path d="M298 200h34M298 210h24" className={classes.lines} />
    </svg>
  );
}
