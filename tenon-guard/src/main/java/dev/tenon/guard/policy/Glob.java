package dev.tenon.guard.policy;

import java.util.BitSet;

/**
 * A pattern for names: {@code *} stands for any characters, none and {@code /} included, {@code ?} for one; everything
 * else for itself, case included. Matching takes time that grows with the length of the name times that of the pattern.
 *
 * @param pattern the pattern as it was written
 */
public record Glob(String pattern) {
    /** Every name. */
    public static final Glob ANY = new Glob("*");

    public Glob {
        if (pattern.isEmpty()) {
            throw new IllegalArgumentException("A pattern for names must not be empty; * stands for every name");
        }
    }

    /** Whether the whole name fits. */
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

    /** Whether it fits any name that is longer than this and begins with it. */
    public boolean canMatchStartingWith(String prefix) {
        BitSet places = new BitSet();
        places.set(0);
        for (int i = 0; i < prefix.length(); i++) {
            BitSet next = new BitSet();
            for (int at = places.nextSetBit(0); at >= 0 && at < pattern.length(); at = places.nextSetBit(at + 1)) {
                if (pattern.charAt(at) == '*') {
                    next.set(at);
                    places.set(at + 1);
                } else if (matchesCharacter(pattern.charAt(at), prefix.charAt(i))) {
                    next.set(at + 1);
                }
            }
            places = next;
        }
        int first = places.nextSetBit(0);
        return first >= 0 && first < pattern.length();
    }

    private static boolean matchesCharacter(char wanted, char given) {
        return wanted == '?' || wanted == given;
    }

    @Override
    public String toString() {
        return pattern;
    }
}
