import { TextInput } from '@mantine/core';
import { isOwnFile } from '#newsletter/values/url.ts';

/** The URL of an external file. Empty for an uploaded file, whose path means nothing to people. */
export function AddressField({
  url,
  problem,
  description,
  onChange,
}: {
  url: string;
  problem: (path: string) => string | undefined;
  description?: string | undefined;
  onChange: (url: string) => void;
}) {
  return (
    <TextInput
      label="Or its address"
      type="url"
      inputMode="url"
      placeholder="https://"
      description={description}
      data-path="url"
      value={isOwnFile(url) ? '' : url}
      error={problem('url')}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
