import { Field } from '../../ui/form/Field.tsx';
import { NameFields } from '../../ui/form/PersonFields.tsx';

/** Who writes; filled in for whoever is signed in. */
export function ReporterFields({ email }: { email: 'email' | 'reporter_email' }) {
  return (
    <>
      <NameFields required />
      <Field name={email} label="Email" type="email" autoComplete="email" required />
    </>
  );
}
