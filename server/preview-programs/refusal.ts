/** Why a file is not shown, as the whole sentence for the person. */
export class Refusal extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'Refusal';
  }
}

/** What is wrong with the file itself; `fault` is a sentence about it. */
export function cannotPreview(fault: string): Refusal {
  return new Refusal(`This file cannot be previewed. ${fault}`);
}
