import { Badge, Button, Checkbox, Group, Stack, Table, Text, TextInput } from '@mantine/core';
import { getRolePermissions, updateRolePermissions } from '@omicon/contract/areas/people/users.ts';
import { PERMISSION_CODES, PERMISSIONS, type Role } from '@omicon/domain/permissions/permissions.ts';
import { useState } from 'react';
import { useChange, useEndpoint } from '../../base/calls/use-endpoint.ts';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';

interface RoleColumnProps {
  role: Role;
  held: ReadonlySet<string>;
  defaults: ReadonlySet<string>;
}

/** Badge, with text, for a difference from a fresh installation. */
function Difference({ code, held, defaults }: RoleColumnProps & { code: string }) {
  if (held.has(code) === defaults.has(code)) return null;
  return (
    <Badge size="xs" variant="light" color="orange">
      {held.has(code) ? 'added' : 'removed'}
    </Badge>
  );
}

function RoleTable({
  role,
  held,
  defaults,
  search,
  onToggle,
}: RoleColumnProps & { search: string; onToggle(code: string): void }) {
  const wanted = search.trim().toLowerCase();
  const shown = PERMISSION_CODES.filter((code) =>
    `${code} ${PERMISSIONS[code].meaning}`.toLowerCase().includes(wanted),
  );
  if (shown.length === 0) return <Text>No records found</Text>;
  return (
    <Table.ScrollContainer minWidth={300}>
      <Table verticalSpacing={4} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={60}>{role}</Table.Th>
            <Table.Th>Permission</Table.Th>
            <Table.Th visibleFrom="sm">Meaning</Table.Th>
            <Table.Th w={90}>Difference</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((code) => (
            <Table.Tr key={code}>
              <Table.Td>
                <Checkbox
                  aria-label={`${role}: ${code}`}
                  checked={held.has(code)}
                  onChange={() => onToggle(code)}
                />
              </Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <span className="identifier">{code}</span>
                <Text size="xs" c="dimmed" hiddenFrom="sm">
                  {PERMISSIONS[code].meaning}
                </Text>
              </Table.Td>
              <Table.Td visibleFrom="sm">{PERMISSIONS[code].meaning}</Table.Td>
              <Table.Td>
                <Difference code={code} role={role} held={held} defaults={defaults} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function toggled(held: ReadonlySet<string>, code: string): ReadonlySet<string> {
  const next = new Set(held);
  if (!next.delete(code)) next.add(code);
  return next;
}

function RoleEditor({
  role,
  stored,
  defaults,
}: {
  role: Role;
  stored: readonly string[];
  defaults: readonly string[];
}) {
  const update = useChange(updateRolePermissions, { refreshes: [getRolePermissions] });
  const [held, setHeld] = useState<ReadonlySet<string>>(new Set(stored));
  const [search, setSearch] = useState('');
  const isChanged = held.symmetricDifference(new Set(stored)).size > 0;
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <TextInput
          aria-label="Search permissions"
          placeholder="Search permissions"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Group gap="sm">
          <Button variant="default" disabled={!isChanged} onClick={() => setHeld(new Set(stored))}>
            Undo changes
          </Button>
          <Button variant="default" onClick={() => setHeld(new Set(defaults))}>
            Defaults
          </Button>
          <Button
            disabled={!isChanged}
            loading={update.isPending}
            onClick={() =>
              update.mutate(
                { params: { role }, body: { permissions: [...held] } },
                {
                  onSuccess: () =>
                    showToast({
                      type: 'success',
                      title: 'Saved',
                      message: `The permissions of ${role} are changed.`,
                    }),
                },
              )
            }
          >
            Save
          </Button>
        </Group>
      </Group>
      <RoleTable
        role={role}
        held={held}
        defaults={new Set(defaults)}
        search={search}
        onToggle={(code) => setHeld(toggled(held, code))}
      />
    </Stack>
  );
}

/** The permissions of one role, with search, and marks for differences from a fresh installation. */
export function PermissionMatrix({ role }: { role: Role }) {
  const permissions = useEndpoint(getRolePermissions, { params: { role } });
  if (!permissions.isSuccess) return <NotLoaded reply={permissions} what="the permissions" />;
  const { permissions: stored, defaults } = permissions.data;
  return <RoleEditor key={`${role} ${stored.join(' ')}`} role={role} stored={stored} defaults={defaults} />;
}
