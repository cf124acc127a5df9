import { copySelected } from './copy-selected.ts';
import classes from './middle-text.module.css';
import { type NameParts, namePartsOf } from './name-parts.ts';

/** Letters kept at the end: enough to distinguish the pipeline's `_sample_attributes.csv` and `_DS_attributes.csv`. */
const TAIL = 17;

/** A shorter head would be nothing but dots. */
const HEAD = 7;

function partsOf(text: string): NameParts | null {
  if (text.length <= HEAD + TAIL) return null;
  return namePartsOf(text) ?? { head: text.slice(0, -TAIL), kept: text.slice(-TAIL), tail: '' };
}

/**
 * A long identifier or name on one line, cut in the middle where space is short: the distinctive part, mostly the
 * end, remains. Screen readers get the whole text.
 */
export function MiddleText({ text }: { text: string }) {
  const parts = partsOf(text);
  if (parts === null) return text;
  return (
    <span className={classes.whole} data-words={text.includes(' ') || undefined} onCopy={copySelected}>
      <span className={classes.spoken} data-spoken>
        {text}
      </span>
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
