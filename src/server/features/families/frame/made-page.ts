import { type Asset, packAsset } from '#server/platform/http/compressed/asset.ts';
import { MAX_AGE_SECONDS } from '#server/platform/http/freshness.ts';
import { type FamilyPage, familyPage } from './family-page.ts';
import { FONT_LINK, policyFor } from './headers.ts';
import type { SectionEntry } from './section-entry.ts';
import type { OpenSite } from './site.ts';

/** A file instead of a page, such as a feed. */
export interface FamilyFile {
  /** Its content type. */
  readonly type: string;
  readonly text: string;
}

/** A redirect to the content's address. */
interface FamilyRedirect {
  readonly to: string;
  readonly isForEver?: boolean;
}

/** The content at one of a school's paths. */
export type PageContent = FamilyPage | FamilyFile | FamilyRedirect;

/** The content in the form it is sent. */
export interface MadePage {
  readonly content: Asset | FamilyRedirect;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether other pages may show it in a frame. */
  readonly isFramed: boolean;
}

const REDIRECT_BYTES = 500;

/** Renders and compresses a page for everybody. `bytes`: roughly the memory it takes. */
export async function makePage({
  site,
  content,
  status = 200,
  frames,
  sections,
  url,
}: {
  site: OpenSite;
  content: PageContent;
  status?: number;
  frames: readonly string[];
  sections: readonly SectionEntry[];
  /** The page's absolute address. */
  url: string;
}): Promise<{ readonly value: MadePage; readonly bytes: number }> {
  const isUnlisted = 'isUnlisted' in content && content.isUnlisted === true;
  const headers = {
    'cache-control': `public, max-age=${MAX_AGE_SECONDS}`,
    'content-security-policy': policyFor(frames),
    ...(site.school.searchEngines && !isUnlisted ? {} : { 'x-robots-tag': 'noindex' }),
  };
  const isFramed = frames.length > 0;
  if ('to' in content) return { value: { content, status, headers, isFramed }, bytes: REDIRECT_BYTES };
  const isFile = 'text' in content;
  const text = isFile ? content.text : familyPage(site, sections, content, url);
  const asset = await packAsset(Buffer.from(text), isFile ? content.type : 'text/html; charset=utf-8');
  const bytes = [asset.plain, asset.brotli, asset.gzip].reduce((sum, each) => sum + (each?.length ?? 0), 0);
  const sent = isFile ? headers : { ...headers, link: FONT_LINK };
  const value = { content: asset, status, headers: sent, isFramed };
  return { value, bytes };
}
