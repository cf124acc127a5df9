import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { updateMe } from '@omicon/contract/account.ts';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { showToast } from '../../ui/toasts.ts';
import { useUpdateMe } from './calls.ts';

const fields = updateMe.body.shape;

/** As the call's shape, with empty text where the call has null. */
const shape = z.object({
  first_name: fields.first_name,
  last_name: fields.last_name,
  institution: z.string().max(200, 'Maximum length is 200'),
  orcid_id: z.literal('').or(fields.orcid_id.unwrap()),
});

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
  const update = useUpdateMe();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(shape),
    mode: 'onTouched',
    defaultValues: {
      first_name: profile.first_name ?? '',
      last_name: profile.last_name ?? '',
      institution: profile.institution ?? '',
      orcid_id: profile.orcid_id ?? '',
    },
  });
  const { errors, isValid } = formState;

  function save({ institution, orcid_id, ...names }: z.output<typeof shape>): void {
    const body = { ...names, institution: institution || null, orcid_id: orcid_id || null };
    update.mutate(body, {
      onSuccess: () => showToast({ type: 'success', title: 'Saved', message: 'Your profile is up to date.' }),
    });
  }

  return (
    <form onSubmit={handleSubmit(save)} noValidate>
      <Stack gap="md" maw={560}>
        <TextInput
          label="First name"
          autoComplete="given-name"
          error={errors.first_name?.message}
          {...register('first_name')}
        />
        <TextInput
          label="Last name"
          autoComplete="family-name"
          error={errors.last_name?.message}
          {...register('last_name')}
        />
        <TextInput
          label="Institution"
          autoComplete="organization"
          error={errors.institution?.message}
          {...register('institution')}
        />
        <TextInput
          label="ORCID iD"
          placeholder="0000-0002-1825-0097"
          readOnly={profile.is_orcid_connected}
          description={profile.is_orcid_connected ? 'Proven at ORCID' : undefined}
          error={errors.orcid_id?.message}
          {...register('orcid_id')}
        />
        <Group>
          <Button type="submit" disabled={!isValid} loading={update.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
