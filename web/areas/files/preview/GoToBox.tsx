import { Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Form } from '../../../ui/form/Form.tsx';
import { SecondaryButton } from '../../../ui/form/SecondaryButton.tsx';
import { readPageNumber } from './page-number.ts';

interface GoToBoxProps {
  label: string;
  /** the largest valid number */
  last: number;
  /** error for invalid input */
  fault: string;
  onGo(number: number): void;
}

/** Input for the number of a page or row, from 1. */
export function GoToBox({ label, last, fault, onGo }: GoToBoxProps) {
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);

  function submit(): void {
    const wanted = readPageNumber(typed, last);
    setWrong(wanted === null);
    if (wanted === null) return;
    setTyped('');
    onGo(wanted);
  }

  return (
    <Form onSubmit={submit} noValidate>
      <Group gap={4} align="flex-start">
        <TextInput
          size="xs"
          w={isWrong ? 220 : 110}
          aria-label={label}
          placeholder={label}
          inputMode="numeric"
          value={typed}
          error={isWrong ? fault : null}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setWrong(false);
          }}
        />
        <SecondaryButton type="submit">GO</SecondaryButton>
      </Group>
    </Form>
  );
}
