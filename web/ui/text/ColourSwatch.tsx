import classes from './colour-swatch.module.css';

/** A small square of the colour that a module is named after; nothing for other names. */
export function ColourSwatch({ colour }: { colour: string | null }) {
  return colour === null ? null : (
    <span className={classes.swatch} style={{ background: colour }} aria-hidden="true" />
  );
}
