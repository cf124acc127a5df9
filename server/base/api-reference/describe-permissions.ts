/** Generates `docs/permissions.md`: default permissions of each role, and the permission each call requires. */
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

/** Deterministic; a test compares the result with the file. */
export function describePermissions(): string {
  const codes = PERMISSION_CODES.map((code) => {
    const roles: readonly string[] = PERMISSIONS[code].roles;
    return [
      `\`${code}\``,
      PERMISSIONS[code].meaning,
      ...ROLES.map((role) => (roles.includes(role) ? 'yes' : '')),
    ];
  });
  // Sorted by address, because the order of module exports depends on the loader.
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
