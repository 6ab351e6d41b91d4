/*
 * Code that older page editors wrote around images that change under the mouse.
 *
 * Dreamweaver calls `MM_swapImage` and `MM_swapImgRestore`, ImageReady `changeImages`, FrontPage sets the source of an
 * image from one that `MSFPpreload` holds. Each is recognised by the form of its call, and by code that its function
 * must contain to work.
 */

/**
 * Calls that show a file in place of a named image; `holds`: true if a variable contains the file's name.
 */
export const CALLS = [
  {
    form: /^MM_swapImage\(\s*'([^']*)'\s*,\s*''\s*,\s*'([^'\\]+)'\s*,\s*[01]\s*\)$/,
    needs: /\bfunction\s+MM_swapImage\b/,
    holds: false,
  },
  {
    form: /^MM_swapImage\(\s*'document\.([^'.[\]]+)'\s*,\s*'document\.\1'\s*,\s*'([^'\\]+)'\s*,\s*'#\d+'\s*\)$/,
    needs: /\bobjStr\s*=\s*MM_swapImage\.arguments\[/,
    holds: false,
  },
  {
    form: /^changeImages\(\s*(?:\/\*CMP\*\/\s*)?'([^']*)'\s*,\s*(?:\/\*URL\*\/\s*)?'([^'\\]+)'\s*\)$/,
    needs: /\[changeImages\.arguments\[i\]\][^}]{0,9}\}?[^}]{0,30}\.src\s*=\s*changeImages\.arguments\[i\s*\+\s*1\]/,
    holds: false,
  },
  {
    form: /^if\s*\(MSFPhover\)\s*document\['([^']*)'\]\.src\s*=\s*(\w+)\.src$/,
    needs: new RegExp(
      String.raw`\bfunction\s+MSFPpreload\s*\((\w+)\)\s*\{\s*var\s+` +
        String.raw`(\w+)\s*=\s*new\s+Image\(\);\s*\2\.src\s*=\s*\1;\s*return\s+\2;?\s*\}`,
    ),
    holds: true,
  },
];
export const RESTORE = { form: /^MM_swapImgRestore\(\s*\)$/, needs: /\bfunction\s+MM_swapImgRestore\b/ };
/** Statements that fetch a file before it is shown, and keep it in a variable. */
export const FETCHES = new RegExp(
  String.raw`(?:\b(?:var|let|const)\s+)?\b(\w+)\s*=\s*(?:(?:MSFPpreload|newImage)\(\s*` +
    String.raw`|new\s+Image\s*(?:\([^()]*\)\s*)?(?:;\s*)?\1\.src\s*=\s*)(["'])([^"'\\]+)\2(?:\s*\);|;?)[ \t]*`,
  'g',
);
