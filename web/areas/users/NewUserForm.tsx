import { Text } from '@mantine/core';
import { createWhitelistUser, listUsers } from '@omicon/contract/areas/people/users.ts';
import { ROLE_NAMES } from '@omicon/domain/permissions/permissions.ts';
import { z } from 'zod';
import { useChange } from '../../base/calls/use-endpoint.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { Field } from '../../ui/form/Field.tsx';
import { useFields } from '../../ui/form/FieldsForm.tsx';
import { FieldsModal } from '../../ui/form/FieldsModal.tsx';
import { Select } from '../../ui/form/options/Select.tsx';

const fields = createWhitelistUser.body.shape;
const shape = z.object({
  userName: fields.userName,
  email: z.string().min(1, 'Enter email address').pipe(fields.email),
});

/** What a person on the whitelist does next. */
const NEXT =
  'The next step is theirs: Lab Member Login on the first page, with the institution’s account of this email.';

/** The new-user modal; people on the whitelist always get the role of a laboratory member. */
export function NewUserForm({ onClose }: { onClose(): void }) {
  const create = useChange(createWhitelistUser, { refreshes: [listUsers] });
  const form = useFields(shape, { userName: '', email: '' });

  function add(body: z.output<typeof shape>): void {
    create.mutate(
      { body },
      {
        onSuccess: () => {
          showToast({
            type: 'success',
            title: 'Added',
            message: `${body.userName} is on the whitelist. ${NEXT}`,
          });
          onClose();
        },
      },
    );
  }

  return (
    <FieldsModal label="Add" form={form} isBusy={create.isPending} onSubmit={add} onClose={onClose}>
      <Field name="userName" label="Name" data-autofocus />
      <Field name="email" label="Email" type="email" />
      <Select
        label="Role"
        description="Other roles are given after the first sign-in"
        data={[{ value: 'LAB', label: ROLE_NAMES.LAB }]}
        value="LAB"
        allowDeselect={false}
      />
      <Text size="sm" c="dimmed">
        {NEXT}
      </Text>
    </FieldsModal>
  );
}
