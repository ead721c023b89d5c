package dev.tenon.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A table of text. The last column takes the remaining width and is truncated; empty columns are omitted. */
public final class TextTable {
    private static final String GAP = "  ";
    /** The minimum width of the last column. */
    private static final int MIN_LAST_WIDTH = 20;

    private final List<String> headings;
    private final List<List<String>> rows = new ArrayList<>();

    /** Creates a table without rows. */
    public TextTable(String... headings) {
        this.headings = List.of(headings);
    }

    /** Adds a row with one escaped cell for each heading. */
    public void addRow(String... cells) {
        if (cells.length != headings.size()) {
            throw new IllegalArgumentException("A row must have a cell for each of " + headings);
        }
        rows.add(List.of(cells));
    }

    /** Prints the table, or runs {@code whenEmpty} if it has no rows. */
    public void print(TerminalOutput screen, Runnable whenEmpty) {
        if (rows.isEmpty()) {
            whenEmpty.run();
        } else {
            print(screen);
        }
    }

    /** Prints the table. */
    public void print(TerminalOutput screen) {
        List<Integer> shown = IntStream.range(0, headings.size())
                .boxed()
                .filter(column -> rows.stream().anyMatch(row -> !row.get(column).isEmpty()))
                .toList();
        screen.printLine(screen.bold(formatRow(headings, shown, screen.width())));
        rows.forEach(row -> screen.printLine(formatRow(row, shown, screen.width())));
    }

    private String formatRow(List<String> cells, List<Integer> shown, int width) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < shown.size(); i++) {
            int column = shown.get(i);
            if (i == shown.size() - 1) {
                line.append(TerminalStrings.truncate(
                        cells.get(column), Math.max(MIN_LAST_WIDTH, width - TerminalStrings.width(line.toString()))));
            } else {
                line.append(TerminalStrings.pad(cells.get(column), columnWidth(column)))
                        .append(GAP);
            }
        }
        return line.toString().stripTrailing();
    }

    private int columnWidth(int column) {
        return Stream.concat(Stream.of(headings), rows.stream())
                .mapToInt(row -> TerminalStrings.width(row.get(column)))
                .max()
                .orElse(0);
    }
}
