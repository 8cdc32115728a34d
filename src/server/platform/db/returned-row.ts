/** The row that an insert or upsert returns. Throws if there is none, which only a fault of the statement can cause. */
export function returnedRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('The statement returned no row');
  return row;
}
