/** Forms of bug reports, byte by byte. */

export const METADATA = {
  first_name: 'Rita',
  last_name: 'Levi',
  reporter_email: 'rita@neuro.test',
  omicon_version: '0.1.0',
  browser_version: 'Firefox 144.0',
  os_version: 'Linux',
  timezone: 'Europe/Rome',
  environmental_variables: 'window 1440 x 900',
  bug_description: 'The treemap of GSE4271 is <b>empty</b>.',
  steps_to_produce_bug: 'Open the samples.',
};

export interface Part {
  name: string | null;
  filename?: string;
  type?: string;
  bytes: Buffer | string;
}

export const BOUNDARY = 'omicon-test-boundary';

/** A form byte by byte, also invalid ones. */
export function aForm(parts: readonly Part[], ending = `--${BOUNDARY}--\r\n`) {
  const written = parts.flatMap(({ name, filename, type, bytes }) => [
    Buffer.from(
      [
        `--${BOUNDARY}`,
        `Content-Disposition: form-data${name === null ? '' : `; name="${name}"`}${filename === undefined ? '' : `; filename="${filename}"`}`,
        ...(type === undefined ? [] : [`Content-Type: ${type}`]),
        '',
        '',
      ].join('\r\n'),
    ),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ]);
  return {
    body: Buffer.concat([...written, Buffer.from(ending)]),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  };
}

export function metadataPart(change: Record<string, unknown> = {}): Part {
  return { name: 'metadata', bytes: JSON.stringify({ ...METADATA, ...change }) };
}

export function screenshotPart(bytes: Buffer | string, filename = 'screen.png'): Part {
  return { name: 'screenshots', filename, type: 'image/png', bytes };
}
