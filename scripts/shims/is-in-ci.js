// Ink would not draw if the variable CI is set. The command line itself checks whether there is a terminal.
export default false;
