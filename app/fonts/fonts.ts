/**
 * Marquee letters for titles and times, and a text face drawn for Vietnamese. Vietnamese letters are files of
 * their own that a browser fetches only when a page needs them.
 */
import localFont from "next/font/local";

const displayLatin = localFont({
  src: "./big-shoulders-latin.woff2",
  weight: "100 900",
  variable: "--font-display-latin",
  adjustFontFallback: "Arial",
  declarations: [
    {
      prop: "unicode-range",
      value: "U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+2122",
    },
  ],
});

const displayVietnamese = localFont({
  src: "./big-shoulders-vietnamese.woff2",
  weight: "100 900",
  variable: "--font-display-vietnamese",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0102-0103, U+0110-0111, U+0128-0129, U+0168-0169, U+01A0-01A1, U+01AF-01B0, U+0300-0301, U+0303, U+0309, U+0323, U+1EA0-1EF9, U+20AB",
    },
  ],
});

const textLatin = localFont({
  src: [
    { path: "./be-vietnam-pro-latin-400.woff2", weight: "400" },
    { path: "./be-vietnam-pro-latin-600.woff2", weight: "600" },
  ],
  variable: "--font-text-latin",
  adjustFontFallback: "Arial",
  declarations: [
    {
      prop: "unicode-range",
      value: "U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+2122",
    },
  ],
});

const textVietnamese = localFont({
  src: [
    { path: "./be-vietnam-pro-vietnamese-400.woff2", weight: "400" },
    { path: "./be-vietnam-pro-vietnamese-600.woff2", weight: "600" },
  ],
  variable: "--font-text-vietnamese",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0102-0103, U+0110-0111, U+0128-0129, U+0168-0169, U+01A0-01A1, U+01AF-01B0, U+0300-0301, U+0303, U+0309, U+0323, U+1EA0-1EF9, U+20AB",
    },
  ],
});

/** Class names that define the four `--font-…` variables of `styles/tokens.css`. */
export const fontVariables = [displayLatin, displayVietnamese, textLatin, textVietnamese]
  .map((font) => font.variable)
  .join(" ");
