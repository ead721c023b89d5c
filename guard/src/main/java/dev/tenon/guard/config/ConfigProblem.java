package dev.tenon.guard.config;

/**
 * A problem in a configuration file.
 *
 * @param line the line, from 1
 * @param message the problem and the expected value
 */
public record ConfigProblem(int line, String message) {
    @Override
    public String toString() {
        return "line " + line + ": " + message;
    }
}
