import { zodResolver } from '@hookform/resolvers/zod';
import { Select, Stack, TextInput } from '@mantine/core';
import { createWhitelistUser, listUsers } from '@omicon/contract/users.ts';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { useChange } from '../../base/calls/use-endpoint.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { ModalFrame } from '../../ui/form/ModalFrame.tsx';

const fields = createWhitelistUser.body.shape;
const shape = z.object({
  userName: fields.userName,
  email: z.string().min(1, 'Enter email address').pipe(fields.email),
});

/** The new-user modal: people of the whitelist become members of the laboratory, nothing else. */
export function NewUserForm({ onClose }: { onClose(): void }) {
  const create = useChange(createWhitelistUser, { refreshes: [listUsers] });
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(shape),
    mode: 'onTouched',
    defaultValues: { userName: '', email: '' },
  });
  const { errors } = formState;
  const submit = handleSubmit((body) =>
    create.mutate(
      { body },
      {
        onSuccess: () => {
          showToast({ type: 'success', title: 'Added', message: `${body.userName} is on the whitelist.` });
          onClose();
        },
      },
    ),
  );
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <ModalFrame
        buttons={[
          { kind: 'close', label: 'Cancel', onClick: onClose },
          {
            kind: 'submit',
            label: 'Add',
            isBusy: create.isPending,
            isDisabled: !formState.isValid,
          },
        ]}
      >
        <Stack gap="md">
          <TextInput label="Name" data-autofocus error={errors.userName?.message} {...register('userName')} />
          <TextInput label="Email" type="email" error={errors.email?.message} {...register('email')} />
          <Select
            label="Role"
            description="Other roles are given after the first sign-in"
            data={['LAB']}
            value="LAB"
            allowDeselect={false}
          />
        </Stack>
      </ModalFrame>
    </form>
  );
}
