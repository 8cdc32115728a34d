/** The use that a card form makes of the card. */
export interface CardUse {
  /** `pay` charges the card now; `keep` stores it for later payments. */
  readonly kind: 'pay' | 'keep';
  /** Fetches the provider's client secret when the button is pressed. */
  readonly secret: () => Promise<string>;
  /** Called once the provider has accepted the card; the button stays busy until it resolves. */
  readonly onTaken: () => Promise<void> | void;
  readonly button: string;
  readonly busyLabel: string;
}
