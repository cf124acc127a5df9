import { MISSING } from '../text/format.ts';
import classes from './attribute-table.module.css';

const LINKED_TEXT = /^https?:\/\/[^\s]+$/;

function AttributeValue({ value }: { value: string | null }) {
  if (value === null || value === '') return <span className={classes.missing}>{MISSING}</span>;
  if (!LINKED_TEXT.test(value)) return value;
  return (
    <a href={value} target="_blank" rel="noopener noreferrer">
      {value}
    </a>
  );
}

/** Attributes of a record as names and values; a missing value is a dash. */
export function AttributeTable({
  attributes,
  label,
}: {
  attributes: readonly { name: string; value: string | null }[];
  label: string;
}) {
  return (
    <table className={classes.table} aria-label={label}>
      <tbody>
        {attributes.map(({ name, value }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <AttributeValue value={value} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
