// Whether there is a terminal is decided by the command line, not by an environment variable called CI.
export default false;
