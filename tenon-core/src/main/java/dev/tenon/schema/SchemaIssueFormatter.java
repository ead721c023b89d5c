package dev.tenon.schema;

import java.util.List;

/** Issues as text for whoever must mend the value, a language model for one: a line for each, bounded. */
public final class SchemaIssueFormatter {
    private static final int MAX_LINE_CHARS = 600;
    private static final int MAX_TEXT_CHARS = 6_000;

    private SchemaIssueFormatter() {}

    /** Advice about the arguments of a call: {@code Argument "age" must be an integer, but "ten" was given.} */
    public static String formatArgumentIssues(List<SchemaIssue> issues) {
        return formatLines("Argument", "The value of arguments", issues);
    }

    /** Advice about the content of a form that was filled in. */
    public static String formatFieldIssues(List<SchemaIssue> issues) {
        return formatLines("Field", "The content", issues);
    }

    /** Advice about a result, for the author of the tool. */
    public static String formatResultIssues(List<SchemaIssue> issues) {
        return formatLines("Member", "The result", issues);
    }

    private static String formatLines(String noun, String whole, List<SchemaIssue> issues) {
        StringBuilder text = new StringBuilder();
        for (SchemaIssue issue : issues) {
            String line = issue.toSentence(issue.path().isEmpty() ? whole : noun);
            if (text.length() + line.length() > MAX_TEXT_CHARS) {
                return text.append("\nThere is more that does not fit.").toString();
            }
            text.append(text.isEmpty() ? "" : "\n")
                    .append(line.length() <= MAX_LINE_CHARS ? line : line.substring(0, MAX_LINE_CHARS) + "...");
        }
        return text.toString();
    }
}
