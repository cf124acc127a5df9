import { TextInput } from '@mantine/core';
import type { ComponentPropsWithoutRef, ElementType } from 'react';
import { type FieldError, get, type RegisterOptions, useFormContext } from 'react-hook-form';

type FieldProps<As extends ElementType> = Omit<ComponentPropsWithoutRef<As>, 'name' | 'as' | 'error'> & {
  /** key in the shape of the form */
  name: string;
  /** component of the input, by default a text of one line */
  as?: As;
  rules?: Pick<RegisterOptions, 'deps' | 'onChange'>;
};

/**
 * One field of the surrounding form. Once touched it shows the message of its first failing rule, and after a refusal
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
