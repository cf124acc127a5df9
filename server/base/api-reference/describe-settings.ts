/** Generates `docs/settings.md`: every setting with its meaning, default and allowed values. */
import { z } from 'zod';
import { SETTINGS } from '../../config.ts';

/** One setting as JSON Schema, with the metadata from `settings.ts`. */
const setting = z.object({
  description: z.string(),
  allowed: z.string().optional(),
  without: z.string().optional(),
  default: z.unknown().optional(),
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
});
type Setting = z.output<typeof setting>;

function describeAllowed({ allowed, enum: values, minimum, maximum }: Setting): string {
  if (allowed !== undefined) return allowed;
  if (values) return values.map((value) => `\`${value}\``).join(', ');
  if (minimum === undefined || maximum === undefined) return '';
  return maximum === Number.MAX_SAFE_INTEGER
    ? `a whole number from ${minimum}`
    : `a whole number from ${minimum} to ${maximum}`;
}

function describeDefault(name: string, { without, default: given }: Setting): string {
  if (without !== undefined) return without;
  if (given !== undefined) return `\`${given}\``;
  // Describe the input that operators write, not the output of transforms.
  const value: unknown = z.parse(SETTINGS, {})[name as keyof z.output<typeof SETTINGS>];
  if (typeof value === 'boolean') return value ? '`on`' : '`off`';
  return 'none';
}

/** Name, meaning, default and allowed values of every setting, in the order of `settings.ts`. */
export function listSettings(): { name: string; meaning: string; byDefault: string; allowed: string }[] {
  const { properties = {} } = z.toJSONSchema(SETTINGS, { io: 'input' });
  return Object.entries(properties).map(([name, described]) => {
    const read = setting.parse(described);
    return {
      name,
      meaning: read.description,
      byDefault: describeDefault(name, read),
      allowed: describeAllowed(read),
    };
  });
}

/** Deterministic; a test compares the result with the file. */
export function describeSettings(): string {
  const rows = listSettings().map(
    ({ name, meaning, byDefault, allowed }) => `| \`${name}\` | ${meaning} | ${byDefault} | ${allowed} |`,
  );
  return `<!-- Written by \`npm run settings\`; a test compares. Change server/settings.ts, not this file. -->

# Settings

Settings come from the environment and are read once, at the start. A setting that is empty counts as left out. A wrong
one stops the start with a sentence that names it; secrets are never printed. Commands such as \`npm run backup\` read the
same settings as the portal, so give them the same environment.

| Setting | Meaning | Without it | Allowed |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}
