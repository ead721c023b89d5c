package dev.tenon.coverage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads and writes the file with the outcomes of a module's tests: a line per id, {@code id TAB outcome}. */
public final class TestOutcomeFile {

    /** The path of the file, relative to the directory of the module. */
    public static final Path PATH = Path.of("target", "ledger", "outcomes.tsv");

    private TestOutcomeFile() {}

    static void write(Path file, Map<String, TestOutcome> outcomes) {
        StringBuilder text = new StringBuilder();
        new TreeMap<>(outcomes)
                .forEach((id, outcome) ->
                        text.append(id).append('\t').append(outcome).append('\n'));
        try {
            Path directory = file.getParent();
            if (directory != null) {
                Files.createDirectories(directory);
            }
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads a file. The outcomes of an id on several lines are combined. */
    public static SortedMap<String, TestOutcome> read(Path file) {
        SortedMap<String, TestOutcome> outcomes = new TreeMap<>();
        try {
            for (String line : Files.readAllLines(file)) {
                String[] fields = line.split("\t", -1);
                outcomes.merge(fields[0], TestOutcome.valueOf(fields[1]), TestOutcome::combine);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return outcomes;
    }
}
