import { countOf } from '../../../ui/text/format.ts';
import classes from '../comments.module.css';
import type { MentionMenu } from './mention-menu.ts';

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/** Announced by a live region, because the focus stays in the text. */
function sayFound({ people, query, isLoading }: MentionMenu): string {
  if (isLoading && people.length === 0) return 'Looking for people';
  if (people.length === 0) return `Nobody who may read this is called ${query}.`;
  return `${countOf(people.length, 'person', 'people')}. Arrows choose, Enter mentions.`;
}

/** The people offered below an @. */
export function MentionList({ menu, id, active }: { menu: MentionMenu; id: string; active: number }) {
  const { people, query, isLoading } = menu;
  // Without a match, close the list once the person types on past a space.
  const isOver = people.length === 0 && !isLoading && /\s/.test(query);
  return (
    <>
      <div className="spoken" role="status">
        {isOver ? '' : sayFound(menu)}
      </div>
      {people.length > 0 && (
        <div id={id} role="listbox" aria-label="People to mention" className={classes.people}>
          {people.map((person, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text, which names the active option
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text
            <div
              key={person.id}
              id={optionId(id, index)}
              role="option"
              aria-selected={index === active}
              className={classes.person}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => menu.choose(person)}
            >
              {person.name}
              {person.username !== null && <span className={classes.username}>{person.username}</span>}
            </div>
          ))}
        </div>
      )}
      {people.length === 0 && !isLoading && !isOver && (
        <div className={classes.nobody}>Nobody who may read this is called “{query}”.</div>
      )}
    </>
  );
}
