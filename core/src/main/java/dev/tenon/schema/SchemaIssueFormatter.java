package dev.tenon.schema;

import java.util.List;

/**
 * Formats issues as text from which the author of a value, such as a language model, can correct it. Each issue is a
 * line of at most 600 characters; the text has at most 6,000 characters, and a note when issues are left out.
 */
public final class SchemaIssueFormatter {
    private static final int MAX_LINE_CHARS = 600;
    private static final int MAX_TEXT_CHARS = 6_000;

    private SchemaIssueFormatter() {}

    /** Formats issues of tool arguments: {@code Argument "age" must be an integer, but "ten" was given.} */
    public static String formatArgumentIssues(List<SchemaIssue> issues) {
        return formatLines("Argument", "The value of arguments", issues);
    }

    /** Formats issues of the content of a submitted form. */
    public static String formatFormContentIssues(List<SchemaIssue> issues) {
        return formatLines("Field", "The content", issues);
    }

    /** Formats issues of a structured result, for the author of the tool. */
    public static String formatResultIssues(List<SchemaIssue> issues) {
        return formatLines("Member", "The result", issues);
    }

    private static String formatLines(String noun, String wholeValueNoun, List<SchemaIssue> issues) {
        StringBuilder text = new StringBuilder();
        for (SchemaIssue issue : issues) {
            String line = issue.toSentence(issue.path().isEmpty() ? wholeValueNoun : noun);
            if (text.length() + line.length() > MAX_TEXT_CHARS) {
                return text.append("\nThere is more that does not fit.").toString();
            }
            text.append(text.isEmpty() ? "" : "\n")
                    .append(line.length() <= MAX_LINE_CHARS ? line : line.substring(0, MAX_LINE_CHARS) + "...");
        }
        return text.toString();
    }
}
