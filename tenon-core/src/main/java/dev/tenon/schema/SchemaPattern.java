package dev.tenon.schema;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** A regular expression of a schema, matched within a budget of steps. */
final class SchemaPattern {
    private final Pattern pattern;

    private SchemaPattern(Pattern pattern) {
        this.pattern = pattern;
    }

    /**
     * @throws IllegalArgumentException when it is not a regular expression
     */
    static SchemaPattern compile(String regex) {
        try {
            return new SchemaPattern(Pattern.compile(regex));
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(e.getDescription(), e);
        }
    }

    /** Whether the expression occurs anywhere in the text. */
    boolean find(String text, Budget budget) {
        try {
            return pattern.matcher(new Counted(text, budget)).find();
        } catch (StackOverflowError e) {
            throw new CheckStopped("a regular expression is too complex for a value this long");
        }
    }

    private record Counted(String text, Budget budget) implements CharSequence {
        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            budget.patternStep();
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.substring(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
