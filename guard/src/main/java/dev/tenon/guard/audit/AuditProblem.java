package dev.tenon.guard.audit;

import java.nio.file.Path;

/**
 * A problem of an audit file.
 *
 * @param file the file
 * @param line the line, from 1; 0 for the whole file
 * @param message a description of the problem
 */
public record AuditProblem(Path file, long line, String message) {
    @Override
    public String toString() {
        return file + (line == 0 ? "" : ":" + line) + ": " + message;
    }
}
