package dev.tenon.schema.internal.regex;

/**
 * A regular expression of a schema: ECMA-262 with Unicode, without back references.
 *
 * <p>{@code java.util.regex} is not used since it backtracks: some expressions take exponential time, and neither
 * counting the characters that it reads nor interrupting the thread stops all of them ({@code (?:a?|b?){60}x} reads no
 * character of an empty text). Here all paths are followed in parallel: time is proportional to the length of the text
 * times the size of the expression, and each step is charged to a budget.
 *
 * @param stateCount the number of states, including those of lookarounds
 */
public record EcmaRegex(RegexProgram program, int stateCount) {

    /**
     * Compiles an expression.
     *
     * @throws IllegalArgumentException when the expression is invalid or unsupported; the message says why
     */
    public static EcmaRegex compile(String regex) {
        RegexParser parser = new RegexParser(regex);
        return new EcmaRegex(parser.parse(), parser.totalStates);
    }

    /** Returns whether the expression matches anywhere in the text. */
    public boolean find(String text, ValidationBudget budget) {
        return new RegexMatcher(text.codePoints().toArray(), budget).isFound(program);
    }
}
