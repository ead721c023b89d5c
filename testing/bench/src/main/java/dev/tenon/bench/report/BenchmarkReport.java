package dev.tenon.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The results of a run, printed immediately and collected for a page. */
public final class BenchmarkReport {
    private final Consumer<String> output;
    private final StringBuilder markdown = new StringBuilder();
    private final List<Goal> goals = new ArrayList<>();
    private String plot = "";

    /** Creates a report that prints its tables to this output. */
    public BenchmarkReport(Consumer<String> output) {
        this.output = output;
    }

    /** Adds a table. */
    public void add(ReportTable table) {
        output.accept(table.toText());
        markdown.append(table.toMarkdown());
    }

    /** Adds a note about the tables. */
    public void note(String text) {
        output.accept(text + "\n");
        markdown.append(text).append("\n\n");
    }

    /** Adds a goal. */
    public void add(Goal goal) {
        goals.add(goal);
    }

    /** Sets the plot of the run as SVG. */
    public void plot(String svg) {
        plot = svg;
    }

    /** Returns the plot of the run as SVG; may be empty. */
    public String plot() {
        return plot;
    }

    /** Adds a table of the goals, and whether they were reached. */
    public void addGoalTable(String part) {
        if (goals.isEmpty()) {
            return;
        }
        ReportTable table = new ReportTable("Goals: " + part, "figure", "wanted", "measured", "");
        goals.forEach(goal ->
                table.addRow(goal.figure(), goal.limitText(), goal.measuredText(), goal.isReached() ? "yes" : "no"));
        add(table);
    }

    /** Returns all tables in Markdown. */
    public String toMarkdown() {
        return markdown.toString();
    }
}
