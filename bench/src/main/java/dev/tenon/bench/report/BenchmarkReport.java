package dev.tenon.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What a run has found, told as it comes and kept as a page. */
public final class BenchmarkReport {
    private final Consumer<String> told;
    private final StringBuilder markdown = new StringBuilder();
    private final List<Goal> goals = new ArrayList<>();
    private String plot = "";

    /** A report that tells its tables as they come. */
    public BenchmarkReport(Consumer<String> told) {
        this.told = told;
    }

    /** One more table. */
    public void add(ReportTable table) {
        told.accept(table.toText());
        markdown.append(table.toMarkdown());
    }

    /** Something to be said about the tables. */
    public void note(String text) {
        told.accept(text + "\n");
        markdown.append(text).append("\n\n");
    }

    /** What was to be reached. */
    public void add(Goal goal) {
        goals.add(goal);
    }

    /** The picture of the run. */
    public void plot(String svg) {
        plot = svg;
    }

    /** The picture of the run as SVG; empty when there is none. */
    public String plot() {
        return plot;
    }

    /** Tells what was to be reached, and whether it was. */
    public void addGoalTable(String part) {
        if (goals.isEmpty()) {
            return;
        }
        ReportTable table = new ReportTable("Goals: " + part, "figure", "wanted", "measured", "");
        goals.forEach(goal ->
                table.addRow(goal.figure(), goal.limitText(), goal.measuredText(), goal.isReached() ? "yes" : "no"));
        add(table);
    }

    /** All tables in Markdown. */
    public String toMarkdown() {
        return markdown.toString();
    }
}
