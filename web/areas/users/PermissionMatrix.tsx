import { Badge, Button, Checkbox, Group, Stack, Table, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { listRolePermissions, updatePermissionsOfRoles } from '@omicon/contract/areas/people/users.ts';
import {
  listKeptPermissions,
  mayHold,
  PERMISSION_CODES,
  PERMISSIONS,
  type PermissionCode,
  ROLE_NAMES,
  ROLES,
  type Role,
} from '@omicon/domain/permissions/permissions.ts';
import { useState } from 'react';
import { useChange, useEndpoint } from '../../base/calls/use-endpoint.ts';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { UnsavedGuard } from '../../ui/form/UnsavedGuard.tsx';
import { countOf } from '../../ui/text/format.ts';
import classes from './permission-matrix.module.css';

/** The permissions of each role. */
type Held = Readonly<Record<Role, ReadonlySet<string>>>;

interface MatrixProps {
  held: Held;
  /** as they are in force */
  stored: Held;
  defaults: Held;
  search: string;
  onToggle(role: Role, code: PermissionCode): void;
}

const KEPT = new Map(ROLES.map((role) => [role, new Set(listKeptPermissions(role))]));

function setsOf(roles: readonly { role: Role; codes: readonly string[] }[]): Held {
  const none: Held = { admin: new Set(), LAB: new Set(), REVIEWER: new Set(), RU: new Set(), GU: new Set() };
  return { ...none, ...Object.fromEntries(roles.map(({ role, codes }) => [role, new Set(codes)])) };
}

function changedRoles(held: Held, stored: Held): Role[] {
  return ROLES.filter((role) => held[role].symmetricDifference(stored[role]).size > 0);
}

function toggled(held: ReadonlySet<string>, code: string): ReadonlySet<string> {
  const next = new Set(held);
  if (!next.delete(code)) next.add(code);
  return next;
}

function countChanges(held: Held, stored: Held): number {
  return ROLES.reduce((sum, role) => sum + held[role].symmetricDifference(stored[role]).size, 0);
}

/** One permission of one role, with badges where it differs from a fresh installation, and where it is not saved. */
function Cell({
  role,
  code,
  held,
  stored,
  defaults,
  onToggle,
}: Omit<MatrixProps, 'search'> & { role: Role; code: PermissionCode }) {
  if (!mayHold(role, code))
    return (
      <Text c="dimmed" title={`${ROLE_NAMES[role]}: never has this permission`}>
        <span aria-hidden>–</span>
        <VisuallyHidden>never</VisuallyHidden>
      </Text>
    );
  const has = held[role].has(code);
  const isKept = KEPT.get(role)?.has(code) === true;
  const isChanged = has !== stored[role].has(code);
  return (
    <Stack gap={2} align="center" className={classes.cell ?? ''} data-changed={isChanged || undefined}>
      <Checkbox
        aria-label={`${ROLE_NAMES[role]}: ${PERMISSIONS[code].meaning}`}
        title={isKept ? 'Administrators always keep this permission' : undefined}
        checked={has}
        disabled={isKept}
        onChange={() => onToggle(role, code)}
      />
      {has !== defaults[role].has(code) && (
        <Badge size="xs" variant="light" color="orange">
          {has ? 'added' : 'removed'}
        </Badge>
      )}
      {isChanged && (
        <Badge size="xs" color="teal">
          not saved
        </Badge>
      )}
    </Stack>
  );
}

function Matrix({ search, ...cells }: MatrixProps) {
  const wanted = search.trim().toLowerCase();
  const shown = PERMISSION_CODES.filter((code) =>
    `${code} ${PERMISSIONS[code].meaning}`.toLowerCase().includes(wanted),
  );
  if (shown.length === 0) return <Text>No records found</Text>;
  return (
    <Table.ScrollContainer minWidth={640} maxHeight="75vh">
      <Table verticalSpacing={4} highlightOnHover stickyHeader aria-label="Permissions of each role">
        <Table.Thead>
          <Table.Tr>
            <Table.Th className={classes.permission}>Permission</Table.Th>
            {ROLES.map((role) => (
              <Table.Th key={role} className={classes.role}>
                {ROLE_NAMES[role]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((code) => (
            <Table.Tr key={code}>
              <Table.Th scope="row" className={classes.permission}>
                <Text size="sm">{PERMISSIONS[code].meaning}</Text>
                <Text size="xs" c="dimmed" className="identifier">
                  {code}
                </Text>
              </Table.Th>
              {ROLES.map((role) => (
                <Table.Td key={role} className={classes.role}>
                  <Cell role={role} code={code} {...cells} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function MatrixEditor({ stored, defaults }: { stored: Held; defaults: Held }) {
  const update = useChange(updatePermissionsOfRoles, { refreshes: [listRolePermissions] });
  const [held, setHeld] = useState(stored);
  const [search, setSearch] = useState('');
  const changed = changedRoles(held, stored);
  const changes = countChanges(held, stored);
  function save() {
    const permissions = Object.fromEntries(changed.map((role) => [role, [...held[role]]]));
    update.mutate(
      { body: { permissions } },
      {
        onSuccess: () =>
          showToast({
            type: 'success',
            title: 'Saved',
            message: `${countOf(changed.length, 'role')} changed: ${changed.map((role) => ROLE_NAMES[role]).join(', ')}.`,
          }),
      },
    );
  }
  return (
    <Stack gap="md">
      <UnsavedGuard unsaved={changes === 0 ? null : countOf(changes, 'change')} />
      <Group justify="space-between">
        <TextInput
          aria-label="Search permissions"
          placeholder="Search permissions"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Group gap="sm">
          <Text size="sm" role="status">
            {changes > 0 && `${countOf(changes, 'change')} not saved`}
          </Text>
          <Button variant="default" disabled={changed.length === 0} onClick={() => setHeld(stored)}>
            Undo changes
          </Button>
          <Button
            variant="default"
            disabled={changedRoles(held, defaults).length === 0}
            onClick={() => setHeld(defaults)}
          >
            Defaults
          </Button>
          <Button disabled={changed.length === 0} loading={update.isPending} onClick={save}>
            Save
          </Button>
        </Group>
      </Group>
      <Matrix
        held={held}
        stored={stored}
        defaults={defaults}
        search={search}
        onToggle={(role, code) => setHeld({ ...held, [role]: toggled(held[role], code) })}
      />
    </Stack>
  );
}

/** Permissions by role, with search, and badges for differences from a fresh installation. */
export function PermissionMatrix() {
  const permissions = useEndpoint(listRolePermissions, {});
  if (!permissions.isSuccess) return <NotLoaded reply={permissions} what="the permissions" />;
  const { roles } = permissions.data;
  return (
    <MatrixEditor
      key={JSON.stringify(roles.map((role) => role.permissions))}
      stored={setsOf(roles.map(({ role, permissions: codes }) => ({ role, codes })))}
      defaults={setsOf(roles.map(({ role, defaults: codes }) => ({ role, codes })))}
    />
  );
}
