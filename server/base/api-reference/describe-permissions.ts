/** `docs/permissions.md` as text: who holds which code in a fresh installation, and which code each call asks for. */
import { ENDPOINTS } from '@omicon/contract/api.ts';
import type { EndpointSpec } from '@omicon/contract/base/endpoint.ts';
import { type Access, PERMISSION_CODES, PERMISSIONS, ROLES } from '@omicon/domain/permissions/permissions.ts';

function tableOf(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return lines.join('\n');
}

function describeAccess(access: Access): string {
  if (typeof access === 'object') return access.anyOf.map((code) => `\`${code}\``).join(' or ');
  return access === 'anyone' || access === 'signed in' ? access : `\`${access}\``;
}

function addressOf({ path, method }: EndpointSpec): string {
  return `${path} ${method}`;
}

/** The same text for the same code; a test compares it with the file. */
export function describePermissions(): string {
  const codes = PERMISSION_CODES.map((code) => {
    const roles: readonly string[] = PERMISSIONS[code].roles;
    return [
      `\`${code}\``,
      PERMISSIONS[code].meaning,
      ...ROLES.map((role) => (roles.includes(role) ? 'yes' : '')),
    ];
  });
  // By address: the order in which a module lists its exports depends on who loads it.
  const endpoints = [...ENDPOINTS].toSorted(([, a], [, b]) => (addressOf(a) < addressOf(b) ? -1 : 1));
  const calls = endpoints.map(([name, { method, path, permission }]) => [
    `\`${method} ${path}\``,
    name,
    describeAccess(permission),
  ]);
  return `<!-- Written by \`npm run permissions\`; a test compares. Change domain/permissions/permissions.ts or contract/, not this file. -->

# Permissions

## Codes and roles

What each role holds in a fresh installation. An administrator changes it on the Roles and Permissions screen.

${tableOf(['Code', 'Allows to', ...ROLES], codes)}

## Calls

What each call asks for. Which records it then shows is decided record by record: public ones to everybody signed
in, those of the laboratory to holders of \`LAB_RECORDS_VIEW\`, one's own always.

${tableOf(['Call', 'Name', 'Asks for'], calls)}
`;
}
