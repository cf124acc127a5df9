/** Thrown if a file cannot be shown, with the complete message for the user. */
export class Refusal extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'Refusal';
  }
}

/** A refusal for a fault of the file, described by the sentence `fault`. */
export function cannotPreview(fault: string): Refusal {
  return new Refusal(`This file cannot be previewed. ${fault}`);
}
