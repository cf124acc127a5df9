import { Alert, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { MAX_PASTED, PASTED_VALUES } from '@omicon/contract/areas/statistics/correlates.ts';
import { CORRELATION_MEASURES } from '@omicon/contract/areas/statistics/expression.ts';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { decodeList, encodeList } from '../../base/gene-list.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Waiting } from '../../ui/feedback/Waiting.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { SecondaryButton } from '../../ui/form/SecondaryButton.tsx';
import { countOf } from '../../ui/text/format.ts';
import { CorrelatesResult } from './CorrelatesResult.tsx';
import { MeasureSelect } from './MeasureSelect.tsx';
import { type ProfileValue, readProfile, writeProfile } from './profile-text.ts';
import { RestrictSamples, useSampleRules } from './RestrictSamples.tsx';

const MAX_FAULTS = 20;
const MAX_NAME = 100;

const shape = z.object({
  /** the pasted values, packed */
  profile: z.string().catch(''),
  name: z.string().max(MAX_NAME).catch(''),
  measure: z.enum(CORRELATION_MEASURES).catch('pearson'),
});

/** Lines of the text that cannot be read, the first twenty. */
function Faults({ faults }: { faults: ReturnType<typeof readProfile>['faults'] }) {
  return (
    <Alert
      color="red"
      variant="light"
      title={`${countOf(faults.length, 'line')} cannot be read`}
      role="alert"
    >
      {faults.slice(0, MAX_FAULTS).map(({ line, column, message }) => (
        <Text key={line} size="sm">
          Line {line}, column {column}: {message}
        </Text>
      ))}
      {faults.length > MAX_FAULTS && <Text size="sm">and {faults.length - MAX_FAULTS} more.</Text>}
    </Alert>
  );
}

interface ProfileFormProps {
  name: string;
  text: string;
  onPaste(name: string, values: ProfileValue[]): void;
}

function ProfileForm({ name: given, text: pasted, onPaste }: ProfileFormProps) {
  const [name, setName] = useState(given);
  const [text, setText] = useState(pasted);
  const [isAsked, setAsked] = useState(false);
  const { values, faults, missing } = readProfile(text);
  // Another address fills the form, such as after Back. One that the form has made itself leaves it as it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: typing must not start it
  useEffect(() => {
    if (writeProfile(values).join('\n') === pasted) return;
    setText(pasted);
    setName(given);
  }, [pasted, given]);
  const isTooLong = values.length > MAX_PASTED;
  return (
    <Form
      onSubmit={() => {
        setAsked(true);
        if (faults.length === 0 && values.length > 0 && !isTooLong) onPaste(name.trim(), values);
      }}
    >
      <Stack gap="xs" maw={560} mb="md">
        <TextInput
          size="xs"
          label="Name"
          placeholder={PASTED_VALUES}
          maxLength={MAX_NAME}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Textarea
          size="xs"
          label="Values, two columns"
          description="Sample label and value on each line, as copied from a spreadsheet."
          placeholder={'GSM96950\t1.42\nGSM96951\t0.87'}
          autosize
          minRows={4}
          maxRows={12}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setAsked(false);
          }}
        />
        {isAsked && faults.length > 0 && <Faults faults={faults} />}
        {isTooLong && (
          <Text size="sm" c="red" role="alert">
            At most {countOf(MAX_PASTED, 'value')} can be pasted.
          </Text>
        )}
        <Group gap="sm">
          <SecondaryButton type="submit" disabled={text.trim() === ''}>
            Correlate
          </SecondaryButton>
          {text.trim() !== '' && (
            <Text size="sm" c="dimmed" role="status">
              {countOf(values.length, 'value')}
              {missing > 0 && `, ${missing} missing`}
            </Text>
          )}
        </Group>
      </Stack>
    </Form>
  );
}

interface Decoded {
  of: string;
  values: ProfileValue[];
  problem: string | null;
}

const NOTHING: Decoded = { of: '', values: [], problem: null };

/** The values packed in the address; while they are unpacked those before. */
function usePastedProfile(packed: string, owner: number): Decoded & { isReading: boolean } {
  const [decoded, setDecoded] = useState(NOTHING);
  useEffect(() => {
    let isCurrent = true;
    if (packed !== '')
      void decodeList(packed, owner).then(({ identifiers, problem }) => {
        const { values } = readProfile((identifiers ?? []).join('\n'));
        if (isCurrent) setDecoded({ of: packed, values, problem });
      });
    return () => {
      isCurrent = false;
    };
  }, [packed, owner]);
  if (packed === '') return { ...NOTHING, isReading: false };
  return { ...decoded, isReading: decoded.of !== packed };
}

/** What correlates with values pasted by sample label, in one data set. */
export function ProfileCorrelates({ dataSet }: { dataSet: number }) {
  const { query, setQuery } = useAddressQuery(shape);
  const { rules } = useSampleRules();
  const owner = useSession().session?.me.id ?? 0;
  const pasted = usePastedProfile(query.profile, owner);
  const body = {
    data_sets: [dataSet],
    subject: {
      kind: 'profile' as const,
      name: query.name === '' ? PASTED_VALUES : query.name,
      values: pasted.values,
    },
    measure: query.measure,
    samples: rules,
  };
  return (
    <>
      <ProfileForm
        name={query.name}
        text={writeProfile(pasted.values).join('\n')}
        onPaste={(name, values) =>
          void encodeList(writeProfile(values), owner).then((profile) => setQuery({ profile, name }))
        }
      />
      <RestrictSamples dataSet={dataSet} />
      <Group mb="md">
        <MeasureSelect value={query.measure} onChange={(measure) => setQuery({ measure }, true)} />
      </Group>
      {pasted.isReading ? (
        <Waiting what="the values" />
      ) : pasted.problem !== null ? (
        <EmptyState title="Nothing to correlate">{pasted.problem}</EmptyState>
      ) : pasted.values.length === 0 ? (
        <EmptyState title="Paste values">
          Features of this data set are listed by their correlation with the values you paste.
        </EmptyState>
      ) : (
        <CorrelatesResult key={JSON.stringify(body)} body={body} />
      )}
    </>
  );
}
