import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { prerendered, SIGNED_IN } from './scripts/prerender.ts';
import { screenScripts } from './scripts/screen-scripts.ts';
import { workerNotices } from './scripts/worker-notices.ts';
import { firstFonts } from './src/newsletter/render/fonts.ts';

// The rest that these need comes with them. Not what no public page needs at its first paint.
const base =
  /src\/(contract\/(paths|product|rules\/prices)|web\/(app\/(?!main|app-files|focus-after-reload)[a-z-]+|session\/(?!plan-ended)[a-z-]+|words\/product|features\/cookies\/[a-z-]+)|ui\/(dialogs\/(confirm|confirm-host)|feedback\/(toast|toast-host)))\./;
// Icons of the landing area that others show as well: they would have to load all of it for them.
const sharedIcons =
  /icons\/Icon(Accessible|AlertTriangle|ArrowLeft|CalendarPlus|Check|CloudCheck|Cookie|DeviceMobile|History|Link|Mail|Plus|Users|World)\.mjs$/;
// So small that a script of its own would cost a request.
const sharedHook = /hooks\/esm\/use-window-event\//;
const web = (file: string) => new URL(`src/web/${file}`, import.meta.url);
const editor = (file: string) => web(`features/editor/${file}`);

// What every screen needs, in files that stay the same from one release to the next; and the landing area in one file.
const groups = [
  {
    name: 'react',
    test: /node_modules[\\/](react|react-dom|react-router|scheduler|cookie)[\\/]|rolldown\/runtime/,
    priority: 3,
  },
  {
    name: 'base',
    test: (id: string) => [base, sharedIcons, sharedHook].some((each) => each.test(id)),
    priority: 1,
  },
  {
    name: 'landing',
    test: /src\/web\/features\/(landing\/(?!landing-sidebar|how-it-works|pricing-screen)|sign-in\/auth-(mode|panel-gate))/,
  },
  screenScripts('editor', {
    page: new URL('index.html', import.meta.url),
    signedIn: SIGNED_IN.map(web),
    shell: [
      'features/shell/app-shell.tsx',
      'features/school-closure/closing-layout.tsx',
      'features/billing/plans/plan-banner-layout.tsx',
    ].map(web),
    screen: editor('editor-screen.tsx'),
    // What one types and drags with (see lazy-dialogs.tsx).
    soon: [
      'writing/writing-layer.tsx',
      'fields/block-panel.tsx',
      'drag/drop-tracker.ts',
      'drag/keyboard-drag.ts',
      'canvas/toast-place.ts',
    ].map(editor),
    light: web('app/public-screens.tsx'),
    signIn: [
      'api/queries.tsx',
      ...['auth-panel', 'change-password-screen', 'confirm-email-screen', 'confirm-school-email-screen'].map(
        (screen) => `features/sign-in/${screen}.tsx`,
      ),
    ].map(web),
    // For photos of iPhones.
    apart: /[\\/]libheif-js[\\/]/,
  }),
];

/** The scripts whose imports are screens: what these need is asked for at once. */
const screenLists = /assets\/(signed-in|base|landing)-/;
/**
 * Scripts that are loaded later, in an idle moment, ask for their own imports: the names of all of them would weigh
 * several kB in what the editor loads first. Style sheets are known by these lists alone.
 */
const withoutLaterScripts = (_: string, files: string[], { hostId }: { hostId: string }) =>
  screenLists.test(hostId) ? files : files.filter((file) => file.endsWith('.css'));

// Their names change with their content.
function preloadedFonts(): Plugin {
  const sheet = new URL('public/fonts/fonts.css', import.meta.url);
  return {
    name: 'preloaded-fonts',
    transformIndexHtml: () =>
      firstFonts(readFileSync(sheet, 'utf8')).map((href) => ({
        tag: 'link',
        attrs: { rel: 'preload', href, as: 'font', type: 'font/woff2', crossorigin: '' },
      })),
  };
}

// A page from the build has no use for it (and drops this); any other needs it first of all.
function preloadedApp(): Plugin {
  return {
    name: 'preloaded-app',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) =>
        Object.values(bundle ?? {})
          .filter((file) => file.type === 'chunk' && file.name === 'signed-in')
          .map(({ fileName }) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: '', href: `/${fileName}` },
          })),
    },
  };
}

/**
 * Code that libraries bring along and nothing here needs, so the bundler cannot know: what writes Zod's schemas as JSON
 * Schema (a fifth of what Zod weighs), what follows values that contain themselves through them (JSON never does), what the
 * router does for its own server and for those who time it, groups of buttons.
 */
const UNCALLED =
  /zod\/v4\/core\/(json-schema-processors|memoizer|to-json-schema)\.js$|react-router\/dist\/production\/lib\/(router\/instrumentation|dom\/ssr\/links)\.js$|@mantine\/core\/esm\/components\/\w+\/(Button|ActionIcon)Group(Section)?\/\w+\.mjs$/;

