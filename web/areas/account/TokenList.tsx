import { Alert, Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import {
  type ApiToken,
  createToken,
  deleteToken,
  listTokens,
} from '@omicon/contract/areas/people/account.ts';
import { useState } from 'react';
import { useChange, useEndpoint } from '../../base/calls/use-endpoint.ts';
import { confirmDelete } from '../../ui/feedback/confirm-delete.tsx';
import { Form } from '../../ui/form/Form.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { rowsOf } from '../../ui/grid/failure-of.ts';
import { CopyText } from '../../ui/text/CopyText.tsx';

const COLUMNS: readonly Column<ApiToken>[] = [
  { key: 'name', title: 'Name', width: 240 },
  { key: 'created_at', title: 'Made', kind: 'date', width: 130 },
  { key: 'expires_at', title: 'Expires', kind: 'date', width: 130 },
  { key: 'last_used_at', title: 'Last used', kind: 'date', width: 130 },
];

const USUAL_DAYS = 90;

function NewToken() {
  const create = useChange(createToken, { refreshes: [listTokens] });
  const [name, setName] = useState('');
  const [days, setDays] = useState<number | string>(USUAL_DAYS);
  const isValid = name.trim() !== '' && typeof days === 'number' && days >= 1 && days <= 366;

  function submit(): void {
    if (!isValid) return;
    const body = { name: name.trim(), days: Number(days) };
    create.mutate({ body }, { onSuccess: () => setName('') });
  }

  return (
    <Stack gap="sm">
      <Form onSubmit={submit}>
        <Group align="end" gap="sm">
          <TextInput
            label="Name of the token"
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <NumberInput
            label="Days until it ends"
            min={1}
            max={366}
            allowDecimal={false}
            w={150}
            value={days}
            onChange={setDays}
          />
          <Button type="submit" disabled={!isValid} loading={create.isPending}>
            Make a token
          </Button>
        </Group>
      </Form>
      {create.data && (
        <Alert color="teal" variant="light" title={`Token “${create.data.name}”`} role="status">
          <Text size="sm">It is shown only once. Store it where only your scripts can read it.</Text>
          <Group gap="xs" mt="xs">
            <CopyText
              text={create.data.token}
              label="Copy the token"
              confirmation="The token is in the clipboard."
            />
          </Group>
        </Alert>
      )}
    </Stack>
  );
}

/** The person's tokens for scripts: create, list, revoke. */
export function TokenList() {
  const list = useEndpoint(listTokens, {});
  const revoke = useChange(deleteToken, { refreshes: [listTokens] });
  return (
    <Stack gap="md">
      <NewToken />
      <DataGrid
        name="tokens"
        caption="Tokens for scripts"
        columns={COLUMNS}
        {...rowsOf(list)}
        rowKey={(row) => String(row.id)}
        actions={(row) => [
          {
            label: 'Revoke',
            isDestructive: true,
            run: () =>
              confirmDelete({
                kind: 'token',
                name: row.name,
                verb: 'Revoke',
                consequence: 'Scripts that use it are refused at once. It cannot be brought back.',
                run: () => revoke.mutate({ params: { id: row.id } }),
              }),
          },
        ]}
        emptyHint="With a token, a script can do what you can do, until the token expires or is revoked."
      />
    </Stack>
  );
}
