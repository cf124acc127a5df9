import { Button, Group, NumberInput, Stack, Switch, Textarea } from '@mantine/core';
import {
  getPreferences,
  type Preferences,
  updatePreferences,
} from '@omicon/contract/areas/people/preferences.ts';
import { useState } from 'react';
import { useChange } from '../../base/calls/use-endpoint.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { Form } from '../../ui/form/Form.tsx';
import { UnsavedGuard } from '../../ui/form/UnsavedGuard.tsx';
import { countOf } from '../../ui/text/format.ts';

const KIBIBYTE = 1024;
const MAX_KIB = 100 * KIBIBYTE;
const KEYS = updatePreferences.body.keyof().options;

export function PreferenceForm({ stored }: { stored: Preferences }) {
  const update = useChange(updatePreferences, { refreshes: [getPreferences] });
  const [form, setForm] = useState(stored);
  const changes = KEYS.filter((key) => form[key] !== stored[key]).length;
  const isValid = form.welcome_text.trim() !== '' && form.preview_limit_bytes >= KIBIBYTE;

  function save(): void {
    if (!isValid) return;
    update.mutate(
      { body: form },
      {
        onSuccess: (saved) => {
          setForm(saved);
          showToast({ type: 'success', title: 'Saved', message: 'The preferences are changed.' });
        },
      },
    );
  }

  return (
    <Form onSubmit={save}>
      <UnsavedGuard unsaved={changes === 0 ? null : countOf(changes, 'change')} />
      <Stack gap="md" maw={560}>
        <Textarea
          label="Welcome text"
          description="Shown on the landing page"
          autosize
          minRows={3}
          maxLength={5000}
          value={form.welcome_text}
          error={form.welcome_text.trim() === '' && 'Enter welcome text'}
          onChange={(event) => setForm({ ...form, welcome_text: event.currentTarget.value })}
        />
        <Textarea
          label="Contact"
          description="Shown under About: how to reach the laboratory"
          autosize
          minRows={2}
          maxLength={500}
          value={form.contact}
          onChange={(event) => setForm({ ...form, contact: event.currentTarget.value })}
        />
        <Switch
          label="Guests may enter"
          checked={form.guests}
          onChange={(event) => setForm({ ...form, guests: event.currentTarget.checked })}
        />
        <Switch
          label="People may sign up"
          checked={form.sign_up}
          onChange={(event) => setForm({ ...form, sign_up: event.currentTarget.checked })}
        />
        <NumberInput
          label="Largest file that is previewed whole, in KB"
          min={1}
          max={MAX_KIB}
          allowDecimal={false}
          value={form.preview_limit_bytes / KIBIBYTE}
          onChange={(value) =>
            setForm({ ...form, preview_limit_bytes: Math.round(Number(value) * KIBIBYTE) })
          }
        />
        <Group>
          <Button type="submit" disabled={!isValid} loading={update.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
