declare const memberType: unique symbol;

/** Meaning and type of a member: `T` is the type; it includes undefined where the member may be absent. */
export interface EventMember<T> {
  /** The type as the documentation prints it. */
  readonly type: string;
  readonly about: string;
  readonly isOptional: boolean;
  readonly [memberType]?: T;
}

/** An event: when it is published, and its members by name. */
export interface EventDeclaration {
  readonly about: string;
  readonly members: Readonly<Record<string, EventMember<unknown>>>;
}

type TypeOf<M> = M extends EventMember<infer T> ? T : never;
type OptionalNames<M> = { [K in keyof M]: undefined extends TypeOf<M[K]> ? K : never }[keyof M];

/** The members of an event as an object. */
export type EventMembers<M> = { readonly [K in Exclude<keyof M, OptionalNames<M>>]: TypeOf<M[K]> } & {
  readonly [K in OptionalNames<M>]?: TypeOf<M[K]>;
};

/** The members of each declared event, by its name. */
export type EventsOf<D extends Readonly<Record<string, EventDeclaration>>> = {
  readonly [K in keyof D]: EventMembers<D[K]['members']>;
};

/** Declares a member of any type, under the name that the documentation prints. */
export const member = <T>(type: string, about: string): EventMember<T> => ({ type, about, isOptional: false });

/** Declares a number. */
export const number = (about: string): EventMember<number> => member('number', about);

/** Declares a text. */
export const text = (about: string): EventMember<string> => member('string', about);

/** Declares that a member may be absent. */
export const optional = <T>(declared: EventMember<T>): EventMember<T | undefined> => ({
  type: declared.type,
  about: declared.about,
  isOptional: true,
});
