// Development tools that the product does without.
export default {};
