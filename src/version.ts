/** The package's version, checked against package.json by a test so that no file is read at start-up. */
export const version = '0.1.0';
