package dev.tenon.guard.audit;

import java.nio.file.Path;

/**
 * Something that is wrong with an audit file.
 *
 * @param file which file
 * @param line its line, from 1; 0 for the file as a whole
 * @param message what is wrong
 */
public record AuditProblem(Path file, long line, String message) {
    @Override
    public String toString() {
        return file + (line == 0 ? "" : ":" + line) + ": " + message;
    }
}
