package dev.tenon.guard.config;

/**
 * A mistake in a configuration file.
 *
 * @param line where it is, from 1
 * @param message what is wrong and what was expected
 */
public record ConfigProblem(int line, String message) {
    @Override
    public String toString() {
        return "line " + line + ": " + message;
    }
}
