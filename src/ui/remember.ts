/** Remembers what was built last. The lines of a view are asked for by every key, and change with few of them. */

import { hasSameFields } from './same-fields.js';

/** Returns the function with a memory of one result, which counts while all fields of its argument are the same. */
export function rememberLast<P extends object, R>(build: (props: P) => R): (props: P) => R {
  let last: { props: P; result: R } | undefined;
  return (props) => {
    if (last === undefined || !hasSameFields(last.props, props)) last = { props, result: build(props) };
    return last.result;
  };
}
