import classes from './middle-text.module.css';

/** Enough for what the pipeline ends names with: `_sample_attributes.csv` is told from `_DS_attributes.csv`. */
const TAIL = 17;

/** A head shorter than this would be nothing but dots. */
const HEAD = 7;

/**
 * A long identifier or file name on one line: where room is short it is cut in the middle, so its end stays.
 * What is read aloud is the text in one piece; the two halves are for the eye.
 */
export function MiddleText({ text }: { text: string }) {
  if (text.length <= HEAD + TAIL) return text;
  return (
    <span className={classes.whole}>
      <span className={classes.said}>{text}</span>
      <span className={classes.head} aria-hidden="true">
        {text.slice(0, -TAIL)}
      </span>
      <span className={classes.tail} aria-hidden="true">
        {text.slice(-TAIL)}
      </span>
    </span>
  );
}
