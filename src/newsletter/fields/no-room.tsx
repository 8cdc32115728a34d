/** The message for pasted rows for which a block has no room. `limit`: '100 events'. */
export function noRoom(limit: string, omitted: number): string {
  return `Limit is ${limit}: no room for ${omitted} more`;
}
