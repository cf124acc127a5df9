import { Anchor, List, Stack, Text } from '@mantine/core';
import { type DescribedTheme, setModuleTheme } from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { useChange } from '../../../base/calls/use-endpoint.ts';
import { NameForm } from '../../../ui/form/NameForm.tsx';
import { formatDate } from '../../../ui/text/format.ts';

/** Gives a module a theme, with those that it had before. */
export function ThemeForm({
  id,
  described,
  onClose,
}: {
  id: number;
  described: DescribedTheme;
  onClose(): void;
}) {
  // The module is named in lists, suggestions and titles.
  const change = useChange(setModuleTheme, { refreshes: 'everything', isHandled: true });
  const save = (theme: string | null) =>
    change.mutate({ params: { id }, body: { theme } }, { onSuccess: onClose });
  const { theme, set, changes } = described;
  return (
    <Stack gap="md">
      <NameForm
        start={theme ?? ''}
        hint="What the module is about, in a few words, for everybody."
        label="Save"
        failure={change.error}
        isBusy={change.isPending}
        onSave={save}
        onClose={onClose}
      />
      {changes.length > 0 && (
        <>
          <Text size="sm" fw={500}>
            Earlier themes
          </Text>
          <List size="sm">
            {changes.map((one) => (
              <List.Item key={one.at}>
                {one.theme ?? 'That of the gene set'}, {one.by ?? 'a former member'}, {formatDate(one.at)}
              </List.Item>
            ))}
          </List>
          <Anchor component="button" type="button" size="sm" onClick={() => save(null)}>
            Use the theme of the gene set{set === null ? '' : `, ${set.theme}`}
          </Anchor>
        </>
      )}
    </Stack>
  );
}
