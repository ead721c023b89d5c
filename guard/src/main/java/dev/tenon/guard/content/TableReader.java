package dev.tenon.guard.content;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Stream;

/** Reads the tables of this package, which are resources. A line is a row; one that begins with # is a comment. */
final class TableReader {
    private TableReader() {}

    /** Returns the rows of a table, each split at blanks into at most {@code maxColumns} columns. */
    static Stream<String[]> readRows(String table, int maxColumns) {
        try (InputStream in = Objects.requireNonNull(TableReader.class.getResourceAsStream(table))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(" +", maxColumns));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
