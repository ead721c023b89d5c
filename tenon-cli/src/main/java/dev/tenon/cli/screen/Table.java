package dev.tenon.cli.screen;

import java.util.ArrayList;
import java.util.List;

/** Rows under headings. The last column takes what is left of the width, and is cut there; an empty column is left out. */
public final class Table {
    private static final String GAP = "  ";
    /** The least that is left for the last column, whatever the others take. */
    private static final int LEAST = 20;

    private final List<String> headings;
    private final List<List<String>> rows = new ArrayList<>();

    private Table(List<String> headings) {
        this.headings = headings;
    }

    /** A table without rows. */
    public static Table of(String... headings) {
        return new Table(List.of(headings));
    }

    /** With another row: words that are visible, one for each heading. */
    public void row(String... cells) {
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
    public void print(Screen screen, Runnable whenEmpty) {
        if (rows.isEmpty()) {
            whenEmpty.run();
        } else {
            print(screen);
        }
    }

    /** Writes it. */
    public void print(Screen screen) {
        List<Integer> shown = new ArrayList<>();
        for (int column = 0; column < headings.size(); column++) {
            int at = column;
            if (rows.stream().anyMatch(row -> !row.get(at).isEmpty())) {
                shown.add(column);
            }
        }
        screen.line(screen.bold(line(headings, shown, screen.width())));
        rows.forEach(row -> screen.line(line(row, shown, screen.width())));
    }

    private String line(List<String> cells, List<Integer> shown, int width) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < shown.size(); i++) {
            int column = shown.get(i);
            if (i == shown.size() - 1) {
                line.append(Columns.cut(cells.get(column), Math.max(LEAST, width - Columns.of(line.toString()))));
            } else {
                line.append(Columns.padded(cells.get(column), widest(column))).append(GAP);
            }
        }
        return line.toString().stripTrailing();
    }

    private int widest(int column) {
        int widest = Columns.of(headings.get(column));
        for (List<String> row : rows) {
            widest = Math.max(widest, Columns.of(row.get(column)));
        }
        return widest;
    }
}
