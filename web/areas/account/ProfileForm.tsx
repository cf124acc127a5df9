import { Button, Group, Stack } from '@mantine/core';
import { updateMe } from '@omicon/contract/areas/people/account.ts';
import { getSession } from '@omicon/contract/areas/people/sign-in.ts';
import { z } from 'zod';
import { useChange } from '../../base/calls/use-endpoint.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { FieldsForm, useFields } from '../../ui/form/FieldsForm.tsx';
import { AffiliationFields, NameFields, personShape } from '../../ui/form/PersonFields.tsx';

const shape = z.object(personShape);

interface ProfileFormProps {
  profile: {
    first_name: string | null;
    last_name: string | null;
    institution: string | null;
    orcid_id: string | null;
    is_orcid_connected: boolean;
  };
}

export function ProfileForm({ profile }: ProfileFormProps) {
  const update = useChange(updateMe, { refreshes: [getSession] });
  const form = useFields(shape, {
    first_name: profile.first_name ?? '',
    last_name: profile.last_name ?? '',
    institution: profile.institution ?? '',
    orcid_id: profile.orcid_id ?? '',
  });

  function save({ institution, orcid_id, ...names }: z.output<typeof shape>): void {
    const body = { ...names, institution: institution || null, orcid_id: orcid_id || null };
    update.mutate(
      { body },
      {
        onSuccess: () =>
          showToast({ type: 'success', title: 'Saved', message: 'Your profile is up to date.' }),
      },
    );
  }

  return (
    <FieldsForm form={form} failure={update.error} onSubmit={save}>
      <Stack gap="md" maw={560}>
        <NameFields />
        <AffiliationFields isOrcidProven={profile.is_orcid_connected} />
        <Group>
          <Button type="submit" disabled={!form.formState.isValid} loading={update.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </FieldsForm>
  );
}
