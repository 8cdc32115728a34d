import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';

const ENTRY = 'src/web/app/prerender.tsx';
const BUILD_FOLDER = join('node_modules', '.cache', 'prerender');
/** A folder in dist. Names with a leading dot are not served: the server fills these pages in first. */
const PAGES = '.pages';
const FONTS = join('public', 'fonts', 'fonts.css');
const ROOT = '<div id="root"></div>';

/** The modules that every screen for signed-in people loads first, below src/web. */
export const SIGNED_IN = [
  'app/app-files.tsx',
  'api/queries.tsx',
  'features/shell/app-guard.tsx',
  'features/billing/plans/plan-gate.tsx',
] as const;
/** The modules that the largest screen loads first. */
const EDITOR = [...SIGNED_IN, 'features/editor/editor-screen.tsx'];

/** The exports of `src/web/app/prerender.tsx`. */
interface Renderer {
  renderPages(): Promise<
    readonly {
      readonly name: string;
      readonly html: string;
      readonly modules: readonly string[];
      readonly start: string;
    }[]
  >;
}
interface Files {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** A Vite plugin that renders the public screens as complete pages, which can be read before any script has loaded. */
export function prerendered(): Plugin {
  let config: ResolvedConfig | undefined;
  return {
    name: 'prerendered',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    async writeBundle(_, bundle) {
      if (config === undefined || config.build.ssr) return;
      const { renderPages } = await renderer(config);
      const dist = join(config.root, config.build.outDir);
      const target = join(dist, PAGES);
      const template = readFileSync(join(dist, 'index.html'), 'utf8');
      mkdirSync(target, { recursive: true });
      for (const file of Object.values(filesOf(bundle, EDITOR)).flat()) compress(join(dist, file));
      for (const { name, html, modules, start } of await renderPages()) {
        const files = { ...filesOf(bundle, modules), start };
        for (const script of files.scripts) compress(join(dist, script));
        const page = withFiles(template, files, bundle).replace(ROOT, () => `<div id="root">${html}</div>`);
        checkAddresses(page, bundle);
        writeFileSync(join(target, `${name}.html`), page);
      }
    },
  };
}

async function renderer({ root, configFile }: ResolvedConfig): Promise<Renderer> {
  const outDir = join(root, BUILD_FOLDER);
  rmSync(outDir, { recursive: true, force: true });
  await build({
    root,
    ...(configFile !== undefined && { configFile }),
    logLevel: 'warn',
    build: { ssr: ENTRY, outDir, copyPublicDir: false },
    // Bundled: otherwise Node would load thousands of icons to render ten.
    ssr: { noExternal: true },
  });
  // With a query, so that a second build in the same process does not get the cached module.
  return import(`${pathToFileURL(join(outDir, 'prerender.js')).href}?${Date.now()}`);
}

/** The built files of modules in src/web, with their dependencies. */
function filesOf(bundle: Rolldown.OutputBundle, modules: readonly string[]): Files {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const found = new Set<string>();
  const styles = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk | Rolldown.OutputAsset | undefined) => {
    if (chunk?.type !== 'chunk' || found.has(chunk.fileName)) return;
    found.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
    for (const name of chunk.imports) add(bundle[name]);
  };
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src/web/${module}`)));
    if (chunk === undefined) throw new Error(`The build has no file with ${module}`);
    add(chunk);
  }
  return { scripts: [...found], styles: [...styles] };
}

/**
 * The page with inline styles, so that it can be painted at once, and with the names of its scripts for later (see
 * `src/server/platform/http/inline-scripts.ts`).
 */
function withFiles(
  page: string,
  { scripts, styles, start }: Files & { readonly start: string },
  bundle: Rolldown.OutputBundle,
): string {
  const linked = [...page.matchAll(LINKED_STYLE)].map(([, name = '']) => name);
  const sheets = [...new Set([...linked, ...styles])].map((name) => sourceOf(bundle[name]));
  const css = [readFileSync(FONTS, 'utf8').replace(/\s+/g, ' '), ...sheets].join('\n');
  const entry = ENTRY_SCRIPT.exec(page)?.[1];
  if (entry === undefined) throw new Error('index.html has no entry');
  const files = [entry, ...scripts].map((name) => `/${name}`);
  const bare = page.replace(LINKED_STYLE, '').replace(LINKED_FONTS, '').replace(PRELOAD, '');
  return bare
    .replace(ENTRY_SCRIPT, () => `<!--start ${start} ${[...new Set(files)].join(' ')}-->`)
    .replace('</head>', () => `<style>${css}</style>\n</head>`);
}

const LINKED_STYLE = /<link rel="stylesheet"[^>]* href="\/(assets\/[^"]+)">\s*/g;
const LINKED_FONTS = /<link rel="stylesheet" href="\/fonts\/fonts.css" \/>\s*/;
const PRELOAD = /<link rel="modulepreload"[^>]*>\s*/g;
const ENTRY_SCRIPT = /<script type="module"[^>]* src="\/(assets\/[^"]+)"><\/script>/;

function sourceOf(file: Rolldown.OutputBundle[string] | undefined): string {
  if (file?.type !== 'asset') throw new Error('A style is missing from the build');
  return String(file.source).trim();
}

/** Writes a file's best Brotli compression next to it for the server to send: too slow to do for each request. */
function compress(file: string): void {
  if (existsSync(`${file}.br`)) return;
  writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
}

// The two builds can name equal files differently: of files with the same content, the first build keeps only one name.
function checkAddresses(page: string, bundle: Rolldown.OutputBundle): void {
  for (const [, name = ''] of page.matchAll(/[" ]\/(assets\/[\w-]+(?:\.[\w-]+)*\.\w+)/g)) {
    if (!(name in bundle)) throw new Error(`A page shows ${name}, which the build does not have`);
  }
}
