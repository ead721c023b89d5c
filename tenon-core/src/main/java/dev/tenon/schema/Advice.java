package dev.tenon.schema;

import java.util.List;

/** Issues as text for whoever must mend the value, a language model for one: a line for each, bounded. */
public final class Advice {
    private static final int LONGEST_LINE = 600;
    private static final int LONGEST_TEXT = 6_000;

    private Advice() {}

    /** Advice about the arguments of a call: {@code Argument "age" must be an integer, but "ten" was given.} */
    public static String forArguments(List<SchemaIssue> issues) {
        return lines("Argument", "The value of arguments", issues);
    }

    /** Advice about the content of a form that was filled in. */
    public static String forFields(List<SchemaIssue> issues) {
        return lines("Field", "The content", issues);
    }

    /** Advice about a result, for the author of the tool. */
    public static String forResult(List<SchemaIssue> issues) {
        return lines("Member", "The result", issues);
    }

    private static String lines(String noun, String whole, List<SchemaIssue> issues) {
        StringBuilder text = new StringBuilder();
        for (SchemaIssue issue : issues) {
            String line = issue.sentence(issue.path().isEmpty() ? whole : noun);
            if (text.length() + line.length() > LONGEST_TEXT) {
                return text.append("\nThere is more that does not fit.").toString();
            }
            text.append(text.isEmpty() ? "" : "\n")
                    .append(line.length() <= LONGEST_LINE ? line : line.substring(0, LONGEST_LINE) + "...");
        }
        return text.toString();
    }
}
