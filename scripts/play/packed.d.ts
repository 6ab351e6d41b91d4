/** Data that the docs build puts into the bundle. */
declare module 'packed:examples' {
  const examples: { id: string; title: string; files: { name: string; bytes: Uint8Array }[] }[];
  export default examples;
}

declare module 'packed:kinds' {
  const text: string;
  export default text;
}
