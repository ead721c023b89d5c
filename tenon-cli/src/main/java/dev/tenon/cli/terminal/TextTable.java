package dev.tenon.cli.terminal;

import java.util.ArrayList;
import java.util.List;

/**
 * Rows under headings. The last column takes what is left of the width, and is cut there; an empty column is left out.
 */
public final class TextTable {
    private static final String GAP = "  ";
    /** The least that is left for the last column, whatever the others take. */
    private static final int LEAST = 20;

    private final List<String> headings;
    private final List<List<String>> rows = new ArrayList<>();

    private TextTable(List<String> headings) {
        this.headings = headings;
    }

    /** A table without rows. */
    public static TextTable of(String... headings) {
        return new TextTable(List.of(headings));
    }

    /** With another row: words that are visible, one for each heading. */
    public void addRow(String... cells) {
        if (cells.length != headings.size()) {
            throw new IllegalArgumentException("A row has a cell for each of " + headings);
        }
        rows.add(List.of(cells));
    }

    /** Whether there is nothing but headings. */
    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /** Writes it, or does the other thing when it has no rows. */
    public void print(TerminalOutput screen, Runnable whenEmpty) {
        if (rows.isEmpty()) {
            whenEmpty.run();
        } else {
            print(screen);
        }
    }

    /** Writes it. */
    public void print(TerminalOutput screen) {
        List<Integer> shown = new ArrayList<>();
        for (int column = 0; column < headings.size(); column++) {
            int at = column;
            if (rows.stream().anyMatch(row -> !row.get(at).isEmpty())) {
                shown.add(column);
            }
        }
        screen.printLine(screen.bold(formatRow(headings, shown, screen.width())));
        rows.forEach(row -> screen.printLine(formatRow(row, shown, screen.width())));
    }

    private String formatRow(List<String> cells, List<Integer> shown, int width) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < shown.size(); i++) {
            int column = shown.get(i);
            if (i == shown.size() - 1) {
                line.append(TerminalStrings.truncate(
                        cells.get(column), Math.max(LEAST, width - TerminalStrings.width(line.toString()))));
            } else {
                line.append(TerminalStrings.pad(cells.get(column), columnWidth(column)))
                        .append(GAP);
            }
        }
        return line.toString().stripTrailing();
    }

    private int columnWidth(int column) {
        int widest = TerminalStrings.width(headings.get(column));
        for (List<String> row : rows) {
            widest = Math.max(widest, TerminalStrings.width(row.get(column)));
        }
        return widest;
    }
}
