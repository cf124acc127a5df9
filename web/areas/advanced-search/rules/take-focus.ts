/** As the ref of a field that somebody just asked for: it takes the focus when it appears. */
export function takeFocus(field: HTMLElement | null): void {
  field?.focus();
}