/** Its exports do nothing. */
function withoutUncalled(): Plugin {
  return {
    name: 'without-uncalled',
    apply: 'build',
    transform: {
      filter: { id: UNCALLED },
      handler: (code) => {
        const names = [...code.matchAll(/^export (?:function |const |\{ )([\w, ]+)/gm)]
          .flatMap(([, given = '']) => given.split(','))
          .map((name) => `nothing as ${name.trim().replace(/.* as /, '')}`);
        return `const nothing = () => undefined;\nexport { ${names.join(', ')} };`;
      },
    },
  };
}

/** Zod's own words for what is wrong. Every field that a person fills in has words of the contract's. */
function withoutDefaultWords(): Plugin {
  return {
    name: 'without-default-words',
    apply: 'build',
    transform: {
      filter: { id: /zod\/v4\/locales\/en\.js$/ },
      handler: () => "export default () => ({ localeError: () => 'Invalid input' });",
    },
  };
}

// Only the server asks for a call's summary, scope and access, its largest body, and when it is refused.
function withoutServersPart(): Plugin {
  return {
    name: 'without-servers-part',
    apply: 'build',
    transform: {
      filter: { id: /src[\\/]contract[\\/].*\.ts$/ },
      handler: (code) =>
        code
          .replace(/^\s*(?:summary|token|access): "(?:[^"\\]|\\.)*",$/gm, '')
          .replace(
            /^\s*(?:needsPlan|needsOpenSchool|whenDiskFull|whileSuspended|ofPart|wrapperOptional): true,?$/gm,
            '',
          )
          .replace(/^\s*bodyLimit: [\w* .]+,$/gm, ''),
    },
  };
}

/** Palettes of Mantine's that nothing is painted with: a quarter of the first style sheet, and in the script that has them too. */
const UNUSED_COLOURS = 'pink|grape|violet|indigo|cyan|green|lime|yellow|orange';

function withoutUnusedColours(): Plugin {
  const variables = new RegExp(`--mantine-color-(?:${UNUSED_COLOURS})-[\\w-]+:[^;}]*;?`, 'g');
  const palettes = new RegExp(`\\b(?:${UNUSED_COLOURS}):\\s*\\[[^\\]]*\\],?`, 'g');
  return {
    name: 'without-unused-colours',
    enforce: 'pre',
    transform: {
      filter: {
        id: /@mantine\/core\/(?:styles\/default-css-variables\.layer\.css|esm\/.*\/default-colors\.mjs)$/,
      },
      handler: (code) => code.replace(variables, '').replace(palettes, ''),
    },
  };
}

/**
 * The decoder of iPhones' photos asks for three modules of Node, where it runs on that. Vite would leave them out as well, and warn of
 * each; any other that the browser lacks is still warned of.
 */
function withoutNodeInDecoder(): Plugin {
  const nothing = '\0nothing-of-node';
  return {
    name: 'without-node-in-decoder',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^(?:fs|path|crypto)$/ },
      handler: (_, importer) =>
        importer !== undefined && /[\\/]libheif-js[\\/]/.test(importer) ? nothing : null,
    },
    load: { filter: { id: /^\0nothing-of-node$/ }, handler: () => 'export default {};' },
  };
}

/** Its own name with its file's: the usual one adds its line, which tells nothing and compresses badly. */
function className(name: string, file: string): string {
  const path = relative(import.meta.dirname, file);
  return `${name}_${createHash('sha256').update(path).digest('base64url').slice(0, 5)}`;
}

/** The licences of what browsers are sent. */
const NOTICES = 'third-party-notices.txt';
const notices = workerNotices(NOTICES);

/** The browser's part: `index.html` and what it leads to, built to `dist/`. */
export default defineConfig(({ isSsrBuild }) => ({
  css: { modules: { generateScopedName: className } },
  plugins: [
    react(),
    withoutUncalled(),
    withoutDefaultWords(),
    withoutServersPart(),
    withoutUnusedColours(),
    preloadedFonts(),
    preloadedApp(),
    prerendered(),
    ...(isSsrBuild ? [] : [notices.ofPages]),
  ],
  build: {
    outDir: 'dist',
    sourcemap: false,
    // The word lists of the password estimator, in kB: it loads them when the first password is chosen. The size of what
    // a page needs at first is held by the benchmarks.
    chunkSizeWarningLimit: 1300,
    // Keeps the renderer's WebAssembly a file of its own: the worker streams it, and the policy forbids data: there.
    assetsInlineLimit: (file) => (file.endsWith('.wasm') ? false : undefined),
    // The polyfill is an inline script, which the content security policy forbids.
    modulePreload: { polyfill: false, resolveDependencies: withoutLaterScripts },
    // The browser's alone: at the build, the public screens are rendered as they come.
    ...(!isSsrBuild && {
      license: { fileName: NOTICES },
      rolldownOptions: { output: { codeSplitting: { groups } } },
    }),
  },
  worker: { format: 'es', plugins: () => [withoutNodeInDecoder(), notices.ofWorkers] },
}));
