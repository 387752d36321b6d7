/** Remembers what was built last. The lines of a view are asked for by every key, and change with few of them. */

function isSame(one: object, other: object): boolean {
  const [before, after] = [Object.entries(one), new Map(Object.entries(other))];
  return before.length === after.size && before.every(([key, value]) => Object.is(after.get(key), value));
}

/** Returns the function with a memory of one result, which counts while all fields of its argument are the same. */
export function rememberLast<P extends object, R>(build: (props: P) => R): (props: P) => R {
  let last: { props: P; result: R } | undefined;
  return (props) => {
    if (last === undefined || !isSame(last.props, props)) last = { props, result: build(props) };
    return last.result;
  };
}
