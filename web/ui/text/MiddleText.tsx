import classes from './middle-text.module.css';
import { type NameParts, namePartsOf } from './name-parts.ts';

/** Enough for what the pipeline ends names with: `_sample_attributes.csv` is told from `_DS_attributes.csv`. */
const TAIL = 17;

/** A head shorter than this would be nothing but dots. */
const HEAD = 7;

function partsOf(text: string): NameParts | null {
  if (text.length <= HEAD + TAIL) return null;
  return namePartsOf(text) ?? { head: text.slice(0, -TAIL), kept: text.slice(-TAIL), tail: '' };
}

/**
 * A long identifier, name or file name on one line: where room is short, what tells it apart stays, which for most is
 * their end. What is read aloud is the text in one piece; the parts are for the eye.
 */
export function MiddleText({ text }: { text: string }) {
  const parts = partsOf(text);
  if (parts === null) return text;
  return (
    <span className={classes.whole}>
      <span className={classes.said}>{text}</span>
      <span className={classes.head} data-short={parts.tail !== '' || undefined} aria-hidden="true">
        {parts.head}
      </span>
      <span className={classes.kept} aria-hidden="true">
        {parts.kept}
      </span>
      {parts.tail !== '' && (
        <span className={classes.tail} aria-hidden="true">
          {parts.tail}
        </span>
      )}
    </span>
  );
}
