import { isOwnFile } from '#newsletter/values/url.ts';
import { LinkInput } from './link-input.tsx';

/** The URL of an external file. Empty for an uploaded file, whose path means nothing to people. */
export function AddressField({
  label,
  url,
  problem,
  description,
  needed,
  onChange,
}: {
  label: string;
  /** The name of the missing thing, if there is no address: it can be provided in other ways. */
  needed: string;
  url: string;
  problem: (path: string) => string | undefined;
  description?: string | undefined;
  onChange: (url: string) => void;
}) {
  return (
    <LinkInput
      label={label}
      description={description}
      data-path="url"
      data-needed={needed}
      value={isOwnFile(url) ? '' : url}
      error={problem('url')}
      onChange={onChange}
    />
  );
}
