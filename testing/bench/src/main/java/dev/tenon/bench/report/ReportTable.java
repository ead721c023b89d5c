package dev.tenon.bench.report;

import java.util.ArrayList;
import java.util.List;

/** A table of figures; its first column contains the labels of the rows. */
public final class ReportTable {
    private final String title;
    private final List<String> columns;
    private final List<List<String>> rows = new ArrayList<>();

    /** Creates an empty table. */
    public ReportTable(String title, String... columns) {
        this.title = title;
        this.columns = List.of(columns);
    }

    /** Adds a row with one cell for each column. */
    public ReportTable addRow(String... cells) {
        if (cells.length != columns.size()) {
            throw new IllegalArgumentException(title + ": " + cells.length + " cells for " + columns.size());
        }
        rows.add(List.of(cells));
        return this;
    }

    /** Returns the table as text for a terminal. */
    public String toText() {
        StringBuilder text = new StringBuilder(title).append('\n');
        appendLine(text, columns);
        rows.forEach(row -> appendLine(text, row));
        return text.toString();
    }

    private void appendLine(StringBuilder text, List<String> cells) {
        for (int i = 0; i < cells.size(); i++) {
            int width = columnWidth(i);
            String cell = cells.get(i);
            String space = " ".repeat(width - cell.length());
            text.append(i == 0 ? cell + space : "  " + space + cell);
        }
        text.append('\n');
    }

    private int columnWidth(int column) {
        int widest = columns.get(column).length();
        for (List<String> row : rows) {
            widest = Math.max(widest, row.get(column).length());
        }
        return widest;
    }

    /** Returns the table in Markdown. */
    public String toMarkdown() {
        StringBuilder text = new StringBuilder("### ").append(title).append("\n\n");
        appendCells(text, columns);
        text.append("| ---").append(" | ---:".repeat(columns.size() - 1)).append(" |\n");
        rows.forEach(row -> appendCells(text, row));
        return text.append('\n').toString();
    }

    private static void appendCells(StringBuilder text, List<String> cells) {
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }
}
