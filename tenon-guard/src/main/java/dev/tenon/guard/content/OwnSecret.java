package dev.tenon.guard.content;

import java.util.List;

/**
 * A format of secrets that the configuration adds.
 *
 * @param kind its name, as in {@code secrets.kind}
 * @param prefix what it begins with, at least three ASCII characters
 * @param characters the characters behind the prefix, as in the brackets of a regular expression: {@code A-Za-z0-9_-}
 * @param least how many of them at least
 * @param most how many of them at most, up to 4,096
 */
public record OwnSecret(String kind, String prefix, String characters, int least, int most) {
    private static final int LONGEST = 4096;

    public OwnSecret {
        if (prefix.length() < 3 || !prefix.chars().allMatch(c -> c > ' ' && c < 127)) {
            throw new IllegalArgumentException("The prefix of a secret must be at least three ASCII characters");
        }
        if (least < 1 || most < least || most > LONGEST) {
            throw new IllegalArgumentException("A secret must have 1 to " + LONGEST + " characters behind its prefix");
        }
        new Letters(characters);
    }

    SecretFormat format() {
        return new SecretFormat(kind, List.of(prefix), SecretShape.run(new Letters(characters), least, most), false);
    }
}
