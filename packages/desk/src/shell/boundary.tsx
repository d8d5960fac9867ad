import { useQueryClient } from '@tanstack/react-query';
import { Component, type ReactNode } from 'react';
import { sessionQuery } from '../data/session.ts';
import { Failure } from './failure.tsx';
import css from './frame.module.css';

interface BoundaryProps {
  readonly reset: () => void;
  readonly children: ReactNode;
}

class Boundary extends Component<BoundaryProps, { readonly error: unknown }> {
  override state = { error: undefined as unknown };
  static getDerivedStateFromError = (error: unknown) => ({ error });
  override render() {
    if (this.state.error === undefined) return this.props.children;
    const retry = () => {
      this.props.reset();
      this.setState({ error: undefined });
    };
    return (
      <main className={css.alone}>
        <Failure error={this.state.error} retry={retry} />
      </main>
    );
  }
}

/** Where even the session cannot be read: why, and another attempt. */
export function LastResort({ children }: { readonly children: ReactNode }) {
  const queries = useQueryClient();
  return <Boundary reset={() => queries.removeQueries({ queryKey: sessionQuery.queryKey })}>{children}</Boundary>;
}

/** The shape of the page before the session is known. */
export const EmptyFrame = () => (
  <div aria-busy="true" className={css.frame}>
    <div className={css.emptyRail} />
  </div>
);
