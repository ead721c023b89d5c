package dev.tenon.schema.internal.regex;

/**
 * A regular expression of a schema: ECMA-262 with Unicode, without back references.
 *
 * <p>It is not matched by {@code java.util.regex}, which goes back and tries again: some expressions take it longer
 * than the age of the universe, and neither counting the characters it reads nor interrupting it ends all of them
 * ({@code (?:a?|b?){60}x} reads none of an empty text). Here all ways are followed side by side: time grows with the
 * length of the text times the size of the expression, and each step is paid from a budget.
 */
public final class EcmaRegex {
    private final RegexProgram program;

    /** How many states it is kept as, those of lookarounds included. */
    public final int states;

    private EcmaRegex(RegexProgram program, int states) {
        this.program = program;
        this.states = states;
    }

    /**
     * Reads an expression.
     *
     * @throws IllegalArgumentException when it is not one, or one that is not supported; the message says why
     */
    public static EcmaRegex compile(String regex) {
        RegexParser parser = new RegexParser(regex);
        return new EcmaRegex(parser.parse(), parser.stateCount());
    }

    /** Whether the expression occurs anywhere in the text. */
    public boolean find(String text, ValidationBudget budget) {
        return new RegexMatcher(text.codePoints().toArray(), budget).isFound(program);
    }
}
