package dev.tenon.guard.policy;

import java.util.BitSet;

/**
 * A case-sensitive pattern for names: {@code *} matches any sequence of characters, including {@code /} and the empty
 * one, and {@code ?} matches one character. The time to match is proportional to the length of the name times the
 * length of the pattern.
 *
 * @param pattern the pattern as it was written
 */
public record Glob(String pattern) {
    /** Matches every name. */
    public static final Glob ANY = new Glob("*");

    public Glob {
        if (pattern.isEmpty()) {
            throw new IllegalArgumentException("A name pattern must not be empty; use * to match every name");
        }
    }

    /** Returns whether the pattern matches the whole name. */
    public boolean matches(String name) {
        int at = 0;
        int in = 0;
        int star = -1;
        int resume = 0;
        while (in < name.length()) {
            if (at < pattern.length() && pattern.charAt(at) == '*') {
                star = at++;
                resume = in;
            } else if (at < pattern.length() && matchesCharacter(pattern.charAt(at), name.charAt(in))) {
                at++;
                in++;
            } else if (star >= 0) {
                at = star + 1;
                in = ++resume;
            } else {
                return false;
            }
        }
        while (at < pattern.length() && pattern.charAt(at) == '*') {
            at++;
        }
        return at == pattern.length();
    }

    /** Returns whether the pattern matches any name that starts with this prefix and is longer than it. */
    public boolean canMatchStartingWith(String prefix) {
        BitSet states = new BitSet();
        states.set(0);
        for (int i = 0; i < prefix.length(); i++) {
            BitSet next = new BitSet();
            for (int at = states.nextSetBit(0); at >= 0 && at < pattern.length(); at = states.nextSetBit(at + 1)) {
                if (pattern.charAt(at) == '*') {
                    next.set(at);
                    states.set(at + 1);
                } else if (matchesCharacter(pattern.charAt(at), prefix.charAt(i))) {
                    next.set(at + 1);
                }
            }
            states = next;
        }
        int first = states.nextSetBit(0);
        return first >= 0 && first < pattern.length();
    }

    private static boolean matchesCharacter(char expected, char actual) {
        return expected == '?' || expected == actual;
    }

    @Override
    public String toString() {
        return pattern;
    }
}
