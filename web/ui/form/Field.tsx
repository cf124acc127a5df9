import { TextInput } from '@mantine/core';
import type { ComponentPropsWithoutRef, ElementType } from 'react';
import { type FieldError, get, type RegisterOptions, useFormContext } from 'react-hook-form';

type FieldProps<As extends ElementType> = Omit<ComponentPropsWithoutRef<As>, 'name' | 'as' | 'error'> & {
  /** as the shape of the form calls it */
  name: string;
  /** a text of one line where nothing else is said */
  as?: As;
  rules?: Pick<RegisterOptions, 'deps' | 'onChange'>;
};

/**
 * One field of the form around it. Once touched it shows the sentence of its first failing rule, and after a refusal
 * that of the server.
 * @throws Error when the form has no field of this name
 */
export function Field<As extends ElementType = typeof TextInput>({
  name,
  as,
  rules,
  ...props
}: FieldProps<As>) {
  const { register, formState } = useFormContext();
  if (!(name in (formState.defaultValues ?? {}))) throw new Error(`The form has no field ${name}.`);
  const Input: ElementType = as ?? TextInput;
  const error: FieldError | undefined = get(formState.errors, name);
  return <Input {...props} {...register(name, rules)} error={error?.message} />;
}
