"""A second, deliberately plain implementation of the rules of Arkadia, kept apart from the engine it judges."""
