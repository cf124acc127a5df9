/** Names of a person who may be mentioned. */
interface Named {
  name: string;
  first_name: string | null;
  last_name: string | null;
}

/** Whether the first, last or full name begins with the query, ignoring case. */
export function matchesName(person: Named, query: string): boolean {
  const wanted = query.trim().toLowerCase();
  return [person.name, person.first_name, person.last_name].some(
    (name) => name?.toLowerCase().startsWith(wanted) === true,
  );
}
