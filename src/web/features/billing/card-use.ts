/** What a card is asked for, and what the provider is told. */
export interface CardUse {
  /** `pay`: it pays something now. `keep`: it is for what comes. */
  readonly kind: 'pay' | 'keep';
  /** The secret under which the provider takes it, fetched when the button is pressed. */
  readonly secret: () => Promise<string>;
  /** The provider has taken it; the button waits for this. */
  readonly onTaken: () => Promise<void> | void;
  readonly button: string;
  readonly busyLabel: string;
}
