/** '1 person', '412 people'. */
export function people(count: number): string {
  return count === 1 ? '1 person' : `${count.toLocaleString('en-GB')} people`;
}

/** '1 family', '412 families': an address on the list is one. */
export function families(count: number): string {
  return count === 1 ? '1 family' : `${count.toLocaleString('en-GB')} families`;
}
