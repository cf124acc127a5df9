import { Field } from '../../ui/form/Field.tsx';
import { NameFields } from '../../ui/form/PersonFields.tsx';

/** Name and e-mail of the reporter, filled in for people who are signed in. */
export function ReporterFields({ email }: { email: 'email' | 'reporter_email' }) {
  return (
    <>
      <NameFields required />
      <Field name={email} label="Email" type="email" autoComplete="email" required />
    </>
  );
}
