/** A recipe a person can pick in their client: arguments in, one message out. */
export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly description: string;
    readonly required: boolean;
  }[];
  render(args: Readonly<Record<string, string>>): string;
}
