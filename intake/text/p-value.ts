/** Whether a number can be a P value. */
export function isPValue(value: number): boolean {
  return value >= 0 && value <= 1;
}
