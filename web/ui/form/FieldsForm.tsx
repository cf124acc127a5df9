import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useEffect } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { CallError } from '../../base/calls/call-error.ts';

/** State of a form whose values have the shape of a call, for `FieldsForm`. */
export function useFields<In extends FieldValues, Out extends FieldValues>(
  shape: z.ZodType<Out, In>,
  defaultValues: DefaultValues<In>,
): UseFormReturn<In, unknown, Out> {
  return useForm<In, unknown, Out>({ resolver: zodResolver(shape), mode: 'onTouched', defaultValues });
}

export interface FieldsFormProps<In extends FieldValues, Out> {
  form: UseFormReturn<In, unknown, Out>;
  /** why the last attempt was refused; shown at the fields that it names until they are changed */
  failure?: unknown;
  onSubmit(values: Out): void;
  children: ReactNode;
}

/** A form of `Field`s; nothing is sent before all are valid. */
export function FieldsForm<In extends FieldValues, Out>({
  form,
  failure,
  onSubmit,
  children,
}: FieldsFormProps<In, Out>) {
  const { getValues, setError } = form;
  useEffect(() => {
    if (!(failure instanceof CallError)) return;
    const values = getValues();
    const isField = (name: string): name is Path<In> => name in values;
    for (const [name, message] of Object.entries(failure.fields))
      if (isField(name)) setError(name, { type: 'server', message });
  }, [failure, getValues, setError]);
  return (
    <FormProvider {...form}>
      <form onSubmit={(event) => void form.handleSubmit((values) => onSubmit(values))(event)} noValidate>
        {children}
      </form>
    </FormProvider>
  );
}
