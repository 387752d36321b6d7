// Stands for a development tool that is not shipped.
export default {};
